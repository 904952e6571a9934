import { hash } from "node:crypto";
import { defined } from "../../runtime/protocol/defined.js";
import type { Lock, LockedServer, LockEntry } from "../changes/lock.js";
import { formatEntry, parseEntry } from "../changes/lock-text.js";
import { formatDestination, parseDestination } from "../changes/destinations.js";
import { manifestText, manifestValues } from "./manifest-text.js";

/** The record in the output folder of the files that the generator wrote, and their hashes. */
export interface Manifest {
  readonly generatorVersion: string;
  /** The options that shaped the output, as given. */
  readonly options: string;
  /** Each file that a run may rewrite, by path relative to the output folder. Several records come from a merge. */
  readonly files: ReadonlyMap<string, readonly FileRecord[]>;
  /** Compiled files, without hashes because the user may compile them again. */
  readonly build: ReadonlySet<string>;
  /** Files that are written once and then belong to the user. */
  readonly scaffold: ReadonlySet<string>;
  /** What clients rely on. Manifests of earlier versions have none. */
  readonly lock?: Lock;
  /** The text has the lines of two branches. */
  readonly merged?: true;
}

/** What a file was when it was written. */
export interface FileRecord {
  /** SHA-256 of the text. */
  readonly hash: string;
  /** Hash of what formatters leave as it is. Bundled code and manifests of earlier versions have none. */
  readonly meaning?: string;
}

export const manifestName = ".mcp-codegen.json";

/** Maximum size of a manifest, enough for 60,000 operations; a larger file is not one. */
export const maxManifestBytes = 32 << 20;

/** Formats a manifest. The same manifest gives the same bytes. */
export function formatManifest(manifest: Manifest): string {
  const sorted = (paths: Iterable<string>): readonly string[] => [...paths].sort();
  const { lock } = manifest;
  const value = {
    generator: `mcp-codegen ${manifest.generatorVersion}`,
    options: manifest.options,
    files: Object.fromEntries(
      sorted(manifest.files.keys()).map((path) => [path, recordText(manifest.files.get(path))]),
    ),
    build: sorted(manifest.build),
    scaffold: sorted(manifest.scaffold),
    ...(lock ? { lock: lockValue(lock) } : {}),
  };
  return manifestText(value);
}

/**
 * Parses an untrusted manifest, dropping paths that the generator never writes; undefined if it is not a manifest. One that
 * Git has merged has the entries of both sides, and of the first where there can be only one.
 */
export function parseManifest(text: string): Manifest | undefined {
  const sides = manifestValues(text).map(readManifest);
  const [first, ...others] = sides.filter((side) => side !== undefined);
  if (!first || others.length === 0) return first;
  return others.reduce(combine, { ...first, merged: true });
}

function combine(one: Manifest, other: Manifest): Manifest {
  const files = new Map(one.files);
  for (const [path, records] of other.files) {
    files.set(path, [...(files.get(path) ?? []), ...records]);
  }
  const lock =
    one.lock && other.lock
      ? {
          ...one.lock,
          ...defined({ destinations: bothDestinations(one.lock, other.lock) }),
          operations: new Map([...other.lock.operations, ...one.lock.operations]),
        }
      : (one.lock ?? other.lock);
  return {
    ...one,
    files,
    build: new Set([...one.build, ...other.build]),
    scaffold: new Set([...one.scaffold, ...other.scaffold]),
    ...defined({ lock }),
  };
}

/** Returns what the branches have accepted, each for itself. */
function bothDestinations(one: Lock, other: Lock): Lock["destinations"] {
  if (!one.destinations || !other.destinations) return one.destinations ?? other.destinations;
  return [...one.destinations, ...other.destinations];
}

function readManifest(value: unknown): Manifest | undefined {
  if (!isRecord(value) || !isRecord(value["files"])) return undefined;
  const generator = /^mcp-codegen (\S+)$/.exec(String(value["generator"]));
  if (!generator?.[1]) return undefined;
  const files = Object.entries(value["files"]).flatMap(
    ([path, text]): [string, readonly FileRecord[]][] =>
      isOwnPath(path) && typeof text === "string" ? [[path, [readRecord(text)]]] : [],
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

function recordText([record]: readonly FileRecord[] = []): string {
  return [record?.hash, record?.meaning].filter((part) => part !== undefined).join(" ");
}

function readRecord(text: string): FileRecord {
  const [hash = "", meaning] = text.split(" ");
  return { hash, ...defined({ meaning }) };
}

function lockValue({ server, destinations, operations }: Lock): object {
  const entries = [...operations].sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    server,
    ...(destinations && { destinations: destinations.map(formatDestination) }),
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
  return {
    server: readServer(value["server"]),
    ...defined({ destinations: readDestinations(value["destinations"]) }),
    operations: new Map(entries),
  };
}

function readDestinations(value: unknown): Lock["destinations"] {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((text) => (typeof text === "string" ? (parseDestination(text) ?? []) : []));
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
  return hash("sha256", withLineFeeds(content));
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
