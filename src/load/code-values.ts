/** Reads literal values in TypeScript or JavaScript without running it. */
import { ts } from "ts-morph";

/** What is no literal. */
export class CodeValue {
  /** The code. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A call and its arguments. */
export class CodeCall extends CodeValue {
  readonly callee: string;
  readonly args: readonly unknown[];

  constructor(text: string, callee: string, args: readonly unknown[]) {
    super(text);
    this.callee = callee;
    this.args = args;
  }
}

/** Deeper values are not read. */
const maxDepth = 100;

export function parseCode(text: string): ts.SourceFile {
  return ts.createSourceFile("code.ts", text, ts.ScriptTarget.ES2022, true);
}

/**
 * Returns the value of an expression: texts, numbers, truth values, null, lists, objects and regular expressions. Names of
 * constants in the same file stand for their values; everything else is a `CodeValue`.
 */
export function codeValue(node: ts.Expression, source: ts.SourceFile, depth = 0): unknown {
  if (depth > maxDepth) return new CodeValue("");
  const read = (each: ts.Expression): unknown => codeValue(each, source, depth + 1);
  if (
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isParenthesizedExpression(node)
  ) {
    return read(node.expression);
  }
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (node.kind === ts.SyntaxKind.NullKeyword) return null;
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(read);
  if (ts.isObjectLiteralExpression(node)) return objectOf(node, read);
  if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) return regexOf(node.getText(source));
  if (ts.isCallExpression(node)) {
    const callee = node.expression.getText(source);
    return new CodeCall(node.getText(source), callee, node.arguments.map(read));
  }
  if (ts.isIdentifier(node)) {
    const constant = constantOf(node.text, source);
    if (constant) return read(constant);
  }
  return new CodeValue(node.getText(source));
}

function objectOf(
  node: ts.ObjectLiteralExpression,
  read: (each: ts.Expression) => unknown,
): Readonly<Record<string, unknown>> {
  const members = node.properties.flatMap((each): [string, unknown][] => {
    if (ts.isShorthandPropertyAssignment(each)) return [[each.name.text, read(each.name)]];
    if (ts.isMethodDeclaration(each) && ts.isIdentifier(each.name)) {
      return [[each.name.text, new CodeValue("")]];
    }
    if (!ts.isPropertyAssignment(each)) return [];
    const key = ts.isComputedPropertyName(each.name) ? each.name.expression : each.name;
    const isText = ts.isIdentifier(key) || ts.isStringLiteralLike(key);
    return isText ? [[key.text, read(each.initializer)]] : [];
  });
  return Object.fromEntries(members);
}

function regexOf(text: string): unknown {
  const [, source = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [];
  try {
    return new RegExp(source, flags);
  } catch {
    return new CodeValue(text);
  }
}

function constantOf(name: string, source: ts.SourceFile): ts.Expression | undefined {
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations.slice())
    .find((each) => ts.isIdentifier(each.name) && each.name.text === name)?.initializer;
}

/** Returns what a module exports by default: `export default …` or `module.exports = …`. */
export function defaultExport(text: string): unknown {
  const source = parseCode(text);
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement)) return codeValue(statement.expression, source);
    if (!ts.isExpressionStatement(statement)) continue;
    const { expression } = statement;
    const isExport =
      ts.isBinaryExpression(expression) &&
      expression.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      expression.left.getText(source) === "module.exports";
    if (isExport) return codeValue(expression.right, source);
  }
  return undefined;
}
