/** The protocol's official JSON Schemas, one per revision, where they lie beside the repository. */
import { existsSync, readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Revision } from "../../../runtime/protocol/revisions.js";
import { extensionDefinitions } from "./extensions.js";

type Json = Record<string, unknown>;

const folder = new URL("../../../../shared/mcp-schemas/", import.meta.url);

/** False where the schemas are not: then nothing is checked, and that is said once. */
export const wireCheckOn = existsSync(folder);
/** Set for the processes of the other test files, too. */
const said = "WIRE_CHECK_SAID";
if (!wireCheckOn && !process.env[said]) {
  console.log("wire check off: ../shared/mcp-schemas is absent");
  process.env[said] = "1";
}

/** One revision's schema. */
export interface RevisionSchema {
  has(definition: string): boolean;
  /** The definition of the method's request or notification; undefined when the revision has none. */
  definitionFor(method: string, kind: "Request" | "Notification", from: Side): string | undefined;
  /**
   * What is wrong with a value; undefined when nothing is.
   *
   * @param strict also refuses members that the revision has not: what is newer must not be sent
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
      // What a server may ask since 2026-07-28 travels in results, never as a message.
      if (!union) return undefined;
      // Where there is one only, the union is the definition.
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

/** The schemas are made from TypeScript, and lose fractions and null on the way where a type is a union. */
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

/** Places that are open by their nature: JSON Schemas and metadata. */
const open = new Set(["inputSchema", "outputSchema", "_meta", "experimental", "data"]);

/** Definitions that refuse members they don't name, unless they say that they take any. */
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
    // Params may always carry metadata; the definitions of single methods don't repeat it.
    const params = (properties["params"] as Json | undefined)?.["properties"] as Json | undefined;
    if (params) params["_meta"] ??= { type: "object" };
    return copy;
  };
  const entries = Object.entries(definitions).map(([name, definition]) => [
    name,
    name.endsWith("MetaObject") ? definition : walk(definition),
  ]);
  // The tasks extension adds to what can be listened for.
  const all = Object.fromEntries(entries) as Record<string, Json>;
  const filter = all["SubscriptionFilter"]?.["properties"] as Json | undefined;
  if (filter) filter["taskIds"] = { type: "array", items: { type: "string" } };
  return all;
}

/** Several definitions that hold together as one, so that each need not know the others' members. */
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
