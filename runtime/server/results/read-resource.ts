import { defined } from "../../protocol/defined.js";
import type { ResourceContents } from "../../protocol/model.js";
import type { ReadOutcome } from "../registry/registry.js";
import { textOf, toBase64, type Value } from "./value.js";

/** A value as the contents of the resource that was read, then what is to be known of it: of lists that were cut, for one. */
export function readContents(
  value: Value,
  uri: string,
  declaredType: string | undefined,
): ReadOutcome {
  const { cache, notes } = value;
  const read = [contents(value, uri, declaredType)];
  if (notes && notes.length > 0) {
    // Beside it and not in it: programs parse the first.
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
