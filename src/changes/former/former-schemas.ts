import type { JsonSchema, SchemaTable } from "../../../runtime/contract/operation.js";
import type { OperationSchemas, ServerSchemas } from "../operation-schemas.js";
import { PrintedConstants } from "./printed-constants.js";

/** A file of a former output, exactly as the generator wrote it. */
export interface FormerFile {
  readonly path: string;
  readonly content: string;
}

const operationsFile = /(^|\/)operations(\.ts|\/.+\.ts)$/;
const wholeInputsFile = /(^|\/)whole-inputs\.ts$/;

/** Whether a generated file has schemas of operations. */
export function hasSchemas(path: string): boolean {
  return operationsFile.test(path) || wholeInputsFile.test(path);
}

/** Reads the schemas of a former output from its files. An operation that can't be read has none. */
export async function readFormerSchemas(files: readonly FormerFile[]): Promise<ServerSchemas> {
  const { ts } = await import("ts-morph");
  const constantsOf = (pattern: RegExp): readonly PrintedConstants[] =>
    files
      .filter(({ path }) => pattern.test(path))
      .map(({ content }) => new PrintedConstants(ts, content));
  return new FormerSchemas(constantsOf(operationsFile), constantsOf(wholeInputsFile));
}

class FormerSchemas implements ServerSchemas {
  readonly inputs: SchemaTable;
  readonly outputs: SchemaTable;
  readonly #operations: readonly PrintedConstants[];
  /** By the operation's id, where its `input` is listed shorter. */
  readonly #whole: SchemaTable;

  constructor(operations: readonly PrintedConstants[], wholeInputs: readonly PrintedConstants[]) {
    this.#operations = operations;
    this.#whole = tableIn(wholeInputs, "inputs");
    this.inputs = { ...tableIn(operations, "inputSchemas"), ...tableIn(wholeInputs, "schemas") };
    this.outputs = tableIn(operations, "outputSchemas");
  }

  of(method: string): OperationSchemas | undefined {
    const facts = valueIn(this.#operations, method);
    if (!isRecord(facts) || !isRecord(facts["input"])) return undefined;
    const { id, input, output } = facts;
    const whole =
      typeof id === "string" && Object.hasOwn(this.#whole, id) ? this.#whole[id] : undefined;
    return { input: whole ?? input, ...(isRecord(output) && { output }) };
  }
}

function tableIn(sources: readonly PrintedConstants[], name: string): SchemaTable {
  const value = valueIn(sources, name);
  return isRecord(value) ? (value as SchemaTable) : {};
}

function valueIn(sources: readonly PrintedConstants[], name: string): unknown {
  for (const source of sources) {
    const value = source.value(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
