import { isObject } from "../object.js";
import { tokensOfFragment } from "../pointer.js";
import { documentPosition, forEachChild, type Position, schemaPosition } from "../positions.js";
import type { Source } from "../source.js";
import type { Identities } from "./identity.js";
import { referenceOf, splitReference } from "./reference.js";
import { maxHops, walkPointer } from "./walk-pointer.js";

/** A file that references lead to, and the first file that refers to it. */
export interface NeededFile {
  readonly url: string;
  readonly from: string;
}

/** A reference that is still to be followed. */
interface Target {
  readonly ref: string;
  readonly from: string;
  readonly position: Position;
  readonly hops: number;
}

/**
 * Finds the external files that the reachable references of a document need. Visits only the targets of references,
 * each in the position of its reference, so that a map of responses may have one called `default`. Skips files without
 * external references.
 */
export class ReferenceWalk {
  readonly #files: ReadonlyMap<string, Source>;
  readonly #identities: Identities;
  readonly #visited = new Map<Position, Set<object>>();
  readonly #leadsOut = new Map<string, boolean>();
  readonly #waiting = new Map<string, Target[]>();
  readonly #queue: Target[] = [];
  #needed: NeededFile[] = [];

  /** @param files - grows while the walk goes on */
  constructor(files: ReadonlyMap<string, Source>, identities: Identities) {
    this.#files = files;
    this.#identities = identities;
  }

  /** Starts at the root of an OpenAPI document. */
  start(root: Source): void {
    if (!isObject(root.value) || !this.#hasWayOut(root)) return;
    this.#visit(root.value, documentPosition, root.url);
    this.#queue.reverse();
    this.#drain();
  }

  /** Continues in a needed file that has now been read. */
  resume(source: Source): void {
    const targets = this.#waiting.get(source.url) ?? [];
    this.#waiting.delete(source.url);
    this.#queue.push(...targets);
    this.#drain();
  }

  /** Returns the files that became needed since the last call, in order of appearance. */
  takeNeeded(): readonly NeededFile[] {
    const needed = this.#needed;
    this.#needed = [];
    return needed;
  }

  #drain(): void {
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) {
      this.#follow(next);
    }
  }

  #visit(value: object, position: Position, file: string): void {
    let visited = this.#visited.get(position);
    if (visited === undefined) this.#visited.set(position, (visited = new Set()));
    if (visited.has(value)) return;
    visited.add(value);
    const ref = referenceOf(value);
    if (ref !== undefined) this.#queue.push({ ref, from: file, position, hops: 0 });
    forEachChild(value, position, (child, inner) => this.#visit(child, inner, file));
  }

  #follow(target: Target): void {
    const { file, fragment } = splitReference(target.ref);
    const url = file === "" ? target.from : this.#identities.fileOf(file, target.from);
    if (url === undefined || target.hops > maxHops) return;
    const source = this.#files.get(url);
    if (source === undefined) this.#require(url, target);
    else if (this.#hasWayOut(source)) this.#descend(source, fragment, target);
  }

  #require(url: string, target: Target): void {
    const others = this.#waiting.get(url);
    if (others) others.push(target);
    else {
      this.#waiting.set(url, [target]);
      this.#needed.push({ url, from: target.from });
    }
  }

  #descend({ url, value }: Source, fragment: string, { position, hops }: Target): void {
    const tokens = tokensOfFragment(fragment);
    if (tokens === undefined) {
      // A plain name is an anchor anywhere in a file of schemas.
      if (isObject(value)) this.#visit(value, schemaPosition, url);
      return;
    }
    const walk = walkPointer(value, tokens);
    if (walk.ok) {
      if (isObject(walk.value)) this.#visit(walk.value, position, url);
    } else if (walk.through !== undefined) {
      this.#queue.push({ ref: walk.through, from: url, position, hops: hops + 1 });
    }
  }

  #hasWayOut(source: Source): boolean {
    let known = this.#leadsOut.get(source.url);
    if (known === undefined) this.#leadsOut.set(source.url, (known = mayReferToOthers(source)));
    return known;
  }
}

/**
 * Whether the text may hold a reference to another file; `true` when in doubt. In YAML a reference that begins with
 * `#` is always quoted, because it would be a comment otherwise.
 */
function mayReferToOthers(source: Source): boolean {
  if (source.format === "text") return false;
  if (source.overlaid) return true;
  return source.format === "json"
    ? /"\$ref"\s*:\s*"(?!#)|\\u0024/.test(source.text)
    : /\$ref["']?\s*:(?!\s*["']#)|\\u0024|\\x24/.test(source.text);
}
