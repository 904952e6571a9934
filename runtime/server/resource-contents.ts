import type { ResourceContents } from "../protocol/model.js";
import type { ReadOutcome } from "./catalogue.js";
import { textOf, toBase64, type Value } from "./value.js";

/** A value as the contents of the resource that was read. */
export function readContents(
  value: Value,
  uri: string,
  declaredType: string | undefined,
): ReadOutcome {
  const { cache } = value;
  return { contents: [contents(value, uri, declaredType)], ...(cache && { cache }) };
}

function contents(value: Value, uri: string, declaredType: string | undefined): ResourceContents {
  switch (value.kind) {
    case "empty":
      return { uri, ...typed(declaredType), text: "" };
    case "json":
      return {
        uri,
        ...typed(declaredType ?? "application/json"),
        text: textOf(value),
      };
    case "text":
      return { uri, ...typed(value.mimeType ?? declaredType ?? "text/plain"), text: value.text };
    case "media":
      return { uri, mimeType: value.media.mimeType, blob: toBase64(value.media.data) };
  }
}

function typed(mimeType: string | undefined): { readonly mimeType?: string } {
  return mimeType === undefined ? {} : { mimeType };
}
