/** HTML in descriptions. They are Markdown, in which code, autolinks and placeholders such as `<id>` are no HTML. */

/** Longer texts stay as they are; nobody lists them. */
const maxLength = 200_000;
const maxDepth = 40;

/** How the text of an element is written. */
type Writer = (inner: string, attributes: string) => string;

const asIs: Writer = (inner) => inner;
const block: Writer = (inner) => `\n\n${inner.trim()}\n\n`;
const line: Writer = (inner) => `\n${inner.trim()}\n`;

/** Elements that can stand alone, for which no end tag is needed. */
const alone: Readonly<Record<string, Writer>> = {
  br: () => "\n",
  hr: () => "\n\n---\n\n",
  img: (_inner, attributes) => attributeOf(attributes, "alt") ?? "",
};

/** Elements whose end tags may be left out. */
const openEnded = new Set(["p", "li", "dt", "dd", "tr", "td", "th"]);

const elements: Readonly<Record<string, Writer>> = {
  p: block,
  div: block,
  center: block,
  blockquote: block,
  details: block,
  table: block,
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level): [string, Writer] => [
      `h${level}`,
      (inner) => (inner.trim() === "" ? "" : `\n\n${"#".repeat(level)} ${oneLine(inner)}\n\n`),
    ]),
  ),
  ul: (inner) => `\n\n${list(inner, () => "-")}\n\n`,
  ol: (inner) => `\n\n${list(inner, (index) => `${index + 1}.`)}\n\n`,
  li: (inner) => `\n${itemMark}${inner.trim()}\n`,
  dl: block,
  dt: (inner) => `\n${marked(inner, "**").trim()}\n`,
  dd: line,
  thead: asIs,
  tbody: asIs,
  tr: (inner) => `\n${inner.replace(/ \| $/, "").trim()}\n`,
  td: (inner) => `${oneLine(inner)} | `,
  th: (inner) => `${oneLine(inner)} | `,
  b: (inner) => marked(inner, "**"),
  strong: (inner) => marked(inner, "**"),
  i: (inner) => marked(inner, "*"),
  em: (inner) => marked(inner, "*"),
  code: (inner) => code(inner),
  tt: (inner) => code(inner),
  kbd: (inner) => code(inner),
  samp: (inner) => code(inner),
  pre: (inner) => fence(inner),
  a: (inner, attributes) => link(inner, attributeOf(attributes, "href")),
  u: asIs,
  s: asIs,
  span: asIs,
  font: asIs,
  small: asIs,
  big: asIs,
  sup: (inner) => (inner.trim() === "" ? "" : `^${inner}`),
  sub: asIs,
  script: () => "",
  style: () => "",
};

/** Begins an item of a list until the list knows its kind. */
const itemMark = "\ue000";

/** An element that is open. */
interface Open {
  readonly name: string;
  readonly attributes: string;
  text: string;
}

const tag = /^<(\/?)([a-z][a-z0-9]*)(?:[\s/]([^<>]*))?>$/i;

/** Writes the HTML of a description as Markdown. Texts without any are returned unchanged. */
export function htmlToMarkdown(text: string): string {
  if (text.length > maxLength || text.includes(itemMark)) return text;
  if (!/<!--|<\/?[a-z][a-z0-9]*(?:[\s/][^<>]{0,2000})?>/i.test(text)) return text;
  return new Converter(text).convert();
}

class Converter {
  readonly #text: string;
  readonly #starts: ReadonlySet<string>;
  readonly #ends: ReadonlySet<string>;
  readonly #lastCommentEnd: number;
  readonly #open: Open[] = [{ name: "", attributes: "", text: "" }];
  #found = false;

  constructor(text: string) {
    this.#text = text;
    this.#lastCommentEnd = text.lastIndexOf("-->");
    this.#starts = namesIn(text, /<([a-z][a-z0-9]*)[\s/>]/gi);
    this.#ends = namesIn(text, /<\/([a-z][a-z0-9]*)\s*>/gi);
  }

  convert(): string {
    const tokens = /(`+|~{3,})|<!--|<\/?[a-z][a-z0-9]*(?:[\s/][^<>]{0,2000})?>/gi;
    let done = 0;
    for (let match = tokens.exec(this.#text); match; match = tokens.exec(this.#text)) {
      const { index } = match;
      const [token, ticks] = match;
      const end = ticks === undefined ? this.#endOf(token, index) : this.#endOfCode(ticks, index);
      if (end === undefined) continue;
      this.#write(this.#text.slice(done, index), true);
      if (ticks !== undefined) this.#write(this.#text.slice(index, end), false);
      else if (token === "<!--") this.#found = true;
      else this.#tag(token);
      done = end;
      tokens.lastIndex = end;
    }
    this.#write(this.#text.slice(done), true);
    while (this.#open.length > 1) this.#close();
    const [root] = this.#open;
    return this.#found ? tidied(root?.text ?? "") : this.#text;
  }

  /** Returns where a tag or a comment ends; undefined if it is neither. */
  #endOf(token: string, index: number): number | undefined {
    if (token === "<!--") {
      const end = index > this.#lastCommentEnd ? -1 : this.#text.indexOf("-->", index);
      return end === -1 ? undefined : end + 3;
    }
    if (!this.#isElement(token)) return undefined;
    let end = index + token.length;
    // Spaces would indent the next line.
    if (/^<br/i.test(token)) while (this.#text[end] === " ") end += 1;
    return end;
  }

  /** A word in angle brackets is a placeholder if the text has no end tag for it: `<a>`, `Map<B>`. */
  #isElement(token: string): boolean {
    const name = tag.exec(token)?.[2]?.toLowerCase() ?? "";
    if (Object.hasOwn(alone, name)) return true;
    if (!Object.hasOwn(elements, name)) return false;
    if (token.startsWith("</")) return this.#starts.has(name);
    return openEnded.has(name) || this.#ends.has(name);
  }

  /** Returns where a code span or fence ends; undefined if it never does. @see CommonMark 0.31 sections 4.5 and 6.1 */
  #endOfCode(ticks: string, index: number): number | undefined {
    const isFence =
      ticks.length >= 3 && /(?:^|\n)[ \t]*$/.test(this.#text.slice(Math.max(0, index - 20), index));
    if (!isFence && ticks.startsWith("~")) return undefined;
    const end = this.#text.indexOf(isFence ? `\n${ticks}` : ticks, index + ticks.length);
    if (end === -1) return isFence ? this.#text.length : undefined;
    return end + ticks.length + (isFence ? 1 : 0);
  }

  #write(text: string, isHtml: boolean): void {
    const last = this.#open.at(-1);
    if (last) last.text += isHtml && this.#ends.size > 0 ? decoded(text) : text;
  }

  #tag(token: string): void {
    this.#found = true;
    const [, slash, written = "", attributes = ""] = tag.exec(token) ?? [];
    const name = written.toLowerCase();
    const single = Object.hasOwn(alone, name) ? alone[name] : undefined;
    if (single) return slash ? undefined : this.#write(single("", attributes), false);
    if (slash) {
      const at = this.#open.findLastIndex((each) => each.name === name);
      while (at > 0 && this.#open.length > at) this.#close();
      return;
    }
    // `<p>` and `<li>` end the one before.
    if (openEnded.has(name) && this.#open.at(-1)?.name === name) this.#close();
    if (this.#open.length < maxDepth) this.#open.push({ name, attributes, text: "" });
  }

  #close(): void {
    const closed = this.#open.pop();
    const write = closed && elements[closed.name];
    if (closed && hidesElement(closed.attributes)) return;
    if (write) this.#write(write(closed.text, closed.attributes), false);
  }
}

/** Whether browsers show nothing of an element, so that people who read the document would not know what models read. */
export function hidesElement(attributes: string): boolean {
  if (/(?:^|\s)hidden(?:$|[\s=/])/i.test(attributes)) return true;
  const style = attributeOf(attributes, "style")?.replace(/\s+/g, "").toLowerCase() ?? "";
  return hidingStyle.test(style);
}

const hidingStyle =
  /(?:^|;)(?:display:none|visibility:hidden|(?:opacity|font-size):0*(?:\.0*)?(?:px|pt|r?em|%)?(?:$|[;!])|color:(?:white|transparent|#f{3,4}(?:f{3,4})?|rgba?\(255,255,255)(?:$|[^\da-f]))/;

function namesIn(text: string, tags: RegExp): ReadonlySet<string> {
  return new Set([...text.matchAll(tags)].map(([, name = ""]) => name.toLowerCase()));
}

function marked(inner: string, mark: string): string {
  const text = inner.trim();
  if (text === "" || text.includes("\n\n")) return inner;
  const start = inner.length - inner.trimStart().length;
  const after = inner.slice(start + text.length);
  return `${inner.slice(0, start)}${mark}${text}${mark}${after}`;
}

function code(inner: string): string {
  const text = inner.trim();
  if (text === "" || text.includes("`") || text.includes("\n")) return inner;
  return `\`${text}\``;
}

function fence(inner: string): string {
  const text = inner.replace(/^`|`$/g, "").replace(/^\n+/, "").trimEnd();
  return text === "" ? "" : `\n\n\`\`\`\n${text}\n\`\`\`\n\n`;
}

/** Only links that a reader can follow keep their target. */
function link(inner: string, target: string | undefined): string {
  const text = oneLine(inner);
  const isUsable = target !== undefined && /^(?:https?:\/\/|mailto:)[^\s()<>]+$/i.test(target);
  if (!isUsable || text === "" || text === target) return text === "" ? "" : inner;
  return `[${text}](${target})`;
}

function list(inner: string, bullet: (index: number) => string): string {
  const [before = "", ...items] = inner.split(itemMark);
  const lines = items.map(
    (item, index) => `${bullet(index)} ${tidied(item).replace(/\n+/g, "\n  ")}`,
  );
  return [before.trim(), ...lines].filter((each) => each !== "").join("\n");
}

function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(
    `(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`,
    "i",
  ).exec(attributes);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? undefined : decoded(value).trim();
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  bull: "•",
  middot: "·",
  copy: "©",
  reg: "®",
  trade: "™",
  times: "×",
  rarr: "→",
  larr: "←",
};

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{2,7})|#x([\da-f]{2,6})|([a-z]{2,6}));/gi, (whole, ...groups) => {
    const [decimal, hex, name] = groups as (string | undefined)[];
    if (name !== undefined)
      return Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    const isText = point >= 0x20 && point <= 0x10ffff && !(point >= 0x7f && point < 0xa0);
    return isText && !(point >= 0xd800 && point < 0xe000) ? String.fromCodePoint(point) : whole;
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * A code fence, which stays as it is, or spaces before line breaks and the line breaks. A fence that is never closed ends
 * with the text.
 *
 * @see CommonMark 0.31 section 4.5
 */
const fenceOrSpace =
  /^[ \t]*(`{3,}(?!`)|~{3,}(?!~))[^]*?(?:^[ \t]*\1|(?![^]))|(?<![ \t])[ \t]*\n(?:[ \t]*\n)*/gm;

function tidied(text: string): string {
  return text
    .replaceAll(itemMark, "\n- ")
    .replace(fenceOrSpace, (found) => {
      if (/[`~]/.test(found)) return found;
      return found.split("\n").length > 2 ? "\n\n" : "\n";
    })
    .trim();
}
