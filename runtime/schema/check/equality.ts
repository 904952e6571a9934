/** Equality of JSON values. @see JSON Schema 2020-12, 4.2.2 */
import { digitsIn } from "../../protocol/exact-integers.js";
import type { JsonObject } from "../../protocol/json.js";
import type { Run } from "./run.js";

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** What the text of a value costs beside its characters. */
const textSteps = 20;

/**
 * Writes a value so that equal values have equal texts: members in the order of their names, and numbers by their value.
 *
 * @param isExact whether large integers are compared by their digits
 */
function canonicalText(value: unknown, run: Run, isExact: boolean, digits?: string): string {
  run.spend(textSteps);
  if (typeof value === "string") {
    run.spend(value.length >> 4);
    return JSON.stringify(value);
  }
  if (typeof value === "number")
    return isExact && isLarge(value) ? exact(value, digits) : `${value}`;
  if (isScalar(value)) return String(value);
  run.enter();
  const known = isExact ? digitsIn(value as object) : undefined;
  let text: string;
  if (Array.isArray(value)) {
    text = "[";
    for (let at = 0; at < value.length; at++) {
      text += `${canonicalText(value[at], run, isExact, known?.get(at))},`;
    }
  } else {
    text = "{";
    const object = value as JsonObject;
    for (const name of Object.keys(object).sort()) {
      run.spend(name.length >> 4);
      const member = canonicalText(object[name], run, isExact, known?.get(name));
      text += `${JSON.stringify(name)}:${member},`;
    }
  }
  run.leave();
  return text;
}

/** Integers of which several become the same number. */
function isLarge(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

function exact(value: number, digits: string | undefined): string {
  return digits ?? BigInt(value).toString();
}

/** A set of JSON values. */
export class ValueSet {
  readonly #isExact: boolean;
  readonly #scalars = new Set<unknown>();
  readonly #texts = new Set<string>();

  /** @param isExact whether large integers are compared by their digits, which the values of a schema have lost */
  constructor(isExact: boolean) {
    this.#isExact = isExact;
  }

  /** Returns false if an equal value is there already. @param digits those of a large integer */
  add(value: unknown, run: Run, digits?: string): boolean {
    const isText = !isScalar(value) || (this.#isExact && isLarge(value));
    const set: Set<unknown> = isText ? this.#texts : this.#scalars;
    const before = set.size;
    set.add(isText ? canonicalText(value, run, this.#isExact, digits) : value);
    return set.size > before;
  }

  /** Whether an equal value is there, in a set that is not exact. */
  has(value: unknown, run: Run): boolean {
    if (isScalar(value)) return this.#scalars.has(value);
    return this.#texts.size > 0 && this.#texts.has(canonicalText(value, run, false));
  }
}
