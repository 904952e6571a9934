/** Decodes content codings, which `node:http` leaves in place. */
import type { Readable } from "node:stream";

/** Real servers stack fewer codings; a decompression bomb would stack more. */
const maxCodings = 3;

/**
 * Decodes a body's content codings, as `fetch` does.
 *
 * @returns the body itself if it has no coding, or an unknown one
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
    // `pipeline` passes an error on to the last stream, where the reader sees it.
    decoded = pipeline(decoded, decoder, () => {});
  }
  return decoded;
}
