import type { Source } from "../source.js";
import { resolveFile } from "./reference.js";

/** Finds the file that the file part of a reference means. */
export interface Identities {
  /** Records where a document was found, and the URL that it gives itself. */
  readonly add: (source: Source) => void;
  /** Returns the URL that relative references of a file are resolved against. */
  readonly locationOf: (file: string) => string;
  /**
   * @param file - the part of a reference before `#`, not empty
   * @param from - URL of the file that holds the reference
   * @returns the URL of a file that claims that name, or else of where the file would be
   */
  readonly fileOf: (file: string, from: string) => string | undefined;
}

/**
 * Resolves a relative reference beside the file that holds it, wherever that file was found: behind a redirect, at its end.
 * A URL that a read document claims as its own (`$self`, or `$id` of a schema file) means that document and is never
 * fetched.
 *
 * @param base - URL that relative references of standard input are resolved against
 * @see OpenAPI 3.2, Base URI in a Document; JSON Schema 2020-12, 8.2.1; RFC 3986, 5.1.3
 */
export function createIdentities(base?: string): Identities {
  const own = new Map<string, string>();
  const claimed = new Map<string, string>();
  const redirected = new Map<string, string>();
  const found = (file: string): string => redirected.get(file) ?? locationOf(file, base);
  // Thousands of references repeat a few, and building URLs is slow.
  const memo = new Map<string, string | undefined>();
  const resolveFrom = (file: string, location: string): string | undefined => {
    const whole = file.startsWith("?") || location.includes("?");
    const folder = whole ? location : location.slice(0, location.lastIndexOf("/") + 1);
    const key = `${folder}\n${file}`;
    if (!memo.has(key)) memo.set(key, resolveFile(file, location));
    return memo.get(key);
  };
  return {
    locationOf: found,
    add(source) {
      if (source.location !== undefined) redirected.set(source.url, source.location);
      const name = selfOf(source.value);
      const url = name && resolveFile(name.replace(/#.*$/s, ""), found(source.url));
      if (!url || claimed.has(url)) return;
      claimed.set(url, source.url);
      own.set(source.url, url);
    },
    fileOf(file, from) {
      const beside = resolveFrom(file, found(from));
      if (claimed.size === 0) return beside;
      const self = own.get(from);
      const named = self === undefined ? beside : resolveFrom(file, self);
      return (named && claimed.get(named)) ?? (beside && claimed.get(beside)) ?? beside;
    },
  };
}

/** Returns the URL that relative references of a file are resolved against. */
export function locationOf(url: string, base: string | undefined): string {
  return url === "stdin:" ? (base ?? url) : url;
}

function selfOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  for (const key of ["$self", "$id"]) {
    const name: unknown = Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
    if (typeof name === "string" && name !== "" && !name.startsWith("#")) return name;
  }
  return undefined;
}
