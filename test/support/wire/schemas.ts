/** The official JSON Schemas of the protocol, one per revision, in a folder beside the repository. */
import { existsSync, readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Revision } from "../../../runtime/index.js";
import { extensionDefinitions } from "./extensions.js";

type Json = Record<string, unknown>;

const folder = new URL("../../../../shared/mcp-schemas/", import.meta.url);

/** False if the schemas are absent: then no message is checked. */
export const wireCheckOn = existsSync(folder);
/** Keeps the other test processes from printing the line again. */
const noteVariable = "WIRE_CHECK_SAID";
if (!wireCheckOn && !process.env[noteVariable]) {
  console.log("wire check off: ../shared/mcp-schemas is absent");
  process.env[noteVariable] = "1";
}

/** One revision's schema. */
export interface RevisionSchema {
  has(definition: string): boolean;
  /** Returns the name of the method's definition; undefined if the revision does not have the method. */
  definitionFor(method: string, kind: "Request" | "Notification", from: Side): string | undefined;
  /**
   * Returns the errors of a value; undefined if it is valid.
   *
   * @param strict also reports members that the definition does not have
   */
  errors(value: unknown, definition: string, strict: boolean): string | undefined;
}

export type Side = "client" | "server";

const loaded = new Map<Revision, RevisionSchema>();

export function revisionSchema(revision: Revision): RevisionSchema {
  const known = loaded.get(revision) ?? load(revision);
  loaded.set(revision, known);
  return known;
}

function load(revision: Revision): RevisionSchema {
  const schema = JSON.parse(readFileSync(new URL(`${revision}.json`, folder), "utf8")) as Json;
  const key = "$defs" in schema ? "$defs" : "definitions";
  const definitions = schema[key] as Record<string, Json>;
  mendNumbers(definitions);
  Object.assign(definitions, extensionDefinitions(revision));
  const make = () => {
    const ajv = key === "$defs" ? new Ajv2020({ strict: false }) : new Ajv({ strict: false });
    (formats as unknown as (target: unknown) => void)(ajv);
    return ajv;
  };
  const lax = make().addSchema(schema, "mcp");
  const tight = make().addSchema({ ...schema, [key]: closed(definitions) }, "mcp");
  const compiled = new Map<string, ValidateFunction>();
  return {
    has: (definition) => Object.hasOwn(definitions, definition),
    definitionFor(method, kind, from) {
      const union = definitions[`${from === "client" ? "Client" : "Server"}${kind}`];
      // Since 2026-07-28 the server's requests travel in results, not as messages.
      if (!union) return undefined;
      // A union of one member is written as that member.
      const names = union["anyOf"] ? refs(union) : ["CancelledNotification"];
      const added = (from === "client") === (kind === "Request");
      if (added) names.push(...Object.keys(extensionDefinitions(revision)));
      return names.find((name) => name.endsWith(kind) && methodOf(definitions[name]) === method);
    },
    errors(value, definition, strict) {
      const id = `${definition} ${strict}`;
      const ajv = strict ? tight : lax;
      const validate = compiled.get(id) ?? ajv.compile({ $ref: `mcp#/${key}/${definition}` });
      compiled.set(id, validate);
      return validate(value) ? undefined : ajv.errorsText(validate.errors);
    },
  };
}

function refs(union: Json): string[] {
  return (union["anyOf"] as { $ref: string }[]).map(({ $ref }) => $ref.split("/").at(-1) ?? "");
}

function methodOf(definition: Json | undefined): unknown {
  const properties = definition?.["properties"] as Record<string, Json> | undefined;
  return properties?.["method"]?.["const"];
}

/** Restores what was lost when the schemas were generated from TypeScript: fractions and null in unions. */
function mendNumbers(definitions: Record<string, Json>): void {
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const value of Object.values(node)) walk(value);
    const { type } = node as Json;
    if (JSON.stringify(type) === '["string","integer","boolean"]') {
      (node as Json)["type"] = ["string", "number", "boolean"];
    }
  };
  walk(definitions);
  if (definitions["JSONValue"]) definitions["JSONValue"] = {};
}

/** Members that may have any content: JSON Schemas and metadata. */
const open = new Set(["inputSchema", "outputSchema", "_meta", "experimental", "data"]);

/** Returns definitions that refuse unknown members, unless they allow any. */
function closed(definitions: Record<string, Json>): Record<string, Json> {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== "object" || node === null) return node;
    const copy: Json = {};
    for (const [name, value] of Object.entries(flat(node as Json, definitions))) {
      copy[name] = open.has(name) ? value : walk(value);
    }
    const properties = copy["properties"] as Json | undefined;
    if (!properties) return copy;
    copy["additionalProperties"] ??= false;
    // Params may always have `_meta`; the definitions of single methods do not repeat that.
    const params = (properties["params"] as Json | undefined)?.["properties"] as Json | undefined;
    if (params) params["_meta"] ??= { type: "object" };
    return copy;
  };
  const entries = Object.entries(definitions).map(([name, definition]) => [
    name,
    name.endsWith("MetaObject") ? definition : walk(definition),
  ]);
  // The tasks extension adds a member to the filter.
  const all = Object.fromEntries(entries) as Record<string, Json>;
  const filter = all["SubscriptionFilter"]?.["properties"] as Json | undefined;
  if (filter) filter["taskIds"] = { type: "array", items: { type: "string" } };
  return all;
}

/** Merges an `allOf` into one definition, so that its parts need not know each other's members. */
function flat(node: Json, definitions: Record<string, Json>): Json {
  const parts = node["allOf"] as Json[] | undefined;
  if (!parts) return node;
  const properties: Json = {};
  const required = new Set<unknown>();
  for (const part of parts) {
    const { $ref } = part as { $ref?: string };
    const target = $ref === undefined ? part : (definitions[$ref.split("/").at(-1) ?? ""] ?? {});
    Object.assign(properties, target["properties"]);
    for (const name of (target["required"] as unknown[]) ?? []) required.add(name);
  }
  return { type: "object", properties, required: [...required] };
}
