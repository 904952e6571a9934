/** Bodies of requests of node:http, also those that a framework has read. */
import { isUtf8 } from "node:buffer";
import { afterArrivals } from "../../../net/arrivals.js";
import { isObject } from "../../../protocol/json.js";
import type { Body } from "../exchange.js";

/** A request, with the members that frameworks add. */
export type NodeRequest = import("node:http").IncomingMessage & {
  /** Set by `express.json()`, `text()` and `raw()`, and by their like. */
  readonly body?: unknown;
  /** The bytes of the body, which some platforms keep beside it. */
  readonly rawBody?: unknown;
};

type Stream = import("node:stream").Readable;

/** Maximum size of an unused body that is read and discarded, so that the client sees the answer. */
const maxDrainBytes = 64 * 1024 * 1024;

/**
 * Returns what a framework has read: text, bytes, JSON, or a stream that replaces the request's. Undefined if the body is
 * unread, and also if it is lost.
 *
 * @param handed what was passed to the handler with the request
 */
export function bodyOfFramework(request: NodeRequest, handed: unknown): unknown {
  if (isStream(handed)) return handed;
  const isHanded = isBody(handed);
  if (!request.readableEnded && !(isHanded && !isEmpty(handed))) return undefined;
  // Bytes are better than JSON, which has lost digits.
  const { rawBody } = request;
  if (rawBody instanceof Uint8Array || typeof rawBody === "string") return rawBody;
  const body = isHanded ? handed : request.body;
  return isEmpty(body) && request.headers["content-length"] === "0" ? "" : body;
}

/** Express passes `next` in the place of a body. */
function isBody(handed: unknown): boolean {
  return handed !== undefined && handed !== null && typeof handed !== "function";
}

/** Whether a body is the empty object that frameworks set for a request that they have not read, or that had no content. */
function isEmpty(handed: unknown): boolean {
  return isObject(handed) && !(handed instanceof Uint8Array) && Object.keys(handed).length === 0;
}

export function isStream(value: unknown): value is Stream {
  return typeof (value as { readonly pipe?: unknown } | null)?.pipe === "function";
}

/** Converts a body that a framework has read, except a stream. */
export function readBodyOf(request: NodeRequest, given: unknown, limit: number): Body {
  if (given instanceof Uint8Array) return bodyOfBytes(given, limit);
  if (typeof given !== "string") return { kind: "text", text: jsonOf(given) };
  const bytes = Buffer.byteLength(given);
  if (bytes > limit) return { kind: "tooLarge" };
  // Readers of text replace what is not UTF-8, which changes the length.
  const { "content-length": length, "content-encoding": coding } = request.headers;
  const wasReplaced =
    given.includes("\ufffd") && coding === undefined && length !== undefined && bytes !== +length;
  return wasReplaced ? { kind: "notUtf8" } : { kind: "text", text: given };
}

/**
 * Reads a body that nobody else reads, at most `limit` bytes, and calls `done` once, after everything that has arrived on other
 * connections is read. A body that has arrived by then is taken as a whole, without the events of a stream.
 */
export function readArrived(request: NodeRequest, limit: number, done: (body: Body) => void): void {
  afterArrivals(() => takeArrived(request, limit, done));
}

function takeArrived(request: NodeRequest, limit: number, done: (body: Body) => void): void {
  // Somebody may have begun to read meanwhile.
  if (!request.complete || request.readableFlowing !== null || request.readableEnded) {
    return readStream(request, request, limit, done);
  }
  const bytes = request.read() as Buffer | string | null;
  done(readBodyOf(request, bytes ?? "", limit));
}

/** Reads a stream, at most `limit` bytes, and calls `done` once. */
export function readStream(
  request: NodeRequest,
  stream: Stream,
  limit: number,
  done: (body: Body) => void,
): void {
  // A stream that has ended reports nothing any more.
  if (stream !== request && (stream.readableEnded || stream.destroyed)) {
    return done(stream.errored ? { kind: "notUtf8" } : { kind: "text", text: "" });
  }
  let first: Buffer | undefined;
  let rest: Buffer[] | undefined;
  let size = 0;
  const onData = (data: Buffer | string): void => {
    const chunk = typeof data === "string" ? Buffer.from(data) : data;
    size += chunk.length;
    if (size > limit) {
      stream.off("data", onData);
      stream.off("end", onEnd);
      stream.off("error", onError);
      drain(stream);
      done({ kind: "tooLarge" });
    } else if (first === undefined) first = chunk;
    else if (rest === undefined) rest = [first, chunk];
    else rest.push(chunk);
  };
  const onEnd = (): void => {
    const bytes = rest ? Buffer.concat(rest) : (first ?? Buffer.alloc(0));
    const given = stream.readableEncoding === null ? bytes : bytes.toString();
    afterArrivals(() => done(readBodyOf(request, given, limit)));
  };
  const onError = (): void => done({ kind: "notUtf8" });
  stream.on("data", onData);
  stream.on("end", onEnd);
  // Of a request that fails the client is gone. A stream that decodes it fails for wrong bytes.
  if (stream !== request) stream.once("error", onError);
  if (stream.isPaused()) stream.resume();
}

/** Reads and discards the rest of a body, up to a limit, so that the client is not stuck writing it. */
export function drain(stream: Stream): void {
  let size = 0;
  stream.on("data", (chunk: Buffer | string) => {
    size += chunk.length;
    if (size > maxDrainBytes) stream.destroy();
  });
  stream.resume();
}

function bodyOfBytes(bytes: Uint8Array, limit: number): Body {
  if (bytes.length > limit) return { kind: "tooLarge" };
  const whole = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = whole.toString();
  // Decoding replaces what is not UTF-8. To look for the replacement takes no time in a text of Latin-1 characters, as most are.
  return !text.includes("\ufffd") || isUtf8(whole) ? { kind: "text", text } : { kind: "notUtf8" };
}

/** Returns JSON text; for a lost body, or a value nested too deeply to serialize, text that is not JSON either. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
