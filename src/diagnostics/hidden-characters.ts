/**
 * Hidden characters in texts of a document. The joiners and selectors that scripts and emoji need are not among them; on a
 * terminal, where every one is shown as an escape, they are.
 *
 * @see runtime/protocol/terminal/hidden-characters.ts for the rule
 */
import {
  escapeHidden as escapeEach,
  hiddenPattern,
} from "../../runtime/contract/hidden-characters.js";

/** Scripts whose letters take other shapes at a joiner. @see Unicode 16 section 23.2 */
const joining = ["Arab", "Syrc", "Nkoo", "Mong", "Phag", "Mand", "Deva", "Beng", "Guru", "Gujr"]
  .concat(["Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh", "Mymr", "Khmr", "Tibt"])
  .map((script) => `\\p{sc=${script}}`)
  .join("");

/** Where a hidden character has a use. Each takes what comes before it, so that a second one in a row has none. */
const uses = [
  // Presentation of an emoji, and of a keycap. @see UTS #51 sections 1.4.3 and 1.4.5
  String.raw`(?<=\p{ExtPict}\p{EMod}?)[\ufe0e\ufe0f]`,
  String.raw`(?<=[#*\d])\ufe0f(?=\u20e3)`,
  // Emoji that are joined to one. @see UTS #51 section 1.4.6
  String.raw`(?<=[\p{ExtPict}\p{EMod}]\ufe0f?)\u200d(?=\p{ExtPict})`,
  String.raw`(?<=[${joining}])[\u200c\u200d](?=[${joining}])`,
  // A chillu at the end of a word, as Malayalam was written before Unicode 5.1.
  String.raw`(?<=\u0d4d)\u200d`,
].join("|");

/** The characters that may have a use, so that the others are not searched for one. */
const usable = String.raw`(?=[\ufe0e\ufe0f\u200c\u200d])`;
const useOrHidden = new RegExp(`(${usable}(?:${uses}))|${hiddenPattern}`, "gu");

/** Texts without hidden characters, as nearly all are: found faster. */
const plainLine = /^[ -~]*$/;
const plainLines = /^[\t\n\r -~]*$/;
const plainText = /^[\t\n -%'-~]*$/;

/** Replaces each hidden character of a line, including line feeds, by its escape. */
export function escapeHidden(text: string): string {
  return replaceHidden(text, escapeEach);
}

export function replaceHidden(text: string, replace: (character: string) => string): string {
  if (plainLine.test(text)) return text;
  if (plainLines.test(text)) return text.replace(/[\t\n\r]/g, replace);
  return text.replace(useOrHidden, (character, use?: string) => use ?? replace(character));
}

/** What a terminal draws in another colour or place; what it draws is the text around it. @see ECMA-48 section 5.4 */
// oxlint-disable-next-line no-control-regex -- these sequences begin with controls
const controlSequence = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;
// oxlint-disable-next-line no-control-regex -- these characters break lines
const lineBreak = /\r\n?|[\v\f\u001c-\u001e\u0085]/g;
/** Hidden characters as HTML and Markdown write them. */
const reference =
  /&(?:#x0*([\da-f]{1,6})|#0*(\d{1,7})|(?:shy|zwn?j|[lr]rm|ZeroWidthSpace|NoBreak|Negative(?:Very)?Thi(?:n|ck)Space|NegativeMediumSpace|Invisible(?:Comma|Times)|ApplyFunction|[ai][cft]));/gi;

/**
 * Removes hidden characters from a text that models read. Tabs, line feeds and the separators of Unicode stay; control
 * characters that break lines become line feeds.
 */
export function stripHidden(text: string): string {
  if (plainText.test(text)) return text;
  const visible = plainLines.test(text)
    ? text.replace(lineBreak, "\n")
    : text
        .replace(controlSequence, "")
        .replace(lineBreak, "\n")
        .replace(
          useOrHidden,
          (character, use?: string) => use ?? (isLayout(character) ? character : ""),
        );
  return visible.replace(reference, (written, hex?: string, decimal?: string) => {
    if (hex === undefined && decimal === undefined) return "";
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point > 0x10ffff || !isHidden(String.fromCodePoint(point)) ? written : "";
  });
}

/** Returns the hidden characters of a text that `stripHidden` removes, in order; line breaks are none. */
export function hiddenIn(text: string): readonly string[] {
  if (plainLines.test(text)) return [];
  return [...text.matchAll(useOrHidden)].flatMap(([character, use]) =>
    use !== undefined || isLayout(character) || character === "\r" ? [] : [character],
  );
}

function isHidden(character: string): boolean {
  return !isLayout(character) && escapeEach(character) !== character;
}

function isLayout(character: string): boolean {
  return /[\t\n\u2028\u2029]/.test(character);
}
