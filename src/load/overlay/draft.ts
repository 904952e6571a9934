import type { Place } from "../../diagnostics/diagnostic.js";
import { below } from "../../diagnostics/place.js";
import { isObject, setOwn } from "../object.js";
import { copyWritten, keepWritten, writtenIn } from "../written-scalars.js";
import { childOf, pointerOf, tokensOf } from "../pointer.js";
import { maxDepth } from "../yaml-dialect.js";

/** Path to a value: names of members and indexes of elements. */
export type Path = readonly (string | number)[];

/** Why a change can't be made. */
export interface Mismatch {
  readonly message: string;
  /** The value that can't be merged. */
  readonly at?: Place;
}

/** A value to be merged into a document. */
export interface Update {
  readonly value: unknown;
  /** Where it was written. */
  readonly place: Place;
  /** The text of a scalar whose value doesn't show it (`writtenIn`). */
  readonly text?: string;
}

type Container = Record<string, unknown> | unknown[];

/** Maximum number of inserted values; copies of copies grow fast. */
const maxInserted = 1_000_000;

/**
 * A document that is being changed. Copies the containers on the path to a change, so that the original is never
 * mutated. Knows where each value was written.
 */
export class Draft {
  readonly #place: Place;
  #root: unknown;
  /** Copies that may be mutated. */
  #own = new WeakSet<object>();
  /** By container and key: places of values that were not written in their container. */
  readonly #moved = new WeakMap<object, Map<string, Place>>();
  #inserted = 0;

  /** @param file - where the document was read from */
  constructor(root: unknown, file: string) {
    this.#root = root;
    this.#place = { file, pointer: "" };
  }

  get value(): unknown {
    return this.#root;
  }

  /** Returns where the value at `pointer` was written. */
  placeOf(pointer: string): Place {
    return this.#placeAt(tokensOf(pointer) ?? []);
  }

  /**
   * Merges a value into the one at `path`.
   *
   * @see Overlay 1.1, Action Object, `update`
   */
  merge(path: Path, { value, place: from, text }: Update): Mismatch | undefined {
    const tooMuch = this.#count(value, path.length);
    if (tooMuch !== undefined) return { message: tooMuch };
    const keys = path.map(String);
    const target = keys.reduce<unknown>(childOf, this.#root);
    const last = keys.at(-1);
    if (Array.isArray(target)) {
      const list = this.#open(keys) as unknown[];
      if (Array.isArray(value)) this.#append(list, value, { from, isList: true });
      else {
        this.#append(list, [value], { from, isList: false });
        keepWritten(list, list.length - 1, text);
      }
      return undefined;
    }
    if (isObject(target) && isMap(value)) {
      return this.#mergeMaps(this.#open(keys) as Record<string, unknown>, value, from);
    }
    if (last === undefined || !fits(target, value)) return mismatch(target, value, from);
    const holder = this.#open(keys.slice(0, -1));
    this.#set(holder, last, value, from);
    // The text of the value that is replaced would overrule the new value.
    keepWritten(holder, last, text);
    return undefined;
  }

  /** Removes values; `paths` refer to the document before the first removal. */
  remove(paths: readonly Path[]): Mismatch | undefined {
    if (paths.some((path) => path.length === 0)) {
      return { message: "The whole document can't be removed." };
    }
    const byHolder = new Map<
      string,
      { readonly keys: readonly string[]; readonly gone: Set<string> }
    >();
    // Deeper values are removed first, so that the other paths stay valid.
    for (const path of [...paths].sort((left, right) => right.length - left.length)) {
      const keys = path.map(String);
      const last = keys.pop() as string;
      const holder = pointerOf(keys);
      const known = byHolder.get(holder);
      if (known) known.gone.add(last);
      else byHolder.set(holder, { keys, gone: new Set([last]) });
    }
    for (const { keys, gone } of byHolder.values()) {
      const holder = this.#open(keys);
      if (Array.isArray(holder)) this.#removeElements(holder, gone, keys);
      else {
        for (const key of gone) {
          delete holder[key];
          keepWritten(holder, key, undefined);
          this.#moved.get(holder)?.delete(key);
        }
      }
    }
    return undefined;
  }

  /** Call this before putting a value in a second place, so that its copy is no longer mutated. */
  share(): void {
    this.#own = new WeakSet();
  }

  #removeElements(list: unknown[], gone: ReadonlySet<string>, keys: readonly string[]): void {
    const beside = this.#placeAt(keys);
    const moved = this.#moved.get(list);
    const kept = list.flatMap((value, index) => {
      const key = String(index);
      const written = writtenIn(list, index);
      keepWritten(list, index, undefined);
      return gone.has(key)
        ? []
        : [{ value, written, place: moved?.get(key) ?? below(beside, key) }];
    });
    this.#moved.set(list, new Map(kept.map(({ place }, index) => [String(index), place])));
    list.length = 0;
    for (const { value, written } of kept) keepWritten(list, list.push(value) - 1, written);
  }

  #mergeMaps(
    target: Record<string, unknown>,
    update: Readonly<Record<string, unknown>>,
    from: Place,
  ): Mismatch | undefined {
    for (const key of Object.keys(update)) {
      const value = update[key];
      const place = below(from, key);
      const current = Object.hasOwn(target, key) ? target[key] : undefined;
      if (Array.isArray(current) && Array.isArray(value)) {
        this.#append(this.#openChild(target, key) as unknown[], value, {
          from: place,
          isList: true,
        });
      } else if (isMap(current) && isMap(value)) {
        const child = this.#openChild(target, key) as Record<string, unknown>;
        const fault = this.#mergeMaps(child, value, place);
        if (fault) return fault;
      } else if (current === undefined || fits(current, value)) {
        this.#set(target, key, value, place);
        keepWritten(target, key, writtenIn(update, key));
      } else if (value !== null) return mismatch(current, value, place);
      // A null (an empty value, as in the specification's own example) changes nothing.
    }
    return undefined;
  }

  #append(
    list: unknown[],
    values: readonly unknown[],
    { from, isList }: { from: Place; isList: boolean },
  ): void {
    for (const [index, value] of values.entries()) {
      this.#movedOf(list).set(String(list.length), isList ? below(from, String(index)) : from);
      keepWritten(list, list.push(value) - 1, writtenIn(values, index));
    }
  }

  #set(holder: Container, key: string, value: unknown, place: Place): void {
    this.#movedOf(holder).set(key, place);
    setOwn(holder, key, value);
  }

  /** Makes the container at a path and its ancestors mutable copies; returns the container. */
  #open(keys: readonly string[]): Container {
    if (!this.#own.has(this.#root as object)) this.#root = this.#copy(this.#root as Container);
    let current = this.#root as Container;
    for (const key of keys) current = this.#openChild(current, key);
    return current;
  }

  #openChild(holder: Container, key: string): Container {
    const child = (holder as Record<string, Container>)[key] as Container;
    if (this.#own.has(child)) return child;
    const copy = this.#copy(child);
    setOwn(holder, key, copy);
    return copy;
  }

  #copy(original: Container): Container {
    let copy: Container;
    if (Array.isArray(original)) copy = [...(original as unknown[])];
    else {
      copy = {};
      for (const key of Object.keys(original)) setOwn(copy, key, original[key]);
    }
    const moved = this.#moved.get(original);
    if (moved) this.#moved.set(copy, new Map(moved));
    copyWritten(original, copy);
    this.#own.add(copy);
    return copy;
  }

  #movedOf(holder: object): Map<string, Place> {
    let moved = this.#moved.get(holder);
    if (!moved) this.#moved.set(holder, (moved = new Map()));
    return moved;
  }

  #placeAt(keys: readonly string[]): Place {
    let place = this.#place;
    let current = this.#root;
    for (const key of keys) {
      place =
        (isObject(current) ? this.#moved.get(current)?.get(key) : undefined) ?? below(place, key);
      current = childOf(current, key);
    }
    return place;
  }

  /** Returns why the inserted values are too many or too deep, if they are. */
  #count(value: unknown, depth: number): string | undefined {
    if (depth > maxDepth)
      return `The update would nest the document more than ${maxDepth} levels deep.`;
    if (++this.#inserted > maxInserted) {
      return `Overlays may insert at most ${maxInserted} values into a document.`;
    }
    if (!isObject(value)) return undefined;
    for (const inner of Object.values(value)) {
      const tooMuch = this.#count(inner, depth + 1);
      if (tooMuch !== undefined) return tooMuch;
    }
    return undefined;
  }
}

export function pathPointer(path: Path): string {
  return pointerOf(path.map(String));
}

function isMap(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}

/** Whether `value` may replace `current`: both are primitive, or `current` is null (an empty value in YAML). */
function fits(current: unknown, value: unknown): boolean {
  return current === null || (!isObject(current) && !isObject(value));
}

function mismatch(current: unknown, value: unknown, at: Place): Mismatch {
  return { message: `${kindOf(value)} can't be merged into ${kindOf(current)}.`, at };
}

export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return isObject(value) ? "an object" : "a plain value";
}
