/** References and the URLs of files. @see RFC 3986, 5; OpenAPI 3.2 Reference Object */
import { fileURLToPath, pathToFileURL } from "node:url";

/** A reference split at its `#`. */
export interface Reference {
  /** `""` means the same file. */
  readonly file: string;
  /** Without the `#`, still percent-encoded. */
  readonly fragment: string;
}

export function splitReference(ref: string): Reference {
  const hash = ref.indexOf("#");
  return hash === -1
    ? { file: ref, fragment: "" }
    : { file: ref.slice(0, hash), fragment: ref.slice(hash + 1) };
}

/** Returns the `$ref` of an object if it is an own member and a string. */
export function referenceOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "$ref")) {
    return undefined;
  }
  const ref = (value as { readonly $ref: unknown }).$ref;
  return typeof ref === "string" ? ref : undefined;
}

/**
 * Resolves the file part of a reference to the URL that identifies the file.
 *
 * @param base - URL of the file (or folder, ending in `/`) that holds the reference
 * @returns a URL without credentials, query of `file:` URLs and fragment; `undefined` when there is no such URL
 */
export function resolveFile(file: string, base: string): string | undefined {
  if (!URL.canParse(file, base)) return undefined;
  const url = new URL(file, base);
  url.hash = "";
  if (url.protocol === "file:") return canonicalFileUrl(url);
  url.username = "";
  url.password = "";
  return url.href;
}

/** `undefined` for URLs without a local path, such as `file://host/x`. */
function canonicalFileUrl(url: URL): string | undefined {
  try {
    return pathToFileURL(fileURLToPath(url)).href;
  } catch {
    return undefined;
  }
}
