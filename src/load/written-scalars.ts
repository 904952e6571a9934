/**
 * The texts of scalars whose values don't show them: YAML reads `08`, `1.10` and `0x10` as the numbers 8, 1.1 and 16, and
 * JavaScript reads 9007199254740993 as its neighbour. The values stay as they are, and their texts are kept beside them.
 */
type Texts = Map<string, string>;

const textsOf = new WeakMap<object, Texts>();

/** Keeps the text of a member of an object, or of an item of an array; without a text, forgets an earlier one. */
export function keepWritten(
  container: object,
  key: string | number,
  text: string | undefined,
): void {
  let texts = textsOf.get(container);
  if (text === undefined) {
    texts?.delete(String(key));
    return;
  }
  if (texts === undefined) textsOf.set(container, (texts = new Map()));
  texts.set(String(key), text);
}

/** Returns the text of a scalar as it is in the document; undefined if its value as a string is the same. */
export function writtenIn(container: object, key: string | number): string | undefined {
  return textsOf.get(container)?.get(String(key));
}

/** Returns a scalar as a string, with the text of the document; undefined if the value is no scalar. */
export function scalarText(container: object, key: string | number): string | undefined {
  const value = (container as { readonly [key: string]: unknown })[key];
  if (typeof value === "string") return value;
  if (typeof value !== "number" && typeof value !== "boolean") return undefined;
  return writtenIn(container, key) ?? String(value);
}

/** Copies the texts of the members that two objects share. */
export function copyWritten(from: object, to: object): void {
  const texts = textsOf.get(from);
  if (texts === undefined) return;
  const [was, is] = [from, to] as { readonly [key: string]: unknown }[];
  for (const [key, text] of texts) {
    if (Object.hasOwn(to, key) && was![key] === is![key]) keepWritten(to, key, text);
  }
}

/** Returns the text of an integer that a JavaScript number can't hold; undefined if there is none at this place. */
export function lostInteger(container: object, key: string | number): string | undefined {
  const text = writtenIn(container, key);
  if (text === undefined || !/^-?\d{16,}$/.test(text)) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number)) return undefined;
  const shown = String(number);
  // JavaScript writes 2^63 as 9223372036854776000.
  if (/^-?\d+$/.test(shown)) return shown === text ? undefined : text;
  // Beyond 309 digits, the number is infinite.
  return !Number.isFinite(number) || BigInt(text) !== BigInt(number) ? text : undefined;
}

/** Returns the first integer at any depth of a value that a JavaScript number can't hold. */
export function lostIntegerWithin(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const key of textsOf.get(value)?.keys() ?? []) {
    const lost = lostInteger(value, key);
    if (lost !== undefined) return lost;
  }
  for (const inner of Object.values(value)) {
    const lost = typeof inner === "object" ? lostIntegerWithin(inner) : undefined;
    if (lost !== undefined) return lost;
  }
  return undefined;
}
