import type { FileHandle } from "node:fs/promises";
import type { ReadResourceResult } from "../../protocol/model.js";
import { ToolError } from "../../protocol/tool-error.js";
import { ResourceNotFound } from "../../server/registry/resource-not-found.js";
import { contentsOf, tooLarge, type ReadLimits } from "../content.js";
import { typeOfContent, typeOfName } from "./file-type.js";
import { NotInside, openFile } from "./open-inside.js";

/** Files below /proc report a size of 0 although they have content. */
const minBuffer = 4096;

/**
 * Reads a file below a folder as the contents of a resource.
 *
 * @param root the real path of the folder
 * @param mimeType default: what the name or the content tells
 * @throws ResourceNotFound for a missing file, a link and what is no regular file; ToolError for one that can't be read
 */
export async function readFileInside(
  root: string,
  segments: readonly string[],
  uri: string,
  limits: ReadLimits,
  mimeType?: string,
): Promise<ReadResourceResult> {
  try {
    const handle = await openFile(root, segments);
    try {
      const bytes = await readBounded(handle, limits.maxBytes);
      const type = mimeType ?? typeOfName(segments.at(-1) ?? "") ?? typeOfContent(bytes);
      return contentsOf(uri, type, bytes, limits);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw readError(error);
  }
}

/** Returns the error that clients see. Those of the system show paths. */
export function readError(error: unknown): unknown {
  if (error instanceof NotInside) return new ResourceNotFound();
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" && /^E[A-Z\d]+$/.test(code)
    ? new ToolError(`The resource can't be read: ${code}.`)
    : error;
}

async function readBounded(handle: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const { size } = await handle.stat();
  if (size > maxBytes) throw tooLarge(maxBytes);
  const pieces: Uint8Array[] = [];
  let length = 0;
  // The file may grow meanwhile or report a wrong size.
  for (let next = Math.max(size + 1, minBuffer); ; next = Math.max(length, minBuffer)) {
    const piece = Buffer.alloc(Math.min(next, maxBytes + 1 - length));
    const { bytesRead } = await handle.read(piece, 0, piece.length, null);
    if (bytesRead === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, bytesRead));
    length += bytesRead;
    if (length > maxBytes) throw tooLarge(maxBytes);
  }
}
