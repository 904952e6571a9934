import { Script } from "node:vm";

/**
 * Turns a file that `templates/` laid out into JavaScript by taking away the few forms of type syntax that the
 * templates use. The compiler does the same at half a second per megabyte after half a second to load, which for a
 * thousand operations is more than all the rest of a run.
 *
 * Every line that starts at a margin of the template is ours: what a document says stands in string literals and
 * comments, which never start a line with these words.
 *
 * @returns undefined when the rest is not JavaScript, so that the compiler can say what is wrong.
 */
export function eraseTypes(typescript: string): string | undefined {
  const javascript = typescript
    .replace(/^import type \{[^}]*\} from .*;\n/gm, "")
    .replace(/^export type \* from .*;\n/gm, "")
    .replace(/^import \{[^}]*\} from .*;$/gm, (line) => line.replace(/,\s*type [\w$]+/g, ""))
    .replace(/^(export const [\w$]+): .* = \{$/gm, "$1 = {")
    .replace(/^ {2}static override readonly api: Api = /gm, "  static api = ")
    .replace(/^ {2}protected override expose\(mcp: Registrar\): void /gm, "  expose(mcp) ")
    .replace(
      /^ {2}([\w$]+)\(\s*input: .*,\s*ctx: CallContext,?\s*\): Promise<.*> \{$/gm,
      "  $1(input, ctx) {",
    );
  return isModule(javascript) ? javascript : undefined;
}

/** Whether V8 can parse it; nothing runs. A script may hold no imports and exports, so they are left out. */
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
