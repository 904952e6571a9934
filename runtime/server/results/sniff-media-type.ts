/** Signatures that no other type of file shares. Not among them: `PK` (zip and office documents), `OggS` (audio or video). */
const signatures: readonly [type: string, ...parts: [offset: number, bytes: string][]][] = [
  ["image/png", [0, "\x89PNG\r\n\x1a\n"]],
  ["image/jpeg", [0, "\xff\xd8\xff"]],
  ["image/gif", [0, "GIF87a"]],
  ["image/gif", [0, "GIF89a"]],
  ["image/webp", [0, "RIFF"], [8, "WEBP"]],
  ["audio/wav", [0, "RIFF"], [8, "WAVE"]],
  ["audio/flac", [0, "fLaC"]],
  ["application/pdf", [0, "%PDF-"]],
  ["application/gzip", [0, "\x1f\x8b\x08"]],
];

/**
 * Returns the media type that the first bytes of a file prove; undefined if they leave a doubt.
 *
 * @see https://mimesniff.spec.whatwg.org, Matching a MIME type pattern
 */
export function sniffMediaType(data: Uint8Array): string | undefined {
  const head = Buffer.from(data.subarray(0, 16)).toString("latin1");
  const found = signatures.find(([, ...parts]) =>
    parts.every(([offset, bytes]) => head.startsWith(bytes, offset)),
  );
  return found?.[0];
}
