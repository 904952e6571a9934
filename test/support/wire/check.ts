/** Checks single messages against the official schema of their revision. */
import assert from "node:assert/strict";
import type { Revision } from "../../../runtime/index.js";
import { metaKeys } from "../../../runtime/protocol/envelope.js";
import { isObject, member, type JsonObject } from "../../../runtime/protocol/json.js";
import { revisionSchema, wireCheckOn, type Side } from "./schemas.js";

/** The request that a message answers. */
export interface Answered {
  readonly method: string;
  readonly params?: unknown;
}

/** Methods that may ask for client input. @see MCP 2026-07-28, Multi Round-Trip Requests */
const mayAsk = new Set(["tools/call", "prompts/get", "resources/read"]);

/**
 * Fails if the sender must not send the message at this revision. A server's messages must not have members that the
 * revision does not define.
 *
 * @param answered the request that a result answers; only results need it
 */
export function checkMessage(
  revision: Revision,
  from: Side,
  message: unknown,
  answered?: Answered,
): void {
  if (!wireCheckOn) return;
  assert.ok(isObject(message), `not a message: ${shown(message)}`);
  if (Object.hasOwn(message, "method")) return checkCall(revision, from, message);
  if (Object.hasOwn(message, "error")) return checkError(revision, from, message);
  assert.ok(
    Object.hasOwn(message, "result"),
    `neither method, result nor error: ${shown(message)}`,
  );
  const response = revision < "2025-11-25" ? "JSONRPCResponse" : "JSONRPCResultResponse";
  check(revision, from, message, response);
  assert.ok(answered, `a result without a request: ${shown(message)}`);
  checkResult(revision, from, member(message, "result") as JsonObject, answered);
}

/**
 * Fails if a value does not match a definition of the revision's schema.
 *
 * @param from a server's values must not have members that the definition does not have
 */
export function check(revision: Revision, from: Side, value: unknown, definition: string): void {
  if (!wireCheckOn) return;
  const errors = revisionSchema(revision).errors(value, definition, from === "server");
  assert.equal(
    errors,
    undefined,
    `not a valid ${definition} of ${revision}: ${errors}\n${shown(value)}`,
  );
}

function checkCall(revision: Revision, from: Side, message: JsonObject): void {
  const kind = Object.hasOwn(message, "id") ? "Request" : "Notification";
  check(revision, from, message, `JSONRPC${kind}`);
  const method = String(member(message, "method"));
  const definition = revisionSchema(revision).definitionFor(method, kind, from);
  assert.ok(
    definition,
    `a ${from} must not send the ${kind.toLowerCase()} ${method} at ${revision}`,
  );
  // Older definitions do not include `jsonrpc` and `id`.
  const { jsonrpc: _, id: __, ...bare } = message;
  check(revision, from, revision < "2025-11-25" ? bare : message, definition);
}

function checkError(revision: Revision, from: Side, message: JsonObject): void {
  const { code } = message["error"] as { code?: unknown };
  // Before 2025-11-25 the schema requires an id, even for a request whose id was unreadable.
  const unread = revision < "2025-11-25" && member(message, "id") === undefined;
  const definition = revision < "2025-11-25" ? "JSONRPCError" : "JSONRPCErrorResponse";
  check(revision, from, unread ? { ...message, id: 0 } : message, definition);
  const special: Record<string, string> =
    revision === "2026-07-28"
      ? {
          "-32020": "HeaderMismatchError",
          "-32021": "MissingRequiredClientCapabilityError",
          "-32022": "UnsupportedProtocolVersionError",
        }
      : revision === "2025-11-25"
        ? { "-32042": "URLElicitationRequiredError" }
        : {};
  const named = special[String(code)];
  if (named) check(revision, from, message, named);
  else if (revision === "2026-07-28" && from === "server") {
    const reserved = Number(code) <= -32000 && Number(code) >= -32099;
    assert.ok(!reserved, `code ${String(code)} is not for servers to use: ${shown(message)}`);
  }
}

function checkResult(
  revision: Revision,
  from: Side,
  result: JsonObject,
  { method, params }: Answered,
): void {
  const schema = revisionSchema(revision);
  const requester = from === "server" ? "client" : "server";
  const request =
    schema.definitionFor(method, "Request", requester) ??
    (isVendors(method) ? "Request" : undefined);
  assert.ok(request, `${method} is not a request of ${revision}, but has a result`);
  const own = request.replace(/Request$/, "Result");
  const usual = schema.has(own) ? own : "EmptyResult";
  if (revision !== "2026-07-28") {
    const isTask =
      isObject(params) && Object.hasOwn(params, "task") && Object.hasOwn(result, "task");
    const payload = own === "GetTaskPayloadResult" && from === "server" ? "CallToolResult" : usual;
    return check(revision, from, result, isTask ? "CreateTaskResult" : payload);
  }
  const meta = member(result, "_meta");
  const named = isObject(meta) && Object.hasOwn(meta, metaKeys.serverInfo);
  assert.ok(named, `the result does not name the server: ${shown(result)}`);
  const type = member(result, "resultType");
  if (type === "input_required") {
    assert.ok(mayAsk.has(method), `${method} must not ask for input`);
    const asks = ["inputRequests", "requestState"].some((name) => Object.hasOwn(result, name));
    assert.ok(asks, `no input is required: ${shown(result)}`);
    return check(revision, from, result, "InputRequiredResult");
  }
  if (type === "task") {
    assert.equal(method, "tools/call", `${method} must not become a task`);
    return check(revision, from, result, "TasksCreateResult");
  }
  assert.equal(type, "complete", shown(result));
  check(revision, from, result, usual);
}

/** Whether a method is vendor-specific. Its result has no schema of its own. */
function isVendors(method: string): boolean {
  return /^[a-z]+(\.[a-z]+)+\//.test(method);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 2000);
}
