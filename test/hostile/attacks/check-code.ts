/** Checks that the texts of a document are data in the files that are written. */
import assert from "node:assert/strict";
import { ts } from "ts-morph";
import type { GeneratedFile } from "../../../src/index.js";

/**
 * A character after a backslash, or a span of code: a backtick after a backslash begins none.
 *
 * @see CommonMark 0.31.2, 6.1 Code spans
 */
const escapeOrCode = /\\[^]|(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g;

/** Fails unless a file holds the payload in strings, comments and data alone. */
export function checkFile({ path: name, content: text }: GeneratedFile): void {
  if (name.endsWith(".json")) {
    const value = JSON.parse(text) as { scripts?: Record<string, string> };
    const scripts = Object.values(value.scripts ?? {}).join("\n");
    assert.doesNotMatch(scripts, /__pwned/, `${name} has a payload among its scripts`);
  } else if (/\.[mc]?[jt]s$/.test(name)) {
    checkCode(name, text);
  } else if (name.endsWith(".md")) {
    const prose = text.replaceAll(escapeOrCode, (found, ticks) =>
      ticks === undefined ? found : "",
    );
    assert.doesNotMatch(prose, /(?<!\\)(<script|<img|<%|\]\(javascript:)/i, name);
  }
}

/** Fails unless a module parses and has the payload in no name, placeholder, directive or pragma. */
export function checkCode(name: string, text: string): void {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const { parseDiagnostics, checkJsDirective, pragmas } = file as ts.SourceFile & {
    parseDiagnostics: readonly ts.Diagnostic[];
    checkJsDirective?: object;
    pragmas: ReadonlyMap<string, unknown>;
  };
  const [wrong] = parseDiagnostics;
  assert.equal(wrong?.messageText, undefined, `${name}: ${text.slice(wrong?.start, 200)}`);
  assert.equal(checkJsDirective, undefined, `${name} tells the compiler not to check`);
  assert.equal(file.referencedFiles.length, 0, `${name} refers to files`);
  assert.deepEqual([...pragmas.keys()], [], `${name} has pragmas`);
  assert.doesNotMatch(text, /^\/\/# sourceMappingURL/m, name);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node))
      assert.notEqual(node.text, "__pwned", `${name} has code of the text`);
    if (ts.isTemplateExpression(node)) {
      for (const { expression } of node.templateSpans) {
        assert.doesNotMatch(expression.getText(), /pwned/, `${name} has a placeholder of the text`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}
