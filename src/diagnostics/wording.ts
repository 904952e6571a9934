/** How messages about the fields of a file name places and values. */
import { tokensOf } from "../load/pointer.js";

/** Formats a pointer as code: `/routes/2/expose` becomes `` `routes[2].expose` ``. */
export function spell(pointer: string): string {
  let text = "";
  for (const key of tokensOf(pointer) ?? []) {
    text += /^\d+$/.test(key) ? `[${key}]` : (text && ".") + key;
  }
  return `\`${text}\``;
}

/** Formats a value briefly: a list or an object is only named, and a long text is shortened. */
export function showValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Formats a type of JSON Schema with its article. */
export function withArticle(type: string): string {
  if (type === "null") return "null";
  if (type === "array") return "a list";
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

export function quoteList(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
