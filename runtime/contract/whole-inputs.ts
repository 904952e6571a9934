import type { ObjectSchema, Operation, SchemaTable } from "./operation.js";

/** The whole input schemas of operations that are listed with shorter ones. Calls are checked by the whole ones. */
export interface WholeInputs {
  /** By the operation's id: its `input`, where that itself is listed shorter. */
  readonly inputs: { readonly [id: string]: ObjectSchema };
  /** `$defs` that are listed shorter, or not at all. */
  readonly schemas: SchemaTable;
}

/** Returns the schema that checks an operation's arguments, and its `$defs`. @param listed the `$defs` that are listed */
export function wholeInput(
  { id, input }: Pick<Operation, "input"> & Partial<Pick<Operation, "id">>,
  listed: SchemaTable | undefined,
  whole: WholeInputs | undefined,
): { readonly input: ObjectSchema; readonly schemas: SchemaTable | undefined } {
  if (!whole) return { input, schemas: listed };
  const own = id !== undefined && Object.hasOwn(whole.inputs, id) ? whole.inputs[id] : undefined;
  return { input: own ?? input, schemas: { ...listed, ...whole.schemas } };
}
