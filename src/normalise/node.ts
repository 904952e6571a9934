/** Functions that read values of a document without trusting their shape. */
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import type { Code } from "../diagnostics/codes.js";
import { escapeToken, tokensOf } from "../load/pointer.js";
import type { Node } from "../load/source.js";

/** A mapping of a document. Its keys are not trusted: read them only with `own` or `Object.keys`. */
export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an own member; `undefined` if there is none. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Appends one segment to a JSON Pointer. @see RFC 6901 section 3 */
export function join(pointer: string, key: string | number): string {
  return `${pointer}/${escapeToken(String(key))}`;
}

/** Formats a pointer for messages: `paths./pets.get`, or `the file` for the root. */
export function dotted(pointer: string): string {
  return (tokensOf(pointer) ?? []).join(".") || "the file";
}

/** Returns the member `key` with its place; `undefined` if it is absent or null (an empty value in YAML). */
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

/** Describes a value for "must be …, not …", briefly however long it is. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "object":
      return "an object";
    case "string":
      return value.length <= 40 ? `the string ${JSON.stringify(value)}` : "a string";
    case "undefined":
      return "nothing";
    default:
      return `the ${typeof value} ${String(value)}`;
  }
}

/** Maximum length of a message, in characters. */
const maxMessage = 2_000;

export function problem(
  severity: Diagnostic["severity"],
  code: Code,
  at: { readonly file: string; readonly pointer: string },
  message: string,
  hint?: string,
): Diagnostic {
  const diagnostic = { code, severity, message: shortened(message), place: placeOf(at) };
  return hint === undefined ? diagnostic : { ...diagnostic, hint };
}

/** Cuts a message that quotes a name of many kilobytes: thousands of messages may quote the same. */
function shortened(message: string): string {
  return message.length > maxMessage ? `${message.slice(0, maxMessage)}…` : message;
}

/** Creates the error for a value whose shape OpenAPI or JSON Schema does not allow. */
export function misshapen(node: Node, wanted: string, code: Code = "invalid-object"): Diagnostic {
  return problem(
    "error",
    code,
    node,
    `${dotted(node.pointer)} must be ${wanted}, not ${kindOf(node.value)}.`,
  );
}
