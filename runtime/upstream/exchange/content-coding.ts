/** Decodes content codings, which HTTP clients other than `fetch` leave in place. */
import { once } from "node:events";
import { pipeline, Readable, type Transform } from "node:stream";
import zlib from "node:zlib";

/** Real servers stack fewer codings; a decompression bomb would stack more. `fetch` allows as many. */
const maxCodings = 5;

/** A body in its codings. */
export interface CodedBody {
  /** Passes the parts on until `take` returns false. */
  read(take: (part: Uint8Array) => boolean): Promise<void>;
  pause(): void;
  resume(): void;
  discard(): void;
}

/**
 * Passes the decoded parts of a body on, until `take` returns false. No more is fetched than the decoder has room for.
 *
 * @param header the field `Content-Encoding`
 * @throws Error for a damaged body, and for one with too many codings
 */
export async function decodedBody(
  header: string,
  take: (part: Uint8Array) => boolean,
  coded: CodedBody,
): Promise<void> {
  const source = new Readable({ read: () => coded.resume() });
  const reading = coded.read((part) => {
    if (!source.push(part)) coded.pause();
    return true;
  });
  reading.then(
    () => source.push(null),
    (error: Error) => source.destroy(error),
  );
  try {
    for await (const part of await withoutCodings(source, header)) {
      if (!take(part as Uint8Array)) return;
    }
    await reading;
  } finally {
    coded.discard();
  }
}

/**
 * Decodes a body's content codings, as `fetch` does.
 *
 * @returns the body itself if it has no coding, or an unknown one
 * @throws Error for too many codings
 * @see RFC 9110 section 8.4
 */
export async function withoutCodings(
  body: Readable,
  header: string | undefined,
): Promise<Readable> {
  const codings = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length === 0 || !codings.every((coding) => decoders.has(coding))) return body;
  if (codings.length > maxCodings) {
    throw new Error(`the answer has ${codings.length} content codings, more than ${maxCodings}`);
  }
  let decoded: Readable = body;
  for (const coding of codings.reverse()) {
    const decoder = await decoders.get(coding)!(decoded);
    // `pipeline` passes an error on to the last stream, where the reader sees it.
    decoded = pipeline(decoded, decoder, () => {});
  }
  return decoded;
}

/** An answer that ends early is read as far as it goes, as browsers do. */
const lenient = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };

const lenientBrotli = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

type Decoder = (body: Readable) => Transform | Promise<Transform>;

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", () => zlib.createGunzip(lenient)],
  ["x-gzip", () => zlib.createGunzip(lenient)],
  ["br", () => zlib.createBrotliDecompress(lenientBrotli)],
  ["deflate", inflater],
]);

/** Some servers send deflated bytes without the format around them. @see RFC 1950 section 2.2, CM */
async function inflater(body: Readable): Promise<Transform> {
  await once(body, "readable");
  const first = body.read() as Buffer | null;
  if (first === null) return zlib.createInflate(lenient);
  body.unshift(first);
  const isWrapped = (first[0]! & 0x0f) === 8;
  return isWrapped ? zlib.createInflate(lenient) : zlib.createInflateRaw(lenient);
}
