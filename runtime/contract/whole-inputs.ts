import type { ObjectSchema, Operation, SchemaTable } from "./operation.js";

/** The whole input schemas of operations that are listed with shorter ones. Calls are checked by the whole ones. */
export interface WholeInputs {
  /** By the operation's id: its `input`, where that itself is listed shorter. */
  readonly inputs: { readonly [id: string]: ObjectSchema };
  /** `$defs` that are listed shorter, or not at all. */
  readonly schemas: SchemaTable;
}

type OperationInput = Pick<Operation, "input"> & Partial<Pick<Operation, "id">>;

/** Returns the schema that checks an operation's arguments, and its `$defs`. @param listed the `$defs` that are listed */
export function wholeInput(
  operation: OperationInput,
  listed: SchemaTable | undefined,
  whole: WholeInputs | undefined,
): { readonly input: ObjectSchema; readonly schemas: SchemaTable | undefined } {
  const input = inputOf(operation, whole);
  return { input, schemas: whole ? allSchemas(listed, whole) : listed };
}

const merged = new WeakMap<WholeInputs, { readonly listed?: SchemaTable; all: SchemaTable }>();

/** All operations of a server share one table, which may have thousands of schemas. */
function allSchemas(listed: SchemaTable | undefined, whole: WholeInputs): SchemaTable {
  const known = merged.get(whole);
  if (known && known.listed === listed) return known.all;
  const all = { ...listed, ...whole.schemas };
  merged.set(whole, { ...(listed && { listed }), all });
  return all;
}

/** Returns the schema that checks an operation's arguments, without its `$defs`, which all operations share. */
export function inputOf(
  { id, input }: OperationInput,
  whole: WholeInputs | undefined,
): ObjectSchema {
  if (!whole || id === undefined || !Object.hasOwn(whole.inputs, id)) return input;
  return whole.inputs[id] ?? input;
}
