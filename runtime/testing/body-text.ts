import type { BodyPiece, BodyText, CannedAnswer } from "./operation-case.js";

/** Control characters other than line ends and tabs. */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const lineEnd = Buffer.from("\r\n");

/**
 * Writes bytes so that people can read and compare them: line by line if there are several. Different bytes always have
 * different forms.
 */
export function bodyText(bytes: Uint8Array): BodyText | undefined {
  if (bytes.length === 0) return undefined;
  const pieces: BodyPiece[] = [];
  let binary: Uint8Array[] = [];
  const flush = (): void => {
    const all = Buffer.concat(binary);
    // A line end after binary data belongs to the multipart framing, not to the data.
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

/** Splits bytes into lines, which keep their line feeds. */
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

/** Returns the bytes that a body or a canned response stands for. */
export function bytesOf({ json, body }: Pick<CannedAnswer, "json" | "body">): Buffer {
  if (json !== undefined) return Buffer.from(JSON.stringify(json));
  const pieces: readonly BodyPiece[] = body === undefined ? [] : isList(body) ? body : [body];
  return Buffer.concat(
    pieces.map((piece) =>
      typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece.base64, "base64"),
    ),
  );
}

/** Narrows to a readonly array, which `Array.isArray` does not. */
export function isList<Item>(value: Item | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}
