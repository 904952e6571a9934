import { lineWidth, stringLiteral } from "./literal.js";

/** An import statement as prettier would lay it out; `what` is `import` or `import type`. */
export function importStatement(
  what: "import" | "import type",
  names: readonly string[],
  from: string,
): string {
  const end = ` from ${stringLiteral(from)};`;
  const line = `${what} { ${names.join(", ")} }${end}`;
  if (line.length <= lineWidth) return line;
  return `${what} {\n${names.map((name) => `  ${name},\n`).join("")}}${end}`;
}
