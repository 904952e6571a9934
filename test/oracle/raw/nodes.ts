/** Values of the files of a document, with the place where they are written. Follows references by its own code. */
import path from "node:path";
import { readDocument } from "./read-text.js";

export type Mapping = Readonly<Record<string, unknown>>;

/** A value of a file. `pointer` is its JSON Pointer. */
export interface RawNode {
  readonly value: unknown;
  readonly file: string;
  readonly pointer: string;
}

const mostHops = 50;

export class RawFiles {
  readonly #files = new Map<string, unknown>();
  readonly #anchors = new Map<string, ReadonlyMap<string, RawNode>>();

  /** Returns the whole of a file. @throws Error when the file can't be read */
  root(file: string): RawNode {
    if (!this.#files.has(file)) this.#files.set(file, readDocument(file));
    return { value: this.#files.get(file), file, pointer: "" };
  }

  /** Returns the target of a chain of references; undefined if one of them leads nowhere or in a circle. */
  follow(node: RawNode | undefined): RawNode | undefined {
    let found = node;
    for (let hops = 0; found && hops < mostHops; hops++) {
      const ref = refOf(found);
      if (ref === undefined) return found;
      found = this.target(found, ref);
    }
    return undefined;
  }

  /** Returns the members of a keyword with schemas by name. Some documents put a reference in place of the names. */
  namedSchemas(schema: RawNode, keyword: string): readonly (readonly [string, RawNode])[] {
    return members(this.follow(member(schema, keyword)));
  }

  /** Returns the target of one reference. References to other hosts lead nowhere. */
  target(from: RawNode, ref: string): RawNode | undefined {
    const hash = ref.indexOf("#");
    const before = hash === -1 ? ref : ref.slice(0, hash);
    const fragment = hash === -1 ? "" : ref.slice(hash + 1);
    const whole = this.#fileOf(from, before);
    if (!whole) return undefined;
    const decoded = decode(fragment);
    if (decoded !== "" && !decoded.startsWith("/")) return this.#anchorsOf(whole).get(decoded);
    let found: RawNode | undefined = whole;
    for (const token of decoded.split("/").slice(1)) {
      found = member(found, token.replaceAll("~1", "/").replaceAll("~0", "~"));
    }
    return found;
  }

  #fileOf(from: RawNode, before: string): RawNode | undefined {
    const own = this.root(from.file);
    if (before === "" || before === asMapping(own.value)["$self"]) return own;
    if (/^[a-z][a-z0-9+.-]+:/i.test(before)) return this.#anchorsOf(own).get(before);
    try {
      return this.root(path.resolve(path.dirname(from.file), decode(before)));
    } catch {
      return this.#anchorsOf(own).get(before);
    }
  }

  /** Indexes the values of `$id` and `$anchor` of a file. */
  #anchorsOf(whole: RawNode): ReadonlyMap<string, RawNode> {
    const known = this.#anchors.get(whole.file);
    if (known) return known;
    const found = new Map<string, RawNode>();
    const seen = new Set<unknown>();
    const pending = [whole];
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (typeof next.value !== "object" || next.value === null || seen.has(next.value)) continue;
      seen.add(next.value);
      for (const keyword of ["$id", "$anchor", "$dynamicAnchor"]) {
        const name = asMapping(next.value)[keyword];
        if (typeof name === "string" && !found.has(name)) found.set(name, next);
      }
      pending.push(...members(next).map(([, each]) => each));
    }
    this.#anchors.set(whole.file, found);
    return found;
  }
}

export function refOf(node: RawNode | undefined): string | undefined {
  const ref = asMapping(node?.value)["$ref"];
  return typeof ref === "string" ? ref : undefined;
}

/** Returns a member of a mapping or an item of a list. */
export function member(node: RawNode | undefined, key: string): RawNode | undefined {
  const { value } = node ?? {};
  if (!node || typeof value !== "object" || value === null || !Object.hasOwn(value, key)) {
    return undefined;
  }
  const token = key.replaceAll("~", "~0").replaceAll("/", "~1");
  return { value: (value as Mapping)[key], file: node.file, pointer: `${node.pointer}/${token}` };
}

/** Returns the members of a mapping or the items of a list, by key. */
export function members(node: RawNode | undefined): readonly (readonly [string, RawNode])[] {
  const { value } = node ?? {};
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).map((key) => [key, member(node, key)!] as const);
}

export function asMapping(value: unknown): Mapping {
  return isMapping(value) ? value : {};
}

export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
