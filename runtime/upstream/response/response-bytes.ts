import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type { ResponseHeaders } from "../exchange/response-headers.js";
import type { ApiResponse } from "../exchange/sender.js";

/** A response's body, up to a limit. */
export interface ResponseBytes {
  readonly bytes: Uint8Array;
  /** False when the body is longer than `limit`. */
  readonly complete: boolean;
  /** `Content-Length`; absent when it does not describe these decoded bytes. */
  readonly declared?: number;
}

/** Reads at most `limit` bytes, counted after decompression, and releases the connection. */
export function readBytes(response: ApiResponse, limit: number): MaybePromise<ResponseBytes> {
  const { whole } = response;
  if (whole && whole.length <= limit) return { bytes: whole, complete: true };
  return readParts(response, limit);
}

async function readParts(response: ApiResponse, limit: number): Promise<ResponseBytes> {
  const declared = declaredLength(response.headers);
  const about = declared === undefined ? {} : { declared };
  const chunks: Uint8Array[] = [];
  let size = 0;
  let complete = true;
  await response.read((part) => {
    const room = limit - size;
    complete = part.length <= room;
    chunks.push(complete ? part : part.subarray(0, room));
    size += Math.min(part.length, room);
    return complete;
  });
  return { bytes: concat(chunks, size), complete, ...about };
}

function declaredLength(headers: ResponseHeaders): number | undefined {
  const length = headers.get("content-length");
  if (length === null || headers.get("content-encoding") !== null) return undefined;
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const all = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
}
