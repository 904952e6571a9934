import { createHash } from "node:crypto";
import { defined } from "../../runtime/protocol/defined.js";
import type { Lock, LockedServer, LockEntry } from "../changes/lock.js";
import { formatEntry, parseEntry } from "../changes/lock-text.js";

/** The record in the output folder of the files that the generator wrote, and their hashes. */
export interface Manifest {
  readonly generatorVersion: string;
  /** The options that shaped the output, as given. */
  readonly options: string;
  /** SHA-256 of each file that a run may rewrite, by path relative to the output folder. */
  readonly files: ReadonlyMap<string, string>;
  /** Compiled files, without hashes because the user may compile them again. */
  readonly build: ReadonlySet<string>;
  /** Files that are written once and then belong to the user. */
  readonly scaffold: ReadonlySet<string>;
  /** What clients rely on. Manifests of earlier versions have none. */
  readonly lock?: Lock;
}

export const manifestName = ".mcp-codegen.json";

/** Maximum size of a manifest; a larger file is not one. */
export const maxManifestBytes = 4 << 20;

/** Formats a manifest. The same manifest gives the same bytes. */
export function formatManifest(manifest: Manifest): string {
  const sorted = (paths: Iterable<string>): readonly string[] => [...paths].sort();
  const { lock } = manifest;
  const value = {
    generator: `mcp-codegen ${manifest.generatorVersion}`,
    options: manifest.options,
    files: Object.fromEntries(
      sorted(manifest.files.keys()).map((path) => [path, manifest.files.get(path)]),
    ),
    build: sorted(manifest.build),
    scaffold: sorted(manifest.scaffold),
    ...(lock ? { lock: lockValue(lock) } : {}),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Parses an untrusted manifest, dropping paths that the generator never writes; undefined if it is not a manifest. */
export function parseManifest(text: string): Manifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || !isRecord(value["files"])) return undefined;
  const generator = /^mcp-codegen (\S+)$/.exec(String(value["generator"]));
  if (!generator?.[1]) return undefined;
  const files = Object.entries(value["files"]).filter(
    (entry): entry is [string, string] => isOwnPath(entry[0]) && typeof entry[1] === "string",
  );
  return {
    generatorVersion: generator[1],
    options: typeof value["options"] === "string" ? value["options"] : "",
    files: new Map(files),
    build: new Set(paths(value["build"]).filter((path) => path.startsWith("dist/"))),
    scaffold: new Set(paths(value["scaffold"])),
    ...defined({ lock: readLock(value["lock"]) }),
  };
}

function lockValue({ server, operations }: Lock): object {
  const entries = [...operations].sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    server,
    operations: Object.fromEntries(entries.map(([key, entry]) => [key, formatEntry(entry)])),
  };
}

function readLock(value: unknown): Lock | undefined {
  if (!isRecord(value) || !isRecord(value["server"]) || !isRecord(value["operations"])) {
    return undefined;
  }
  const entries = Object.entries(value["operations"]).flatMap(
    ([key, text]): [string, LockEntry][] => {
      const entry = typeof text === "string" ? parseEntry(text) : undefined;
      return entry ? [[key, entry]] : [];
    },
  );
  return { server: readServer(value["server"]), operations: new Map(entries) };
}

function readServer(value: Readonly<Record<string, unknown>>): LockedServer {
  const text = (name: keyof LockedServer): string => {
    const one = value[name];
    return typeof one === "string" ? one : "";
  };
  return {
    name: text("name"),
    title: text("title"),
    document: text("document"),
    className: text("className"),
    texts: text("texts"),
    ...(typeof value["search"] === "string" ? { search: value["search"] } : {}),
  };
}

/**
 * Whether `path` can name an output file: relative, with `/` between names, and without `.`, `..`, `.git` or
 * `node_modules`. Windows separators and drives are refused everywhere, so that a manifest means the same on every machine.
 */
export function isOwnPath(path: string): boolean {
  if (path === "" || /[\\:\0]/.test(path)) return false;
  return path
    .split("/")
    .every((name) => !["", ".", "..", ".git", "node_modules"].includes(name.toLowerCase()));
}

/** Returns the SHA-256 of a text file, which is the same for LF and CRLF line ends (Git may convert them). */
export function contentHash(content: string): string {
  return createHash("sha256").update(withLineFeeds(content)).digest("hex");
}

/** Whether two texts have the same `contentHash`, without hashing them. */
export function isSameContent(one: string, other: string): boolean {
  return withLineFeeds(one) === withLineFeeds(other);
}

function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function paths(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((path): path is string => typeof path === "string" && isOwnPath(path));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
