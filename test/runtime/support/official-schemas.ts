/** Checks messages against the protocol's official JSON Schemas, where these lie beside the repository. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Revision } from "../../../runtime/protocol/revisions.js";

const folder = new URL("../../../../shared/mcp-schemas/", import.meta.url);
const present = existsSync(folder);
if (!present)
  console.log("The official MCP schemas are not here: messages are not checked against them.");

const resultTypes: Record<string, string> = {
  initialize: "InitializeResult",
  ping: "EmptyResult",
  "logging/setLevel": "EmptyResult",
  "server/discover": "DiscoverResult",
  "tools/list": "ListToolsResult",
  "tools/call": "CallToolResult",
  "resources/list": "ListResourcesResult",
  "resources/templates/list": "ListResourceTemplatesResult",
  "resources/read": "ReadResourceResult",
};

type Check = (value: unknown, type: string) => void;
const checks = new Map<Revision, Check>();

/** Fails when a server's message is not one of the revision. `method`: what it answers. */
export function checkServerMessage(revision: Revision, message: unknown, method?: string): void {
  if (!present) return;
  const check = checkFor(revision);
  const { method: own, result, error, id } = message as Record<string, unknown>;
  if (own !== undefined) return check(message, "ServerNotification");
  if (error !== undefined) {
    // Before 2025-11-25 the schema had no way to answer a request whose id could not be read.
    if (id === undefined && revision < "2025-11-25") return;
    return check(message, revision < "2025-11-25" ? "JSONRPCError" : "JSONRPCErrorResponse");
  }
  check(message, revision < "2025-11-25" ? "JSONRPCResponse" : "JSONRPCResultResponse");
  const type = resultTypes[method ?? ""];
  assert.ok(type, `no result type is known for ${method}`);
  check(result, type);
}

function checkFor(revision: Revision): Check {
  const known = checks.get(revision);
  if (known) return known;
  const schema = JSON.parse(readFileSync(new URL(`${revision}.json`, folder), "utf8")) as object;
  const ajv = "$defs" in schema ? new Ajv2020({ strict: false }) : new Ajv({ strict: false });
  (formats as unknown as (target: unknown) => void)(ajv);
  ajv.addSchema(schema, "mcp");
  const path = "$defs" in schema ? "$defs" : "definitions";
  const check: Check = (value, type) => {
    const valid = ajv.validate(`mcp#/${path}/${type}`, value);
    assert.ok(valid, `not a ${type} of ${revision}: ${ajv.errorsText()}\n${JSON.stringify(value)}`);
  };
  checks.set(revision, check);
  return check;
}
