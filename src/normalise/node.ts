/** Reading values of a document without trusting their shape. */
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import type { Code } from "../diagnostics/codes.js";
import { escapeToken, tokensOf } from "../load/pointer.js";
import type { Node } from "../load/source.js";

/** A mapping of a document. Its keys are hostile: read them with `own` or `Object.keys` only. */
export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member of that name, `undefined` when there is none; never one that is inherited. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Appends one segment to a JSON Pointer. @see RFC 6901 section 3 */
export function join(pointer: string, key: string | number): string {
  return `${pointer}/${escapeToken(String(key))}`;
}

/** A pointer as people write it in messages: `paths./pets.get`; `the file` for the whole of it. */
export function dotted(pointer: string): string {
  return (tokensOf(pointer) ?? []).join(".") || "the file";
}

/** The member `key` with its place, or `undefined` when it is absent or null (an empty value in YAML). */
export function child(node: Node<JsonObject>, key: string): Node | undefined {
  const value = own(node.value, key);
  if (value === undefined || value === null) return undefined;
  return { value, file: node.file, pointer: join(node.pointer, key) };
}

export function isObjectNode(node: Node): node is Node<JsonObject> {
  return isObject(node.value);
}

export function placeOf(node: { readonly file: string; readonly pointer: string }): Place {
  return { file: node.file, pointer: node.pointer };
}

/** What a value is, for "must be …, not …": short whatever the document holds. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "object":
      return "an object";
    case "string":
      return value.length <= 40 ? `the text ${JSON.stringify(value)}` : "a text";
    case "undefined":
      return "nothing";
    default:
      return `the ${typeof value} ${String(value)}`;
  }
}

/** A problem at a node. */
export function problem(
  severity: Diagnostic["severity"],
  code: Code,
  at: { readonly file: string; readonly pointer: string },
  message: string,
  hint?: string,
): Diagnostic {
  const diagnostic = { code, severity, message, place: placeOf(at) };
  return hint === undefined ? diagnostic : { ...diagnostic, hint };
}

/** The error of a value that has another shape than OpenAPI or JSON Schema gives it. */
export function misshapen(node: Node, wanted: string, code: Code = "invalid-object"): Diagnostic {
  return problem(
    "error",
    code,
    node,
    `${dotted(node.pointer)} must be ${wanted}, not ${kindOf(node.value)}.`,
  );
}
