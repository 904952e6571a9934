/** Multipart answers. A separate module, because few APIs have them. */
import { defined } from "../../protocol/defined.js";
import type { AnswerPart } from "./answer.js";
import { bodyAnswer } from "./body-answer.js";
import { parametersOf, parseMediaType, type MediaType } from "../../contract/media-type.js";
import type { Redactor } from "../../protocol/text/redactor.js";
import { decodeUtf8 } from "./decode-text.js";

/** A body with more parts stays in one piece. */
const maxParts = 100;
const maxHeadBytes = 16 * 1024;

/**
 * Splits a multipart body and reads each part by its own headers.
 *
 * @returns undefined when there are no parts, or too many
 * @see RFC 2046 section 5.1
 */
export async function multipartParts(
  status: number,
  { boundary }: MediaType,
  bytes: Uint8Array,
  redactor: Redactor,
): Promise<readonly AnswerPart[] | undefined> {
  if (boundary === undefined) return undefined;
  const bodies = split(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), boundary);
  if (!bodies || bodies.length === 0) return undefined;
  return Promise.all(bodies.map((body) => partOf(status, body, redactor)));
}

/** Returns the bytes between the delimiters; undefined when there are too many. */
function split(bytes: Buffer, boundary: string): readonly Buffer[] | undefined {
  const delimiter = Buffer.from(`--${boundary}`, "latin1");
  const parts: Buffer[] = [];
  let start: number | undefined;
  for (let at = bytes.indexOf(delimiter); at !== -1;) {
    const after = at + delimiter.length;
    // Delimiters start a line; finding the end of other lines would be slow.
    const begins = at === 0 || bytes[at - 1] === 0x0a;
    const line = begins ? bytes.indexOf("\n", after) : -1;
    const rest = begins
      ? bytes.toString("latin1", after, line === -1 ? bytes.length : line).trim()
      : undefined;
    if (rest === "" || rest === "--") {
      if (start !== undefined)
        parts.push(bytes.subarray(start, Math.max(start, lineEnd(bytes, at))));
      if (rest === "--" || line === -1) return parts;
      if (parts.length > maxParts) return undefined;
      start = line + 1;
    }
    at = bytes.indexOf(delimiter, after);
  }
  if (start !== undefined) parts.push(bytes.subarray(start));
  return parts;
}

/** The line break before a delimiter belongs to the delimiter. */
function lineEnd(bytes: Buffer, at: number): number {
  return bytes[at - 2] === 0x0d ? at - 2 : at - 1;
}

async function partOf(status: number, part: Buffer, redactor: Redactor): Promise<AnswerPart> {
  const { head, body } = headAndBody(part);
  const headers = new Map(
    head
      .replace(/\r?\n[ \t]+/g, " ")
      .split(/\r?\n/)
      .map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
  );
  const isBase64 = headers.get("content-transfer-encoding")?.toLowerCase() === "base64";
  const content = isBase64 ? Buffer.from(body.toString("latin1"), "base64") : body;
  const type = parseMediaType(headers.get("content-type") ?? "text/plain");
  const disposition = parametersOf(headers.get("content-disposition") ?? "");
  const name = disposition.get("filename") ?? disposition.get("name");
  return {
    ...defined({ name: name === undefined ? undefined : redactor.text(name) }),
    answer: await bodyAnswer(status, type, content, redactor),
  };
}

function headAndBody(part: Buffer): { readonly head: string; readonly body: Buffer } {
  // A part without headers begins with the empty line.
  const empty = /^\r?\n/.exec(part.toString("latin1", 0, 2));
  if (empty) return { head: "", body: part.subarray(empty[0].length) };
  const start = part.toString("latin1", 0, maxHeadBytes);
  const end = /\r?\n\r?\n/.exec(start);
  const length = end?.index ?? start.length;
  // RFC 7578 section 5.1: names are in UTF-8.
  const head = decodeUtf8(part.subarray(0, length)) ?? start.slice(0, length);
  return { head, body: part.subarray(end ? length + end[0].length : part.length) };
}
