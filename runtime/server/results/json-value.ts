/** Finds what JSON would silently drop from the value of a handler: a Map becomes `{}`, bytes become digits. */
import type { JsonObject } from "../../protocol/json.js";
import { UnsendableValue } from "./unsendable-value.js";

/** A value in another one, at `key`. The outermost has neither. */
interface Found {
  readonly value: unknown;
  readonly key?: string;
  readonly parent?: Found;
}

/**
 * Requires that JSON can represent a value and everything in it. Members that are undefined or functions are left out, as
 * `JSON.stringify` does.
 *
 * @throws UnsendableValue that names the first value that JSON can't represent, its place, and what to return instead
 */
export function requireJson(value: unknown): void {
  if (new PlainCheck().passes(value)) return;
  const isNoNumber = typeof value === "number" && !Number.isFinite(value);
  if (typeof value === "function" || typeof value === "symbol" || isNoNumber) {
    throw unsendable({ value });
  }
  // Not recursive, because a value may be nested deeper than the stack.
  const waiting: Found[] = [{ value }];
  const seen = new Set<unknown>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const found = next.value;
    if (typeof found === "bigint" && !hasToJson(found)) throw unsendable(next);
    if (typeof found !== "object" || found === null || seen.has(found)) continue;
    seen.add(found);
    if (isLost(found)) throw unsendable(next);
    if (hasToJson(found)) continue;
    for (const [key, inner] of Object.entries(found)) {
      if (typeof inner === "object" || typeof inner === "bigint") {
        waiting.push({ value: inner, key, parent: next });
      }
    }
  }
}

/** A quick check, which most values pass: it costs a third of writing them. */
class PlainCheck {
  /** Objects that it may still look at, because it is recursive, and a value may contain itself. */
  #left = 2_000;

  /** Whether a value consists of nothing but what JSON has. */
  passes(value: unknown): boolean {
    if (typeof value !== "object") return isPlainScalar(value);
    if (value === null) return true;
    if (this.#left-- === 0) return false;
    if (Array.isArray(value)) return value.every((each) => this.passes(each));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return false;
    if (Symbol.asyncIterator in value) return false;
    for (const key in value) if (!this.passes((value as JsonObject)[key])) return false;
    return true;
  }
}

function isPlainScalar(value: unknown): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "undefined":
      return true;
    default:
      return Number.isFinite(value);
  }
}

/** Whether JSON has nothing of an object's content, or only its digits. */
function isLost(value: object): boolean {
  if (Array.isArray(value)) return false;
  if (ArrayBuffer.isView(value)) return true;
  if (hasToJson(value)) return false;
  if (value instanceof Error || value instanceof Map || value instanceof Set) return true;
  if (Symbol.asyncIterator in value) return true;
  // Classes of the language and of the platform keep their content out of their members.
  const tag = tagOf(value);
  return !plain.has(tag) && Object.keys(value).length === 0;
}

/** Programs add `toJSON` to BigInt, too. */
function hasToJson(value: object | bigint): boolean {
  return typeof (value as { readonly toJSON?: unknown }).toJSON === "function";
}

const plain = new Set(["Object", "Array", "String", "Number", "Boolean", "Arguments"]);

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function unsendable(found: Found): UnsendableValue {
  const { value } = found;
  const path = pathOf(found);
  const where = path === "" ? "" : ` at ${path.replace(/^\./, "").slice(0, 200)}`;
  return new UnsendableValue(
    `The handler returned ${nameOf(value)}${where}, which JSON can't represent. It must return ${instead(value)}.`,
  );
}

function pathOf(found: Found): string {
  let path = "";
  for (let at = found; at.parent; at = at.parent) {
    path = (Array.isArray(at.parent.value) ? `[${at.key}]` : `.${at.key}`) + path;
  }
  return path;
}

function nameOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  const tag = value instanceof Error ? value.name.slice(0, 100) : tagOf(value);
  return `${/^[AEIO]/.test(tag) ? "an" : "a"} ${tag}`;
}

function instead(value: unknown): string {
  if (typeof value === "bigint") return "a string or a number";
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Blob) {
    return "bytes alone or in a list of content, not inside other data";
  }
  if (value instanceof Map) return "an object, such as Object.fromEntries(map)";
  if (value instanceof Error) return "a value, or throw the error";
  if (typeof value === "object" && value !== null) {
    if (Symbol.iterator in value || Symbol.asyncIterator in value) {
      return "an array of the items, or an async iterable or a generator itself";
    }
    if (value instanceof Response || value instanceof Request) {
      return "what it holds: text, JSON or a file";
    }
  }
  return "text, a plain object, an array or a file";
}
