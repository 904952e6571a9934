/** Reads values of the types that configurations have. A value of another type is a problem, and reads as undefined. */
import type { ConfigDocument, Placed } from "./config-document.js";

/** A text in which variables are still to be expanded. */
export interface PlacedText {
  readonly text: string;
  readonly at: Placed;
}

export function stringOf(document: ConfigDocument, value: Placed | undefined): string | undefined {
  return textOf(document, value)?.text;
}

export function textOf(
  document: ConfigDocument,
  value: Placed | undefined,
): PlacedText | undefined {
  if (!value) return undefined;
  if (value.node.type === "string") return { text: value.node.value as string, at: value };
  document.problem(value, `${nameOf(value)} must be a string.`);
  return undefined;
}

export function booleanOf(
  document: ConfigDocument,
  value: Placed | undefined,
): boolean | undefined {
  if (!value) return undefined;
  if (value.node.type === "boolean") return value.node.value as boolean;
  document.problem(value, `${nameOf(value)} must be true or false.`);
  return undefined;
}

export function positiveOf(
  document: ConfigDocument,
  value: Placed | undefined,
): number | undefined {
  if (!value) return undefined;
  const number: unknown = value.node.value;
  if (typeof number === "number" && number > 0) return number;
  document.problem(value, `${nameOf(value)} must be a number greater than 0.`);
  return undefined;
}

export function textsOf(
  document: ConfigDocument,
  value: Placed | undefined,
): readonly PlacedText[] | undefined {
  if (!value) return undefined;
  const items = itemsOf(document, value);
  return items?.flatMap((item) => textOf(document, item) ?? []);
}

export function stringsOf(
  document: ConfigDocument,
  value: Placed | undefined,
): readonly string[] | undefined {
  return textsOf(document, value)?.map((each) => each.text);
}

export function itemsOf(document: ConfigDocument, value: Placed): Placed[] | undefined {
  if (value.node.type === "array") {
    const items = value.node.children ?? [];
    return items.map((node, index) => ({ node, path: [...value.path, String(index)] }));
  }
  document.problem(value, `${nameOf(value)} must be a list.`);
  return undefined;
}

/** Reads an object of strings. Where VS Code allows them, numbers are texts, and null takes a variable away. */
export function textMapOf(
  document: ConfigDocument,
  value: Placed | undefined,
  allows: "strings" | "numbers and null" = "strings",
): ReadonlyMap<string, PlacedText> {
  const texts = new Map<string, PlacedText>();
  if (!value) return texts;
  for (const [name, at] of document.members(value, nameOf(value))) {
    const { type, value: given } = at.node;
    if (allows !== "strings" && type === "null") continue;
    const isNumber = allows !== "strings" && type === "number";
    const text = isNumber ? { text: String(given), at } : textOf(document, at);
    if (text) texts.set(name, text);
  }
  return texts;
}

function nameOf({ path }: Placed): string {
  const last = path[path.length - 1] ?? "";
  return /^\d+$/.test(last) ? `Item ${last} of "${path[path.length - 2] ?? ""}"` : `"${last}"`;
}
