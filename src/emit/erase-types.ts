import { Script } from "node:vm";

/** What stands for a statement, or the head of one, in JavaScript. The pattern is sticky: it matches at one place only. */
type Rule = readonly [pattern: RegExp, javascript: (...groups: string[]) => string];

const ofModules: readonly Rule[] = [
  [/import type \{[^}]*\} from .*;\n/y, () => ""],
  [/export type \* from .*;\n/y, () => ""],
  [/import \{[^}]*\} from .*;$/my, (all) => all.replace(/,\s*type [\w$]+(?: as [\w$]+)?/g, "")],
  [/(export const [\w$]+): .* = \{$/my, (_all, declared) => `${declared} = {`],
  [/export abstract class /y, () => "export class "],
];

const ofMembers: readonly Rule[] = [
  [/ {2}static override readonly api: Api = /y, () => "  static api = "],
  [/ {2}static override readonly apis: readonly Api\[\] = \[$/my, () => "  static apis = ["],
  [/ {2}protected override expose\(mcp: Registrar\): void /y, () => "  expose(mcp) "],
  [
    / {2}([\w$]+)\(options: OpenApiServerOptions\): [\w$]+ \{$/my,
    (_all, symbol) => `  ${symbol}(options) {`,
  ],
  [
    / {2}([\w$]+)\(\s*input: .*,\s*ctx: CallContext,?\s*\): Promise<.*> \{$/my,
    (_all, symbol) => `  ${symbol}(input, ctx) {`,
  ],
  [
    / {2}([\w$]+)\(\s*(?:(input|variables|args): [\w$]+( = \{\})?,\s*)?options\?: [\w$]+,?\s*\): Promise<.*> \{$/my,
    (_all, symbol, name, empty = "") =>
      `  ${symbol}(${name === undefined ? "" : `${name}${empty}, `}options) {`,
  ],
];

/**
 * Turns a file from `templates/` into JavaScript by removing the few forms of type syntax that the templates use. The
 * compiler needs half a second to load and half a second per megabyte; for a thousand operations, that is longer than
 * the rest of a run. Only the beginnings of lines are compared, which takes a tenth of the time of searching the text.
 *
 * The patterns can't match text of a document: it appears only in string literals and comments, which never start a line
 * with these words.
 */
export function eraseTypes(typescript: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at < typescript.length;) {
    const [length, javascript] = erasedAt(typescript, at) ?? [0];
    if (javascript !== undefined) {
      kept.push(typescript.slice(from, at), javascript);
      from = at + length;
    }
    // Text that was replaced as a whole ends with its line.
    const isWhole = length > 0 && typescript[at + length - 1] === "\n";
    const end = isWhole ? at + length - 1 : typescript.indexOf("\n", at + length);
    at = end < 0 ? typescript.length : end + 1;
  }
  return kept.join("") + typescript.slice(from);
}

/** Returns how much of the text at the beginning of a line has another form in JavaScript, and that form. */
function erasedAt(text: string, at: number): readonly [number, string] | undefined {
  for (const [pattern, javascript] of rulesOf(text, at)) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return [match[0].length, javascript(...match)];
  }
  return undefined;
}

function rulesOf(text: string, at: number): readonly Rule[] {
  switch (text[at]) {
    case "e":
    case "i":
      return ofModules;
    case " ":
      return text[at + 1] === " " && text[at + 2] !== " " ? ofMembers : [];
    default:
      return [];
  }
}

/** Whether V8 can parse the module, without its imports and exports, which a script may not have. Nothing runs. */
export function isModule(javascript: string): boolean {
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
