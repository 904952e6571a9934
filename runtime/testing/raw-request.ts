/** Parses HTTP/1.1 requests. Strict, because it only reads what this runtime's client sends. */

export interface RawRequest {
  readonly method: string;
  /** The request target, byte for byte. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: Uint8Array;
  /** Length of the request in bytes. */
  readonly length: number;
}

const headEnd = "\r\n\r\n";

/**
 * Parses the request at the beginning of `received`. Undefined if it is not complete.
 *
 * @throws Error for an invalid request, or one whose body has no length
 * @see RFC 9112 sections 3, 5 and 6
 */
export function readRawRequest(received: Buffer): RawRequest | undefined {
  const end = received.indexOf(headEnd);
  if (end === -1) return undefined;
  const [line = "", ...fields] = received.toString("latin1", 0, end).split("\r\n");
  const [, method, target] = /^(\S+) (\S+) HTTP\/1\.1$/.exec(line) ?? [];
  if (method === undefined || target === undefined) throw new Error(`not a request line: ${line}`);
  const headers = fields.map((field) => {
    const colon = field.indexOf(":");
    return [field.slice(0, colon), field.slice(colon + 1).trim()] as const;
  });
  const named = (name: string) => headers.find(([each]) => each.toLowerCase() === name)?.[1];
  if (named("transfer-encoding") !== undefined)
    throw new Error("the request body has no content-length");
  const start = end + headEnd.length;
  const length = start + Number(named("content-length") ?? 0);
  if (received.length < length) return undefined;
  return { method, target, headers, bytes: received.subarray(start, length), length };
}
