import { Script } from "node:vm";

/**
 * Turns a file from `templates/` into JavaScript by removing the few forms of type syntax that the templates use. The
 * compiler needs half a second to load and half a second per megabyte; for a thousand operations, that is longer than
 * the rest of a run.
 *
 * The patterns can't match text of a document: it appears only in string literals and comments, which never start a line
 * with these words.
 *
 * @returns undefined if the result is not JavaScript, so that the compiler can report the error
 */
export function eraseTypes(typescript: string): string | undefined {
  const javascript = typescript
    .replace(/^import type \{[^}]*\} from .*;\n/gm, "")
    .replace(/^export type \* from .*;\n/gm, "")
    .replace(/^import \{[^}]*\} from .*;$/gm, (line) =>
      line.replace(/,\s*type [\w$]+(?: as [\w$]+)?/g, ""),
    )
    .replace(/^(export const [\w$]+): .* = \{$/gm, "$1 = {")
    .replace(/^ {2}static override readonly api: Api = /gm, "  static api = ")
    .replace(/^ {2}static override readonly apis: readonly Api\[\] = \[$/gm, "  static apis = [")
    .replace(/^ {2}([\w$]+)\(options: OpenApiServerOptions\): [\w$]+ \{$/gm, "  $1(options) {")
    .replace(/^ {2}protected override expose\(mcp: Registrar\): void /gm, "  expose(mcp) ")
    .replace(
      /^ {2}([\w$]+)\(\s*input: .*,\s*ctx: CallContext,?\s*\): Promise<.*> \{$/gm,
      "  $1(input, ctx) {",
    )
    .replace(
      /^ {2}([\w$]+)\(\s*(?:(input|variables|args): [\w$]+( = \{\})?,\s*)?options\?: [\w$]+,?\s*\): Promise<.*> \{$/gm,
      (_head, symbol: string, name?: string, empty = "") =>
        `  ${symbol}(${name === undefined ? "" : `${name}${empty}, `}options) {`,
    );
  return isModule(javascript) ? javascript : undefined;
}

/** Whether V8 can parse the module, without its imports and exports, which a script may not have. Nothing runs. */
function isModule(javascript: string): boolean {
  const script = javascript
    .replace(/^import [^"']* from .*;$/gm, "")
    .replace(/^export (const|class) /gm, "$1 ")
    .replace(/^export .*;$/gm, "");
  try {
    new Script(script);
    return true;
  } catch {
    return false;
  }
}
