/** Keywords of numbers. @see JSON Schema validation 2020-12, 6.2 */
import { isMultipleOf } from "../multiple-of.js";
import { KeywordFault } from "./fault.js";
import { ofKind, type Check, type Keyword, type Node } from "./node-model.js";

/** What a number adds to the cost of a division of decimals: very large and very small ones have hundreds of digits. */
function decimalSteps(value: number): number {
  const size = Math.abs(value);
  if (Number.isSafeInteger(value)) return 0;
  return size > 1e-7 && size < 1e21 ? 10 : 60;
}

type Compare = (value: number, limit: number) => boolean;

const comparisons = {
  "<=": (value: number, limit: number) => value <= limit,
  "<": (value: number, limit: number) => value < limit,
  ">=": (value: number, limit: number) => value >= limit,
  ">": (value: number, limit: number) => value > limit,
} as const satisfies Readonly<Record<string, Compare>>;

function limit(node: Node, name: string, comparison: keyof typeof comparisons): Check {
  const stated = node.keywords![name] as number;
  const fits = comparisons[comparison];
  const params = { comparison, limit: stated };
  const fault = new KeywordFault(node, name, params, `must be ${comparison} ${stated}`);
  return (value, run) => fits(value as number, stated) || run.fails(fault, value);
}

/** In draft-04 `exclusiveMaximum: true` changes the meaning of `maximum`. */
function excludes(node: Node, name: string): boolean {
  return node.dialect === "draft-04" && node.keywords![name] === true;
}

export const numberKeywords: readonly Keyword[] = ofKind("number", [
  {
    name: "maximum",
    compile: (node) => limit(node, "maximum", excludes(node, "exclusiveMaximum") ? "<" : "<="),
  },
  {
    name: "minimum",
    compile: (node) => limit(node, "minimum", excludes(node, "exclusiveMinimum") ? ">" : ">="),
  },
  {
    name: "exclusiveMaximum",
    compile: (node) =>
      node.dialect === "draft-04" ? undefined : limit(node, "exclusiveMaximum", "<"),
  },
  {
    name: "exclusiveMinimum",
    compile: (node) =>
      node.dialect === "draft-04" ? undefined : limit(node, "exclusiveMinimum", ">"),
  },
  {
    name: "multipleOf",
    compile(node, stated) {
      const step = stated as number;
      const fault = new KeywordFault(
        node,
        "multipleOf",
        { multipleOf: step },
        `must be multiple of ${step}`,
      );
      const steps = decimalSteps(step);
      return (value, run) => {
        run.spend(steps + decimalSteps(value as number));
        return isMultipleOf(value as number, step) || run.fails(fault, value);
      };
    },
  },
]);
