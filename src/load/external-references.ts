import type { Identities } from "./identity.js";
import { childOf, escapeToken, tokensOfFragment } from "./pointer.js";
import { documentPosition, forEachChild, type Position, schemaPosition } from "./positions.js";
import { referenceOf, splitReference } from "./reference.js";
import type { Source } from "./source.js";
import { isObject } from "./object.js";

/** A file that references lead to, and the first file in which one stands. */
export interface NeededFile {
  readonly url: string;
  readonly from: string;
}

export interface ReferenceWalk {
  /** Starts at the root of an OpenAPI document. */
  readonly start: (root: Source) => void;
  /** Goes on in a file that was needed, now read. */
  readonly resume: (source: Source) => void;
  /** Files that became needed since the last call, in the order they were met. */
  readonly takeNeeded: () => readonly NeededFile[];
}

/** Where a walk still has to go. */
interface Target {
  readonly ref: string;
  readonly from: string;
  readonly position: Position;
  readonly hops: number;
}

/** References that may be passed on the way to one target. */
const maxHops = 50;

/**
 * Finds the external files that the reachable references of a document need. Only what a reference leads to is looked
 * at in other files, in the position that the reference stands in, so that a file that is a map of responses may have
 * one called `default`. Files without external references are not walked at all.
 */
export function createReferenceWalk(
  files: ReadonlyMap<string, Source>,
  identities: Identities,
): ReferenceWalk {
  const visited = new Map<Position, Set<object>>();
  const leadsOut = new Map<string, boolean>();
  const waiting = new Map<string, Target[]>();
  let needed: NeededFile[] = [];
  const queue: Target[] = [];

  const hasWayOut = (source: Source): boolean => {
    let known = leadsOut.get(source.url);
    if (known === undefined) leadsOut.set(source.url, (known = mayReferToOthers(source)));
    return known;
  };

  const walk = (value: object, position: Position, file: string): void => {
    let seen = visited.get(position);
    if (seen === undefined) visited.set(position, (seen = new Set()));
    if (seen.has(value)) return;
    seen.add(value);
    const ref = referenceOf(value);
    if (ref !== undefined) queue.push({ ref, from: file, position, hops: 0 });
    forEachChild(value, position, (child, inner) => walk(child, inner, file));
  };

  const follow = (target: Target): void => {
    const { file, fragment } = splitReference(target.ref);
    const url = file === "" ? target.from : identities.fileOf(file, target.from);
    if (url === undefined || target.hops > maxHops) return;
    const source = files.get(url);
    if (source === undefined) {
      const others = waiting.get(url);
      if (others) others.push(target);
      else {
        waiting.set(url, [target]);
        needed.push({ url, from: target.from });
      }
      return;
    }
    if (!hasWayOut(source)) return;
    const tokens = tokensOfFragment(fragment);
    if (tokens === undefined) {
      // A plain name: an anchor somewhere in a file of schemas.
      if (isObject(source.value)) walk(source.value, schemaPosition, url);
      return;
    }
    let value: unknown = source.value;
    for (const [index, token] of tokens.entries()) {
      const child = childOf(value, token);
      const through = child === undefined ? referenceOf(value) : undefined;
      if (through !== undefined) {
        const ref = appendTokens(through, tokens.slice(index));
        queue.push({ ref, from: url, position: target.position, hops: target.hops + 1 });
        return;
      }
      value = child;
    }
    if (isObject(value)) walk(value, target.position, url);
  };

  const drain = (): void => {
    for (let target = queue.pop(); target !== undefined; target = queue.pop()) follow(target);
  };

  return {
    start(root) {
      if (!isObject(root.value) || !hasWayOut(root)) return;
      walk(root.value, documentPosition, root.url);
      queue.reverse();
      drain();
    },
    resume(source) {
      const targets = waiting.get(source.url) ?? [];
      waiting.delete(source.url);
      queue.push(...targets);
      drain();
    },
    takeNeeded() {
      const taken = needed;
      needed = [];
      return taken;
    },
  };
}

/** A reference lengthened by more keys: what `ref` means for a pointer that leads through it. */
export function appendTokens(ref: string, tokens: readonly string[]): string {
  const { file, fragment } = splitReference(ref);
  const rest = tokens.map((token) => `/${encodeURIComponent(escapeToken(token))}`);
  return `${file}#${fragment}${rest.join("")}`;
}

/**
 * Whether the text may hold a reference to another file; `true` when in doubt. In YAML a reference that begins with
 * `#` is always quoted, or it would be a comment.
 */
function mayReferToOthers(source: Source): boolean {
  if (source.format === "text") return false;
  if (source.overlaid) return true;
  return source.format === "json"
    ? /"\$ref"\s*:\s*"(?!#)|\\u0024/.test(source.text)
    : /\$ref["']?\s*:(?!\s*["']#)|\\u0024|\\x24/.test(source.text);
}
