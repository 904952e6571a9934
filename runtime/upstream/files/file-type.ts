import { ToolError } from "../../protocol/tool-error.js";
import type { FileContent } from "./file-model.js";
import { essenceOf } from "../../contract/media-type.js";

/** Media types of common file name extensions. */
const types: { readonly [extension: string]: string } = {
  avif: "image/avif",
  csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  flac: "audio/flac",
  gif: "image/gif",
  gz: "application/gzip",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  jsonl: "application/jsonl",
  m4a: "audio/mp4",
  md: "text/markdown",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  mpeg: "video/mpeg",
  ogg: "audio/ogg",
  pdf: "application/pdf",
  png: "image/png",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  svg: "image/svg+xml",
  tar: "application/x-tar",
  tiff: "image/tiff",
  txt: "text/plain",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  zip: "application/zip",
};

const textType = "text/plain; charset=utf-8";
const octetStream = "application/octet-stream";

/**
 * Chooses the media type to send a file as: the file's own if the API accepts it, else the one of its file name, else
 * the first accepted type. A range is never sent.
 *
 * @param accepted the API's media types, possibly ranges like `image/*`; empty: any
 * @throws ToolError when the API does not accept the file's own media type, or only ranges that don't tell the file's type
 * @see RFC 9110 section 8.3
 */
export function fileType(file: FileContent, accepted: readonly string[], what: string): string {
  const own =
    file.mimeType === undefined || essenceOf(file.mimeType) === octetStream
      ? undefined
      : file.mimeType;
  const named = typeOfName(file.name);
  const open = accepted.length === 0 || accepted.some((range) => essenceOf(range) === "*/*");
  for (const type of [own, named]) {
    if (type === undefined) continue;
    if (open) return type;
    const match = accepted.find((range) => isIn(type, range));
    if (match !== undefined) return match.includes("*") ? type : match;
  }
  const fixed = accepted.find((range) => !range.includes("*"));
  if (open && fixed === undefined) return file.isText ? textType : octetStream;
  if (own !== undefined && (fixed === undefined || essenceOf(fixed) !== octetStream)) {
    throw new ToolError(
      `${what} is ${essenceOf(own)}, but the API accepts only ${accepted.join(", ")}. Omit mimeType if it is wrong.`,
    );
  }
  if (fixed !== undefined) return fixed;
  const fallback = [file.isText ? textType : octetStream, "text/plain"].find((type) =>
    accepted.some((range) => isIn(type, range)),
  );
  if (fallback !== undefined) return fallback;
  throw new ToolError(
    `${what} needs a mimeType, such as the one of its content: the API accepts ${accepted.join(", ")}.`,
  );
}

function typeOfName(name: string | undefined): string | undefined {
  const extension = /\.([A-Za-z0-9]+)$/.exec(name ?? "")?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(types, extension) ? types[extension] : undefined;
}

function isIn(type: string, range: string): boolean {
  const essence = essenceOf(type);
  const wanted = essenceOf(range);
  const [before = "", after] = wanted.split("*");
  if (after === undefined) return essence === wanted;
  return essence.startsWith(before) && essence.endsWith(after);
}
