import type { BodyPiece, BodyText, CannedAnswer } from "./operation-case.js";

/** Characters that no editor shows, and none of which is a line's end or a tab. */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const lineEnd = Buffer.from("\r\n");

/**
 * Bytes in a form that people can read and compare: line by line, where there are several. The same bytes give the same
 * form, others another one.
 */
export function bodyText(bytes: Uint8Array): BodyText | undefined {
  if (bytes.length === 0) return undefined;
  const pieces: BodyPiece[] = [];
  let binary: Uint8Array[] = [];
  const flush = (): void => {
    const all = Buffer.concat(binary);
    // The line's end belongs to what is around a part, not to its bytes.
    const end = all.subarray(-2).equals(lineEnd) ? 2 : 0;
    if (all.length > end) pieces.push({ base64: all.toString("base64", 0, all.length - end) });
    if (end > 0) pieces.push("\r\n");
    binary = [];
  };
  for (const line of linesOf(bytes)) {
    const text = Buffer.from(line).toString("utf8");
    if (!unprintable.test(text) && Buffer.from(text, "utf8").equals(line)) {
      flush();
      pieces.push(text);
    } else binary.push(line);
  }
  flush();
  return pieces.length === 1 ? pieces[0] : pieces;
}

/** With their ends. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start);
    const next = end === -1 ? bytes.length : end + 1;
    lines.push(bytes.subarray(start, next));
    start = next;
  }
  return lines;
}

/** The bytes that a body or an answer stands for. */
export function bytesOf({ json, body }: Pick<CannedAnswer, "json" | "body">): Buffer {
  if (json !== undefined) return Buffer.from(JSON.stringify(json));
  const pieces: readonly BodyPiece[] = body === undefined ? [] : isList(body) ? body : [body];
  return Buffer.concat(
    pieces.map((piece) =>
      typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece.base64, "base64"),
    ),
  );
}

/** Whether it is a list; `Array.isArray` does not say so of a list that is read-only. */
export function isList<Item>(value: Item | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}
