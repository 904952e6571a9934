import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ReferenceResolver } from "../load/references/resolver.js";
import type { Node } from "../load/source.js";
import { scalarText } from "../load/written-scalars.js";
import type { NormalPart, SpecVersion } from "./document.js";
import {
  child,
  dotted,
  isObject,
  isObjectNode,
  join,
  kindOf,
  misshapen,
  own,
  problem,
  type JsonObject,
} from "./node.js";

export interface Reading {
  readonly version: SpecVersion;
  /** The OpenAPI Object of the document. */
  readonly root: Node<JsonObject>;
  readonly resolver: ReferenceResolver;
  /** Swagger 2.0's document-wide media types; empty lists for 3.x. */
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** Cache of the parts that were reached by reference, by kind and by the referenced object. */
  readonly shared: Map<string, Map<object, NormalPart>>;
}

export function isReference(value: unknown): value is JsonObject & { readonly $ref: string } {
  return isObject(value) && typeof own(value, "$ref") === "string";
}

/**
 * Returns the object that a node is or refers to, through any number of references.
 *
 * If there is no object, adds the error to `problems` and returns `undefined`.
 * @see OpenAPI 3.2 Reference Object
 */
export function follow(
  reading: Reading,
  node: Node,
  problems: Diagnostic[],
): Node<JsonObject> | undefined {
  const found = target(reading, node, problems);
  if (found === undefined) return undefined;
  if (isObjectNode(found)) return found;
  problems.push(
    misshapen(found, "an object", found === node ? "invalid-object" : "ref-wrong-kind"),
  );
  return undefined;
}

/**
 * Reads a part that may be referred to. A referenced part is read once; every use gets the same value.
 */
export function readShared<Part extends NormalPart>(
  reading: Reading,
  kind: string,
  node: Node,
  read: (node: Node<JsonObject>) => Part,
  broken: (node: Node, problems: readonly Diagnostic[]) => Part,
): Part {
  const problems: Diagnostic[] = [];
  const found = follow(reading, node, problems);
  if (found === undefined) return broken(node, problems);
  if (found === node) return read(found);
  let parts = reading.shared.get(kind);
  if (parts === undefined) reading.shared.set(kind, (parts = new Map()));
  let part = parts.get(found.value) as Part | undefined;
  if (part === undefined) parts.set(found.value, (part = read(found)));
  // @see OpenAPI 3.1 Reference Object: a description beside $ref replaces the target's.
  const description =
    reading.version >= "3.1" && isObject(node.value) ? own(node.value, "description") : undefined;
  return typeof description === "string" ? { ...part, description } : part;
}

/** Returns a member that should be a text. Resolves references, because some documents keep long texts in files. */
export function textIn(
  reading: Reading,
  object: Node<JsonObject>,
  key: string,
  problems: Diagnostic[],
): string | undefined {
  const value = own(object.value, key);
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" || typeof value === "boolean") return scalarText(object.value, key);
  const node = { value, file: object.file, pointer: join(object.pointer, key) };
  const found = isReference(value)
    ? reading.resolver.resolveText(node)
    : ({ ok: true, node } as const);
  if (found.ok && typeof found.node.value === "string") return found.node.value;
  problems.push(asWarning(found.ok ? misshapen(found.node, "a string") : found.problem));
  return undefined;
}

/** Texts that YAML 1.1 booleans and quoted booleans become. */
export const flagTexts: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "on"].map((text) => [text, true] as const),
  ...["false", "no", "off"].map((text) => [text, false] as const),
]);

/**
 * Returns a field that should be true or false; `undefined` if it is absent. Converts a text such as `"yes"` with a
 * warning; leaves out anything else with a warning.
 */
export function flagIn(
  object: Node<JsonObject>,
  key: string,
  problems: Diagnostic[],
): boolean | undefined {
  const value = own(object.value, key);
  if (value === undefined || value === null) return undefined;
  if (typeof value === "boolean") return value;
  const meant = typeof value === "string" ? flagTexts.get(value.toLowerCase()) : undefined;
  const place = { file: object.file, pointer: join(object.pointer, key) };
  const fate = meant === undefined ? "it is left out" : `it is read as ${meant}`;
  const message = `${dotted(place.pointer)} must be true or false, not ${kindOf(value)}; ${fate}.`;
  problems.push(problem("warning", "invalid-object", place, message));
  return meant;
}

/** Returns the elements of a node that should be a list or refer to one; otherwise adds an error and returns none. */
export function elementsOf(
  reading: Reading,
  list: Node | undefined,
  problems: Diagnostic[],
): readonly Node[] {
  const found = list && target(reading, list, problems);
  if (found === undefined) return [];
  const { value, file, pointer } = found;
  if (!Array.isArray(value)) {
    problems.push(misshapen(found, "a list"));
    return [];
  }
  return value.map((element, index) => ({ value: element, file, pointer: join(pointer, index) }));
}

/**
 * Returns the members of a map from names to objects, in document order; if it is not a map, adds an error and returns
 * none.
 *
 * OpenAPI allows no reference in place of such a map, but documents split into files have them.
 */
export function entriesIn(
  reading: Reading,
  object: Node<JsonObject>,
  key: string,
  problems: Diagnostic[],
): readonly (readonly [name: string, node: Node])[] {
  const map = child(object, key);
  const found = map && target(reading, map, problems);
  if (found === undefined) return [];
  const { value, file, pointer } = found;
  if (!isObject(value)) {
    problems.push(misshapen(found, "an object"));
    return [];
  }
  return Object.keys(value).map((name) => [
    name,
    { value: value[name], file, pointer: join(pointer, name) },
  ]);
}

function target(reading: Reading, node: Node, problems: Diagnostic[]): Node | undefined {
  if (!isReference(node.value)) return node;
  const found = reading.resolver.resolveFully(node);
  if (found.ok) return found.node;
  problems.push(found.problem);
  return undefined;
}

/** Returns the texts of a list; a single text counts as a list of one. */
export function textsIn(object: Node<JsonObject>, key: string): readonly string[] | undefined {
  const value = own(object.value, key);
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return undefined;
  return value.filter((element): element is string => typeof element === "string");
}

/** Returns the members that start with `x-`; they override those of `beneath`. */
export function extensionsOf(object: JsonObject, beneath: JsonObject = {}): JsonObject {
  const names = Object.keys(object).filter((name) => name.startsWith("x-"));
  if (names.length === 0) return beneath;
  const extensions: Record<string, unknown> = { ...beneath };
  for (const name of names) extensions[name] = object[name];
  return extensions;
}

/** Lowers an error to a warning, where only a detail is lost. */
export function asWarning(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.severity === "error" ? { ...diagnostic, severity: "warning" } : diagnostic;
}
