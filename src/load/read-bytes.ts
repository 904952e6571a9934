import { isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { DocumentReach } from "../../runtime/contract/addresses.js";
import type { Refusal } from "./source.js";

export type ReadResult =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly bytes: number;
      /** URL after redirects. */
      readonly url?: string;
      /** Where a document that was fetched may lead. */
      readonly reach?: DocumentReach;
      /** The user named the file as one that references may lead to. */
      readonly isListed?: true;
    }
  | {
      readonly kind: "unreadable";
      /** End of a sentence that begins with the file: `is a folder`. */
      readonly problem: string;
      readonly tooLarge?: true;
    };

export type GuardedReadResult =
  ReadResult | { readonly kind: "refused"; readonly refusal: Refusal };

/**
 * Reads a regular file. Synchronous because thousands of small local files are read several times faster this way, and
 * always in the same order.
 */
export function readLocalFile(path: string, maxBytes: number): ReadResult {
  try {
    const file = openSync(path, "r");
    try {
      const stat = fstatSync(file);
      if (stat.isDirectory()) return unreadable("is a folder");
      // Allow a pipe such as `<(command)`, but no device, which may never end.
      if (!stat.isFile() && !stat.isFIFO()) return unreadable("is not a regular file");
      return readOpenFile(file, stat.size, maxBytes);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return unreadable(explainFileError(error));
  }
}

/**
 * Reads an open file to its end or to the limit, because a file may be longer than its size said, and a pipe endless.
 *
 * @param size - as far as it is known
 */
export function readOpenFile(file: number, size: number, maxBytes: number): ReadResult {
  if (size > maxBytes) return tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(total === 0 && size > 0 ? size + 1 : 65_536);
    const length = readSync(file, chunk);
    if (length === 0) break;
    chunks.push(chunk.subarray(0, length));
    total += length;
    if (total > maxBytes) return tooLarge(maxBytes);
  }
  return decode(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, total), maxBytes);
}

/** Decodes UTF-8 or, with a byte order mark, UTF-16. @see YAML 1.2.2, 5.2 Character Encodings */
export function decode(bytes: Uint8Array, maxBytes: number): ReadResult {
  if (bytes.length > maxBytes) return tooLarge(maxBytes);
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : undefined;
  if (utf16 !== undefined) {
    return { kind: "text", text: new TextDecoder(utf16).decode(bytes), bytes: bytes.length };
  }
  if (!isUtf8(bytes)) return unreadable("is not UTF-8 text");
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { kind: "text", text: buffer.toString("utf8", marked ? 3 : 0), bytes: bytes.length };
}

/** Returns the reason of a file system error in words, without the path and the stack. */
export function explainFileError(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return "does not exist";
    case "EACCES":
    case "EPERM":
      return "can't be read: permission denied";
    case "EISDIR":
      return "is a folder";
    case "ELOOP":
      return "is a symbolic link to itself";
    case "ENAMETOOLONG":
      return "has a name that is too long";
    default:
      return code === "" ? "can't be read" : `can't be read (${code})`;
  }
}

export function tooLarge(maxBytes: number): ReadResult {
  const limit =
    maxBytes >= 1_048_576 ? `${Math.floor(maxBytes / 1_048_576)} MiB` : `${maxBytes} bytes`;
  return { ...unreadable(`is larger than the limit of ${limit}`), tooLarge: true };
}

export function unreadable(problem: string): ReadResult & { readonly kind: "unreadable" } {
  return { kind: "unreadable", problem };
}
