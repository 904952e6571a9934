/** Answers that are not what was asked for, in one line. A separate module, because most answers are right. */
import { nestsTooDeep } from "../../protocol/nesting.js";
import type { Answer } from "./answer.js";
import { isJsonType, isXmlType, type MediaType } from "../../contract/media-type.js";

/** Length of the part of a page that is searched for its title and text. */
const maxSearched = 16 * 1024;
const maxShown = 150;
const pageStart = startOfPage("html|head|body");
/** Of a text whose type is XML: other formats have elements such as `Body`. */
const xmlPageStart = startOfPage("html");

/** @param elements names of elements that an HTML page begins with, separated by `|` */
function startOfPage(elements: string): RegExp {
  const before = String.raw`^\s*(?:<\?xml[^>]*>\s*|<!--[^>]*>\s*)*`;
  return new RegExp(String.raw`${before}<(?:!doctype\s+html|${elements})(?=[\s/>])`, "i");
}

/**
 * Describes a text that is an HTML page or broken JSON: what it is, and its title or beginning.
 *
 * @param accept the media types that were asked for; a page may be one of them
 * @returns undefined for any other text
 */
export function describeUnexpected(
  { text }: Answer & { readonly kind: "text" },
  type: MediaType | undefined,
  accept = "",
): string | undefined {
  const isXml = type !== undefined && isXmlType(type.essence);
  const start = isXml ? xmlPageStart : pageStart;
  if (type?.essence === "text/html" || start.test(text.slice(0, 2_000))) {
    const isWanted = /html|\*\/\*|text\/\*/i.test(accept);
    return isWanted ? undefined : `an HTML page: ${quoted(titleOrText(text))}`;
  }
  const isBroken =
    type &&
    isJsonType(type.essence) &&
    /^\s*[[{"]/.test(text) &&
    !nestsTooDeep(text) &&
    !isJsonLines(text);
  return isBroken ? `broken JSON that begins: ${quoted(text)}` : undefined;
}

/** Whether a text has several lines that are JSON each, as APIs report their progress in. */
function isJsonLines(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every(isJson);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the title of a page, else its visible text. */
function titleOrText(page: string): string {
  const start = page.slice(0, maxSearched);
  const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1] ?? "";
  if (title.trim() !== "") return decoded(title);
  const visible = start
    .replace(/<!--[^]*?(?:-->|$)/g, " ")
    .replace(/<(script|style|head|template)\b[^]*?(?:<\/\1\s*>|$)/gi, " ")
    .replace(/<[^>]*(?:>|$)/g, " ");
  return decoded(visible);
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, ...groups) => {
    const [decimal, hex, name] = groups as (string | undefined)[];
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  });
}

/** Returns the beginning of a text in one line. */
function quoted(text: string): string {
  const line = text
    .slice(0, 2_000)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line === "") return "(no text)";
  const shown = Array.from(line).slice(0, maxShown).join("");
  return shown === line ? `"${line}"` : `"${shown}…"`;
}
