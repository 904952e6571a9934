import type { ts } from "ts-morph";

/**
 * Whether two JavaScript files are the same program: they differ in nothing but comments, spaces and other choices of a printer.
 * The user's own `tsc` prints what it compiles in another way than a run does.
 */
export async function isSameProgram(left: string, right: string): Promise<boolean> {
  const { ts: compiler } = await import("ts-morph");
  const read = (text: string): ts.SourceFile =>
    compiler.createSourceFile("file.js", text, {
      languageVersion: compiler.ScriptTarget.Latest,
      jsDocParsingMode: compiler.JSDocParsingMode.ParseNone,
    });
  return isSame(read(left), read(right));

  function isSame(one: ts.Node, other: ts.Node): boolean {
    if (one.kind !== other.kind || ownText(one) !== ownText(other)) return false;
    const [children, others] = [childrenOf(one), childrenOf(other)];
    return (
      children.length === others.length &&
      children.every((child, at) => isSame(child, others[at] ?? other))
    );
  }

  function childrenOf(node: ts.Node): readonly ts.Node[] {
    const children: ts.Node[] = [];
    compiler.forEachChild(node, (child) => {
      // An empty export only marks a module, and is written where nothing else does.
      const isEmpty =
        compiler.isExportDeclaration(child) &&
        child.exportClause !== undefined &&
        compiler.isNamedExports(child.exportClause) &&
        child.exportClause.elements.length === 0;
      if (child.kind !== compiler.SyntaxKind.EndOfFileToken && !isEmpty) children.push(child);
    });
    return children;
  }

  /** Returns what a node says besides its children. */
  function ownText(node: ts.Node): string {
    if (compiler.isIdentifier(node) || compiler.isPrivateIdentifier(node)) return node.text;
    if (compiler.isLiteralExpression(node)) return node.text;
    if (compiler.isTemplateMiddleOrTemplateTail(node) || compiler.isTemplateHead(node)) {
      return node.rawText ?? node.text;
    }
    if (compiler.isPrefixUnaryExpression(node) || compiler.isPostfixUnaryExpression(node)) {
      return String(node.operator);
    }
    if (compiler.isVariableDeclarationList(node)) {
      return String(node.flags & compiler.NodeFlags.BlockScoped);
    }
    return "";
  }
}
