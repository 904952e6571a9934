import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { ReferenceResolver } from "../load/references/resolver.js";
import type { Source, Sources } from "../load/source.js";
import type { NormalDocument } from "../normalise/document.js";
import { placeOf } from "../normalise/node.js";
import type { NamedSchema, NamedSchemas } from "../operations/model.js";
import { SchemaReader } from "../operations/schema/schema-reader.js";
import type { SharedSchema } from "../operations/schema/shared-schema.js";

/** A schema that a server lists, with the name of its type. */
export interface ListedSchema {
  /** A TypeScript identifier in PascalCase, unique among these. */
  readonly typeName: string;
  readonly schema: unknown;
}

export interface ReadSchemas {
  /** The listed schemas by the names of their types, and those that they define for themselves, by unique names. */
  readonly schemas: NamedSchemas;
  /** Warnings about what can't be read: any value is allowed in its place. */
  readonly diagnostics: readonly Diagnostic[];
  readonly files: Sources["files"];
}

/** Names the files in messages. */
const base = "mcp://server/";

/**
 * Reads the schemas of a server as those of a document: each is a file of its own, in which its references are resolved.
 * Nothing is fetched.
 */
export function readSchemas(listed: readonly ListedSchema[]): ReadSchemas {
  const files = new Map<string, Source>();
  const roots = listed.map(({ typeName, schema }) => {
    const url = `${base}${typeName}.json`;
    const text = JSON.stringify(schema, null, 2);
    files.set(url, { url, text, format: "json", value: schema });
    return { name: typeName, node: { value: schema, file: url, pointer: "" } };
  });
  const document = schemasOnly(base, roots);
  const root: Source = { url: base, text: "{}", format: "json", value: {} };
  const reader = new SchemaReader(
    document,
    new ReferenceResolver({ root, files: new Map([[base, root], ...files]), refused: new Map() }),
  );
  for (const { node } of roots) {
    reader.read({ value: { $ref: node.file }, file: base, pointer: "/schema" });
  }
  const all = reader.finish();
  return {
    schemas: new Map(all.map((shared) => [shared.name, namedSchema(shared)])),
    diagnostics: all.flatMap(({ problems, openings }) => [...problems, ...openings].map(asWarning)),
    files,
  };
}

/** An OpenAPI document that has nothing but these schemas. */
function schemasOnly(url: string, schemas: NormalDocument["schemas"]): NormalDocument {
  return {
    version: "3.1",
    url,
    baseUrl: url,
    reach: "public",
    title: "",
    apiVersion: "",
    extensions: {},
    servers: [],
    securitySchemes: new Map(),
    schemas,
    operations: [],
    lostPaths: [],
  };
}

/** Discriminators are OpenAPI's: the schemas of a server have none. */
function namedSchema({ name, node, schema, uses }: SharedSchema): NamedSchema {
  return {
    name,
    ref: node.file + (node.pointer && `#${node.pointer}`),
    place: placeOf(node),
    schema,
    uses: [...uses].map((used) => used.name),
  };
}

function asWarning(problem: Diagnostic): Diagnostic {
  return problem.severity === "error" ? { ...problem, severity: "warning" } : problem;
}
