import { stringLiteral } from "./literal.js";

/**
 * Prints an import statement with one name a line, so that an added operation adds a line. In Git, two branches that add
 * operations then seldom change the same line.
 */
export function importStatement(
  keyword: "import" | "import type",
  names: readonly string[],
  from: string,
): string {
  const lines = names.map((name) => `  ${name},\n`).join("");
  return `${keyword} {\n${lines}} from ${stringLiteral(from)};`;
}

/** Prints the import of one name that no operation joins, as prettier does. */
export function importOf(name: string, from: string): string {
  return `import { ${name} } from ${stringLiteral(from)};`;
}
