import { createRequire } from "node:module";

/** What is longer was not written by hand, and takes the parser long. */
const longest = 2000;

/** What is wrong with a JMESPath expression; undefined when nothing is. */
export function jmesPathFault(expression: string): string | undefined {
  if (expression.length > longest) return `it is longer than ${longest} characters`;
  // Most runs have no such expression.
  const require = createRequire(import.meta.url);
  const { compile, getRegisteredFunctions } =
    require("@jmespath-community/jmespath") as typeof import("@jmespath-community/jmespath");
  try {
    const known = getRegisteredFunctions();
    const unknown = functionsIn(compile(expression)).find((name) => !known.includes(name));
    return unknown === undefined ? undefined : `there is no function \`${unknown}\``;
  } catch (error) {
    const [first = ""] = (error as Error).message.split("\n");
    return first.replace(/\.$/, "").slice(0, 200) || "it can't be parsed";
  }
}

/** Names of the functions that a parsed expression calls. */
function functionsIn(node: unknown): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, name } = node as { type?: unknown; name?: unknown };
  const own = type === "Function" && typeof name === "string" ? [name] : [];
  return [...own, ...Object.values(node).flatMap(functionsIn)];
}
