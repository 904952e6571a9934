/** Reads the text of a manifest, also one that Git has merged. */
import {
  createScanner,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";
import { conflictSides } from "./conflict-markers.js";

/**
 * Returns the values that a manifest holds: one, or several after a merge. Git leaves the lines of both sides between
 * conflict markers, or without markers where `.gitattributes` says `merge=union`. In the second case, keys occur twice and
 * commas are missing. Returns nothing if the text is not JSON.
 */
export function manifestValues(text: string): readonly unknown[] {
  const asWritten = valueAsWritten(text);
  if (asWritten !== undefined) return [asWritten];
  return (conflictSides(text) ?? [text]).flatMap(valuesOf);
}

/** Prints the value of a manifest. */
export function manifestText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Returns the value if the text is as a run prints it, so that no key occurs twice: most are, and may be megabytes. */
function valueAsWritten(text: string): unknown {
  try {
    const value = JSON.parse(text) as object;
    return manifestText(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

function valuesOf(text: string): readonly unknown[] {
  const errors: ParseError[] = [];
  if (hasTooMany(text)) return [];
  let tree: Node | undefined;
  try {
    tree = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    // The parser recurses, and a hostile text is nested deeply.
    return [];
  }
  if (!tree || errors.some(isRefused)) return [];
  const first = toValue(tree, "first");
  return hasTwice(tree) ? [first, toValue(tree, "last")] : [first];
}

/** Maximum number of tokens of a text that is parsed with its faults, of which each is recorded: 100,000 operations. */
const maxTokens = 500_000;

function hasTooMany(text: string): boolean {
  const scanner = createScanner(text, true);
  for (let left = maxTokens; left > 0; left -= 1) {
    scanner.scan();
    if (scanner.getPosition() >= text.length) return false;
  }
  return true;
}

function isRefused({ error }: ParseError): boolean {
  return printParseErrorCode(error) !== "CommaExpected";
}

function hasTwice({ type, children = [] }: Node): boolean {
  if (type === "object") {
    const names = new Set(children.map(nameOf));
    if (names.size < children.length) return true;
  }
  return children.some(hasTwice);
}

/** @param taken which of several values with the same key to take */
function toValue(node: Node, taken: "first" | "last"): unknown {
  const { type, value, children = [] } = node;
  if (type === "array") return children.map((child) => toValue(child, taken));
  if (type !== "object") return value as unknown;
  const members = children.flatMap((property): readonly (readonly [string, unknown])[] => {
    const member = property.children?.[1];
    return member ? [[nameOf(property), toValue(member, taken)]] : [];
  });
  return Object.fromEntries(taken === "first" ? [...members].reverse() : members);
}

function nameOf(property: Node): string {
  return String(property.children?.[0]?.value);
}
