import { defined } from "../../protocol/defined.js";
import type { ResourceContents } from "../../protocol/model.js";
import type { ReadOutcome } from "../registry/registry.js";
import { textOf, toBase64, type Value } from "./value.js";

/** Converts a value to the contents of a resource, followed by its notes, such as that a list was cut. */
export function readContents(
  value: Value,
  uri: string,
  declaredType: string | undefined,
): ReadOutcome {
  const { cache, notes } = value;
  const read = [contents(value, uri, declaredType)];
  if (notes && notes.length > 0) {
    // A separate item, because programs parse the first one.
    read.push({ uri: `${uri}#notes`, mimeType: "text/plain", text: notes.join("\n") });
  }
  return { contents: read, ...defined({ cache }) };
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
