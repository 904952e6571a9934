import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import { child, isObjectNode, join, misshapen, problem, type JsonObject } from "./node.js";
import { asWarning, entriesIn, isReference, type Reading } from "./reading.js";

const swaggerMethods = ["get", "put", "post", "delete", "options", "head", "patch"];

/** The fixed fields of a Path Item Object that are operations. */
const methods = {
  "2.0": new Set(swaggerMethods),
  "3.0": new Set([...swaggerMethods, "trace"]),
  "3.1": new Set([...swaggerMethods, "trace"]),
  "3.2": new Set([...swaggerMethods, "trace", "query"]),
} as const satisfies Record<Reading["version"], ReadonlySet<string>>;

/** Fields that are operations in some versions. */
const everyOperation: ReadonlySet<string> = new Set(["trace", "query", "additionalOperations"]);

/**
 * A path item, followed by the targets of its `$ref`. A member is taken from the first that has it.
 *
 * OpenAPI leaves the meaning of members beside `$ref` open; as everywhere else, the nearer member wins.
 */
export type PathItem = readonly Node<JsonObject>[];

export interface Slot {
  readonly method: string;
  readonly node: Node;
  readonly problem?: Diagnostic;
}

export function readPathItem(
  reading: Reading,
  written: Node,
):
  | { readonly ok: true; readonly item: PathItem }
  | { readonly ok: false; readonly problem: Diagnostic } {
  const item: Node<JsonObject>[] = [];
  const seen = new Set<string>();
  let node = written;
  for (;;) {
    if (!isObjectNode(node)) {
      const code = item.length > 0 ? "ref-wrong-kind" : "invalid-object";
      return { ok: false, problem: misshapen(node, "an object", code) };
    }
    item.push(node);
    seen.add(`${node.file}#${node.pointer}`);
    if (!isReference(node.value)) return { ok: true, item };
    const next = reading.resolver.resolve(node.value.$ref, node);
    if (!next.ok) return next;
    if (seen.has(`${next.node.file}#${next.node.pointer}`)) {
      const message = "The path item's $ref leads back to itself.";
      return { ok: false, problem: problem("error", "ref-cycle", written, message) };
    }
    node = next.node;
  }
}

export function memberOf(item: PathItem, key: string): Node | undefined {
  for (const node of item) {
    const found = child(node, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function slotsOf(
  reading: Reading,
  item: PathItem,
  diagnostics: Diagnostic[],
): readonly Slot[] {
  const slots = new Map<string, Slot>();
  for (const node of item) {
    for (const key of Object.keys(node.value)) {
      for (const slot of slotsAt(reading, node, key, diagnostics)) {
        if (!slots.has(slot.method)) slots.set(slot.method, slot);
      }
    }
  }
  return [...slots.values()];
}

function slotsAt(
  reading: Reading,
  item: Node<JsonObject>,
  key: string,
  diagnostics: Diagnostic[],
): readonly Slot[] {
  const known: ReadonlySet<string> = methods[reading.version];
  const node = { value: item.value[key], file: item.file, pointer: join(item.pointer, key) };
  if (known.has(key)) return [{ method: key.toUpperCase(), node }];
  if (key === "additionalOperations" && reading.version === "3.2") {
    return additional(reading, item, known, diagnostics);
  }
  if (everyOperation.has(key)) {
    const message = `${JSON.stringify(key)} is not an operation in ${formatName(reading.version)}; it is left out.`;
    diagnostics.push(problem("warning", "invalid-object", node, message));
  }
  return [];
}

/** @see OpenAPI 3.2 Path Item Object, `additionalOperations`; RFC 9110 section 9.1 (method is a token) */
function additional(
  reading: Reading,
  item: Node<JsonObject>,
  known: ReadonlySet<string>,
  diagnostics: Diagnostic[],
): readonly Slot[] {
  const problems: Diagnostic[] = [];
  const entries = entriesIn(reading, item, "additionalOperations", problems);
  // A broken map only loses its own operations.
  for (const each of problems) diagnostics.push(asWarning(each));
  return entries.map(([method, node]) => {
    const fault = methodFault(method, known);
    if (fault === undefined) return { method, node };
    const message = `${JSON.stringify(method)} ${fault}.`;
    return {
      // A method that repeats a fixed field must not replace that field.
      method: `additionalOperations.${method}`,
      node,
      problem: problem("error", "invalid-object", node, message),
    };
  });
}

function methodFault(method: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(method.toLowerCase())) {
    return `has a field of its own: "${method.toLowerCase()}"`;
  }
  if (method.toUpperCase() === "CONNECT") {
    return "opens a tunnel instead of requesting a path and can't be sent";
  }
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method) ? undefined : "is not a valid HTTP method";
}

function formatName(version: Reading["version"]): string {
  return version === "2.0" ? "Swagger 2.0" : `OpenAPI ${version}`;
}
