import { ToolError } from "../../protocol/tool-error.js";
import type { FileContent } from "./read-file.js";
import { essenceOf } from "../../contract/media-type.js";

/** What the endings of common names mean; anything else is bytes. */
const types: { readonly [ending: string]: string } = {
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

const anything = "application/octet-stream";

/**
 * The media type to send a file as: the file's own when the API takes it, else what its name means among those, else the
 * first of them.
 *
 * @param wanted what the API takes, ranges like `image/*` among them; empty: anything
 * @throws ToolError when the file says it is something that the API does not take
 */
export function fileType(file: FileContent, wanted: readonly string[], what: string): string {
  const own =
    file.mimeType === undefined || essenceOf(file.mimeType) === anything
      ? undefined
      : file.mimeType;
  const named = typeOfName(file.name);
  const open = wanted.length === 0 || wanted.some((range) => essenceOf(range) === "*/*");
  for (const type of [own, named]) {
    if (type === undefined) continue;
    if (open) return type;
    const match = wanted.find((range) => isIn(type, range));
    if (match !== undefined) return match.includes("*") ? type : match;
  }
  const fixed = wanted.find((range) => !range.includes("*"));
  if (own !== undefined && (fixed === undefined || essenceOf(fixed) !== anything)) {
    throw new ToolError(
      `${what} is ${essenceOf(own)}, but the API takes ${wanted.join(", ")} there. Leave mimeType out if it is wrong.`,
    );
  }
  return fixed ?? (open && file.isText ? "text/plain; charset=utf-8" : anything);
}

function typeOfName(name: string | undefined): string | undefined {
  const ending = /\.([A-Za-z0-9]+)$/.exec(name ?? "")?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(types, ending) ? types[ending] : undefined;
}

function isIn(type: string, range: string): boolean {
  const essence = essenceOf(type);
  const wide = essenceOf(range);
  return wide.endsWith("/*") ? essence.startsWith(wide.slice(0, -1)) : essence === wide;
}
