/** A template or partial of a user, and places in it. */
import { pathToFileURL } from "node:url";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { createLineIndex } from "../../load/line-column.js";

export interface TemplateSource {
  /** The path below the folder of templates, without `.hbs`. */
  readonly name: string;
  /** A `file:` URL. */
  readonly url: string;
  /** Its line breaks are LF, so that a checkout with CRLF gives the same output. */
  readonly text: string;
}

/** A position in the form of Handlebars. */
export interface Position {
  /** 1-based. */
  readonly line: number;
  /** 0-based. */
  readonly column: number;
}

export function templateSource(name: string, file: string, text: string): TemplateSource {
  return { name, url: pathToFileURL(file).href, text: text.replaceAll("\r\n", "\n") };
}

/** Returns the offset of a position. */
export function offsetOf({ text }: TemplateSource, { line, column }: Position): number {
  let start = 0;
  for (let left = line - 1; left > 0; left--) {
    const end = text.indexOf("\n", start);
    if (end === -1) break;
    start = end + 1;
  }
  return Math.min(start + column, text.length);
}

/** Returns an error about a place in a template. */
export function templateFault(
  source: TemplateSource,
  offset: number,
  message: string,
  hint?: string,
): Diagnostic {
  return {
    code: "template-invalid",
    severity: "error",
    message,
    place: { file: source.url, pointer: "", offset },
    ...(hint !== undefined && { hint }),
  };
}

/** What Handlebars calls a token, in the words of a reader. */
const tokens: Readonly<Record<string, string>> = {
  EOF: "the end of the file",
  INVERSE: "{{else}}",
  OPEN_ENDBLOCK: "the end of a block that is not open",
  CLOSE: "}}",
  CLOSE_UNESCAPED: "}}}",
  ID: "a name",
  SEP: "a / or a dot",
};

/** Explains why a template can't be parsed, compiled or rendered. */
export function explainFault(source: TemplateSource, error: unknown): Diagnostic {
  const text = error instanceof Error ? error.message : String(error);
  const at = positionIn(error);
  if (at) {
    const message = `${source.name}: ${text.replace(/ - \d+:\d+$/, "")}.`;
    return templateFault(source, offsetOf(source, at), message);
  }
  const parse = /^(?:Parse|Lexical) error on line (\d+)[^\n]*\n(.*)\n(-*)\^/.exec(text);
  if (!parse) return templateFault(source, 0, `${source.name}: ${text.split("\n")[0]}.`);
  const [, line = "1", shown = "", dashes = ""] = parse;
  const offset = offsetOfExcerpt(source.text, Number(line), shown, dashes.length);
  const got = /got '([A-Z_]+)'/.exec(text)?.[1] ?? "";
  const what = tokens[got] ?? "text";
  return templateFault(
    source,
    offset,
    `${source.name} is not a valid Handlebars template: ${what} is unexpected here.`,
    got === "EOF" ? "Close each block: {{#if …}} with {{/if}}, {{#each …}} with {{/each}}." : undefined,
  );
}

function positionIn(error: unknown): Position | undefined {
  if (!(error instanceof Error) || !("lineNumber" in error) || !("column" in error)) return undefined;
  const { lineNumber: line, column } = error;
  return typeof line === "number" && typeof column === "number" ? { line, column } : undefined;
}

/**
 * Finds the place that Handlebars shows: up to 20 characters before it and after it, without line breaks. It gives no
 * column.
 */
function offsetOfExcerpt(text: string, line: number, shown: string, marked: number): number {
  const cut = shown.startsWith("...") && marked >= 3 ? 3 : 0;
  const before = shown.slice(cut, marked);
  const after = shown.slice(marked).replace(/\.\.\.$/, "");
  const lines = createLineIndex(text);
  const withoutBreaks = (part: string): string => part.replaceAll("\n", "");
  let found: number | undefined;
  for (let offset = 0; offset <= text.length; offset++) {
    const isHere =
      withoutBreaks(text.slice(Math.max(0, offset - 40), offset)).endsWith(before) &&
      withoutBreaks(text.slice(offset, offset + 40)).startsWith(after);
    if (!isHere) continue;
    if (lines.at(offset).line === line) return offset;
    found ??= offset;
  }
  return found ?? offsetOf({ text } as TemplateSource, { line, column: 0 });
}
