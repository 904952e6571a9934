import type { JsonSchema, SchemaTable } from "../../runtime/contract/operation.js";
import { inputOf } from "../../runtime/contract/whole-inputs.js";
import type { Surface } from "../surface/model.js";

/** The schemas of one operation that clients rely on. */
export interface OperationSchemas {
  /** What calls are checked by. */
  readonly input: JsonSchema;
  readonly output?: JsonSchema;
}

/** The schemas of a server's operations. */
export interface ServerSchemas {
  /** By the name of the method. Undefined if they are not known. */
  readonly of: (method: string) => OperationSchemas | undefined;
  readonly inputs: SchemaTable;
  readonly outputs: SchemaTable;
}

export function schemasOfSurface({ api, operations }: Surface): ServerSchemas {
  const whole = api.wholeInputs?.();
  const byMethod = new Map(operations.map(({ symbol, facts }) => [symbol, facts]));
  return {
    inputs: { ...api.inputSchemas, ...whole?.schemas },
    outputs: api.outputSchemas ?? {},
    of: (method) => {
      const facts = byMethod.get(method);
      if (!facts) return undefined;
      const input = inputOf(facts, whole);
      return { input, ...(facts.output && { output: facts.output }) };
    },
  };
}
