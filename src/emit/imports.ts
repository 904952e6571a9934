import { lineWidth, stringLiteral } from "./literal.js";

/** Prints an import statement in the layout of prettier. */
export function importStatement(
  keyword: "import" | "import type",
  names: readonly string[],
  from: string,
): string {
  const end = ` from ${stringLiteral(from)};`;
  const line = `${keyword} { ${names.join(", ")} }${end}`;
  if (line.length <= lineWidth) return line;
  return `${keyword} {\n${names.map((name) => `  ${name},\n`).join("")}}${end}`;
}
