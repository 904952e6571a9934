import { compile, getRegisteredFunctions } from "@jmespath-community/jmespath";

/** Maximum length of an expression, because the parser is slow on long ones. */
const longest = 2000;

/** Returns the fault of a JMESPath expression, or undefined if it is valid. */
export function jmesPathFault(expression: string): string | undefined {
  if (expression.length > longest) return `it is longer than ${longest} characters`;
  try {
    const known = getRegisteredFunctions();
    const unknown = functionsIn(compile(expression)).find((name) => !known.includes(name));
    return unknown === undefined ? undefined : `there is no function \`${unknown}\``;
  } catch (error) {
    const [first = ""] = (error as Error).message.split("\n");
    return first.replace(/\.$/, "").slice(0, 200) || "it cannot be parsed";
  }
}

/** Returns the names of the functions that a parsed expression calls. */
function functionsIn(node: unknown): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, name } = node as { type?: unknown; name?: unknown };
  const own = type === "Function" && typeof name === "string" ? [name] : [];
  return [...own, ...Object.values(node).flatMap(functionsIn)];
}
