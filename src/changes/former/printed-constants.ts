import type { ts } from "ts-morph";

/** Thrown where an expression is anything but a literal. */
class NotLiteral extends Error {}

/**
 * The constants of a generated file, `export const NAME: TYPE = LITERAL;`, by name. The file is parsed and never run; what
 * is not a literal has no value.
 */
export class PrintedConstants {
  readonly #compiler: typeof ts;
  readonly #text: string;

  constructor(compiler: typeof ts, text: string) {
    this.#compiler = compiler;
    this.#text = text.replaceAll("\r\n", "\n");
  }

  /** Returns the value of a constant; undefined if the file has no such constant or it is not a literal. */
  value(name: string): unknown {
    const statement = this.#statementOf(name);
    if (statement === undefined) return undefined;
    const kind = this.#compiler.ScriptKind.TS;
    const target = this.#compiler.ScriptTarget.Latest;
    try {
      const file = this.#compiler.createSourceFile("constant.ts", statement, target, false, kind);
      const [first] = file.statements;
      if (!first || !this.#compiler.isVariableStatement(first)) return undefined;
      const initializer = first.declarationList.declarations[0]?.initializer;
      return initializer && this.#evaluate(initializer);
    } catch (error) {
      // A RangeError: nested deeper than the stack.
      if (error instanceof NotLiteral || error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** Returns the statement alone: a file may have megabytes, and few of its constants are read. */
  #statementOf(name: string): string | undefined {
    const start = `export const ${name}: `;
    const at = this.#text.startsWith(start) ? 0 : this.#text.indexOf(`\n${start}`) + 1;
    if (at === 0 && !this.#text.startsWith(start)) return undefined;
    const lineEnd = this.#text.indexOf("\n", at);
    const isOneLine = lineEnd < 0 || this.#text[lineEnd - 1] === ";";
    // No literal has a line that begins with a brace before its last line.
    const end = isOneLine ? lineEnd : this.#text.indexOf("\n};", at) + "\n};".length;
    return this.#text.slice(at, end < at ? undefined : end);
  }

  #evaluate(node: ts.Expression): unknown {
    const { SyntaxKind } = this.#compiler;
    if (this.#compiler.isStringLiteral(node)) return node.text;
    if (this.#compiler.isNumericLiteral(node)) return Number(node.text);
    if (this.#compiler.isArrayLiteralExpression(node)) {
      return node.elements.map((element) => this.#evaluate(element));
    }
    if (this.#compiler.isObjectLiteralExpression(node)) {
      return Object.fromEntries(node.properties.map((member) => this.#member(member)));
    }
    if (this.#compiler.isPrefixUnaryExpression(node)) {
      const value = this.#evaluate(node.operand);
      if (node.operator === SyntaxKind.MinusToken && typeof value === "number") return -value;
    }
    if (node.kind === SyntaxKind.TrueKeyword) return true;
    if (node.kind === SyntaxKind.FalseKeyword) return false;
    if (node.kind === SyntaxKind.NullKeyword) return null;
    throw new NotLiteral();
  }

  #member(member: ts.ObjectLiteralElementLike): [string, unknown] {
    if (!this.#compiler.isPropertyAssignment(member)) throw new NotLiteral();
    return [this.#nameOf(member.name), this.#evaluate(member.initializer)];
  }

  #nameOf(name: ts.PropertyName): string {
    if (this.#compiler.isIdentifier(name) || this.#compiler.isStringLiteral(name)) return name.text;
    const { expression } = name as ts.ComputedPropertyName;
    // `["__proto__"]`
    if (this.#compiler.isComputedPropertyName(name) && this.#compiler.isStringLiteral(expression)) {
      return (expression as ts.StringLiteral).text;
    }
    throw new NotLiteral();
  }
}
