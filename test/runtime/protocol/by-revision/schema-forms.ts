/** An official schema of a revision, as the alternatives that a value may have. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

export type Definitions = Readonly<Record<string, Schema>>;

/** The alternatives of a schema, without references. */
export function formsOf(schema: Schema, definitions: Definitions): readonly Schema[] {
  if (schema.$ref !== undefined) {
    return formsOf(definitions[schema.$ref.split("/").at(-1)!]!, definitions);
  }
  if (schema.anyOf) return schema.anyOf.flatMap((each) => formsOf(each, definitions));
  if (schema.allOf) return [merged(schema.allOf.flatMap((each) => formsOf(each, definitions)))];
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => ({ ...schema, type }));
  return [schema];
}

function merged(schemas: readonly Schema[]): Schema {
  return {
    type: "object",
    properties: Object.assign({}, ...schemas.map((each) => each.properties ?? {})) as Definitions,
    required: schemas.flatMap((each) => each.required ?? []),
  };
}

/** Leaves out forms that another one holds too, with more optional members. */
export function widest(forms: readonly Schema[]): readonly Schema[] {
  return forms.filter(
    (form) => !forms.some((other) => other !== form && isObject(form) && holds(other, form)),
  );
}

function holds(wide: Schema, narrow: Schema): boolean {
  const names = Object.keys(narrow.properties ?? {});
  const required = [...(narrow.required ?? [])].sort().join();
  return (
    isObject(wide) &&
    names.length < Object.keys(wide.properties ?? {}).length &&
    names.every((name) => Object.hasOwn(wide.properties ?? {}, name)) &&
    [...(wide.required ?? [])].sort().join() === required &&
    JSON.stringify(wide.properties?.["type"]) === JSON.stringify(narrow.properties?.["type"])
  );
}

export function isObject(form: Schema): boolean {
  return form.type === "object" || form.properties !== undefined;
}

/** The values of a schema of constants; undefined if it is not one. */
export function constantsOf(schema: Schema | undefined): readonly string[] | undefined {
  return schema?.const === undefined ? schema?.enum : [schema.const];
}
