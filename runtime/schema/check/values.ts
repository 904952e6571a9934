/** Keywords of values of any kind. @see JSON Schema validation 2020-12, 6.1 */
import { ValueSet } from "./equality.js";
import { KeywordFault } from "./fault.js";
import { UnusableSchema, type Check, type Keyword, type Kind, type Node } from "./node-model.js";
import { Run } from "./run.js";

const types = new Set(["string", "number", "integer", "boolean", "null", "array", "object"]);

/** Makes the check of a value that must be one of a schema's. */
function isAmong(allowed: readonly unknown[], fault: KeywordFault): Check {
  const set = new ValueSet(false);
  // Without a limit: the schema was read before any value came.
  const run = new Run(Number.MAX_SAFE_INTEGER);
  for (const value of allowed) set.add(value, run);
  return (value, current) => set.has(value, current) || current.fails(fault, value);
}

/** Returns the check that `type` makes of a kind of value; undefined if it allows the kind. */
export function typeCheck(node: Node, kind: Kind): Check | undefined {
  const allowed = typesOf(node);
  if (!allowed || allowed.includes(kind === "number" ? "" : kind)) return undefined;
  const { type } = node.keywords!;
  const fault = new KeywordFault(node, "type", { type }, `must be ${String(type)}`);
  if (kind === "number" && allowed.includes("number")) {
    return (value, run) => Number.isFinite(value) || run.fails(fault, value);
  }
  if (kind === "number" && allowed.includes("integer")) {
    return (value, run) => Number.isInteger(value) || run.fails(fault, value);
  }
  return (value, run) => run.fails(fault, value);
}

/** OpenAPI's `nullable` adds null to a type. @see OpenAPI 3.0.4, 4.7.24.1 */
function typesOf({ keywords }: Node): readonly unknown[] | undefined {
  const { type, nullable } = keywords!;
  if (type === undefined) return undefined;
  const list = Array.isArray(type) ? (type as unknown[]) : [type];
  if (list.length === 0) return undefined;
  return nullable === true ? [...list, "null"] : list;
}

/** @throws UnusableSchema */
export function requireTypes(type: unknown, place: string): void {
  const list = Array.isArray(type) ? (type as unknown[]) : [type];
  if (!list.every((each) => types.has(each as string))) {
    throw new UnusableSchema(`type must name types of JSON, at ${place}: ${JSON.stringify(type)}`);
  }
}

export const valueKeywords: readonly Keyword[] = [
  {
    name: "const",
    compile(node, stated) {
      const params = { allowedValue: stated };
      return isAmong(
        [stated],
        new KeywordFault(node, "const", params, "must be equal to constant"),
      );
    },
  },
  {
    name: "enum",
    compile(node, stated) {
      const message = "must be equal to one of the allowed values";
      const fault = new KeywordFault(node, "enum", { allowedValues: stated }, message);
      return isAmong(stated as readonly unknown[], fault);
    },
  },
];
