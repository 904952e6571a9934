/** Makes documents of which some part is far larger, or makes far more work, than in any honest document. */

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Members = { readonly [key: string]: Json };

/** What the builders of a document say; the rest is the same in all of them. */
export interface Parts {
  readonly paths?: Members;
  readonly schemas?: Members;
  readonly components?: Members;
  readonly root?: Members;
  readonly version?: string;
}

export const ok: Members = { "200": { description: "ok" } };

export function documentOf({
  paths = {},
  schemas,
  components,
  root,
  version = "3.1.0",
}: Parts): Json {
  return {
    openapi: version,
    info: { title: "Bounds", version: "1" },
    servers: [{ url: "https://api.example.test" }],
    paths,
    components: { ...components, ...(schemas ? { schemas } : {}) },
    ...root,
  };
}

/** An operation with a body of this schema, which it also returns. */
export function operationOf(schema: Json, more: Members = {}): Members {
  const content = { "application/json": { schema } };
  return {
    operationId: "op",
    requestBody: { required: true, content },
    responses: { "200": { description: "ok", content } },
    ...more,
  };
}

export function schemaDocument(schema: Json, schemas: Members = {}, version?: string): Json {
  return documentOf({
    paths: { "/op": { post: operationOf(schema) } },
    schemas,
    ...(version === undefined ? {} : { version }),
  });
}

export function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

export function record(count: number, make: (index: number) => readonly [string, Json]): Members {
  return Object.fromEntries(many(count, make));
}

export const schemaRef = (name: string): Members => ({ $ref: `#/components/schemas/${name}` });

/** Each schema requires two members of the next, so that a sample of the first has 2^n. */
export function doubling(count: number, form: (next: Json) => Json): Members {
  return record(count + 1, (i) => [
    `S${i}`,
    i === count ? { type: "string" } : form(schemaRef(`S${i + 1}`)),
  ]);
}

export const pair =
  (keyword?: string) =>
  (next: Json): Json => {
    const object = {
      type: "object",
      required: ["a", "b"],
      properties: { a: next, b: next },
    };
    return keyword === undefined ? object : { [keyword]: [object] };
  };

/** Names of which all become the same identifier. */
export function name(index: number): string {
  return `a${"-".repeat(index % 141)}.${"_".repeat(Math.floor(index / 141))}`;
}
