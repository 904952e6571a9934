/** Content codings of Node's own connections, which take none off by themselves. */
import type { Readable } from "node:stream";

/** Nobody codes more often than this; a bomb would. */
const maxCodings = 3;

/**
 * A body without its content codings, as `fetch` gives it.
 *
 * @returns the body itself where it has none, or one that is not known
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
  if (codings.length === 0 || codings.length > maxCodings) return body;
  const zlib = await import("node:zlib");
  const { pipeline } = await import("node:stream");
  const decoders = codings.reverse().map((coding) => {
    switch (coding) {
      case "gzip":
      case "x-gzip":
        return zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH });
      case "deflate":
        return zlib.createInflate();
      case "br":
        return zlib.createBrotliDecompress();
      default:
        return undefined;
    }
  });
  if (!decoders.every((decoder) => decoder !== undefined)) return body;
  let decoded: Readable = body;
  for (const decoder of decoders) {
    // What fails reaches whoever reads the last of them.
    decoded = pipeline(decoded, decoder, () => {});
  }
  return decoded;
}
