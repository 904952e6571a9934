import { defined } from "../../../protocol/defined.js";
import { metaKeys } from "../../../protocol/envelope.js";
import { isObject, member, type JsonObject } from "../../../protocol/json.js";
import { notificationMessage } from "../../../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../../../protocol/protocol-error.js";
import type { IncomingRequest } from "../../../session/incoming-request.js";
import { offers } from "../capabilities.js";
import type { Change } from "../../notifications/changes.js";
import type { ChangeBuffer } from "../../notifications/changes.js";
import type { SeenTasks } from "../../tasks/requests.js";
import { declaresTasks, missingTasks, offersTasks } from "../../tasks/policy.js";
import type { ServerCore } from "../method.js";
import { maxKeptLength } from "../../../session/request-params.js";

/** Enough for any client; keeps one from filling the memory. */
const maxUris = 1_000;
/** Each is asked for by itself. */
const maxTaskIds = 100;

/** What one subscription wants to hear of, as far as this server can tell it. */
interface Filter {
  readonly toolsListChanged?: true;
  readonly promptsListChanged?: true;
  readonly resourcesListChanged?: true;
  readonly resourceSubscriptions?: readonly string[];
  /** @see SEP-2663, Task Status Notifications */
  readonly taskIds?: readonly string[];
}

/**
 * Runs until the client leaves, its access token expires or the server stops. Each subscription hears what it asked for
 * itself.
 *
 * @param changes those since the request came; whoever made it stops it
 * @see MCP 2026-07-28, Subscriptions
 */
export async function listen(
  core: ServerCore,
  request: IncomingRequest,
  changes: ChangeBuffer,
): Promise<string> {
  const wanted = member(request.params, "notifications");
  const plain = readFilter(core, wanted);
  const tasks = await readTasks(core, request, member(wanted as JsonObject, "taskIds"));
  const filter: Filter = { ...plain, ...defined({ taskIds: tasks?.ids }) };
  const TokenExpiry = await loadExpiry(request);
  const _meta = { [metaKeys.subscriptionId]: request.id };
  const notify = (method: string, params: JsonObject): boolean =>
    request.send(notificationMessage(method, { ...params, _meta }));
  if (!notify("notifications/subscriptions/acknowledged", { notifications: filter })) {
    throw new ProtocolError(
      errorCodes.invalidRequest,
      "A subscription needs an event stream: send `Accept: application/json, text/event-stream`.",
    );
  }
  return new Promise((resolve, reject) => {
    const uris = new Set(filter.resourceSubscriptions);
    changes.flush((change) => {
      const message = messageOf(change, filter, uris);
      if (message) notify(message[0], message[1]);
    });
    const unfollow = tasks?.follow((task) => notify("notifications/tasks", task));
    let forget: (() => void) | undefined;
    const end = (): void => {
      changes.stop();
      unfollow?.();
      forget?.();
      expiry?.stop();
      request.signal.removeEventListener("abort", onAbort);
    };
    const onAbort = (): void => {
      end();
      reject(request.signal.reason as Error);
    };
    request.signal.addEventListener("abort", onAbort);
    const finish = (): void => {
      end();
      resolve(core.results.write({ _meta }, request.protocolVersion));
    };
    // Who wants to hear more has to show a new one.
    const expiry = TokenExpiry && new TokenExpiry(request.caller, finish);
    // Calls at once when the server stops already.
    forget = request.stopping?.onStop(finish);
  });
}

/** What ends a subscription with its access token; undefined where nobody showed one that ends. */
async function loadExpiry({
  caller,
}: IncomingRequest): Promise<
  typeof import("../../../transports/access/token-expiry.js").TokenExpiry | undefined
> {
  if (caller?.expiresAt === undefined) return undefined;
  // Tokens come over HTTP, whose transports have it: standard input and output do without all of them.
  return (await import("../../../transports/access/token-expiry.js")).TokenExpiry;
}

/**
 * The tasks of a filter that there are and that the caller may see; undefined when it asks for none.
 *
 * @throws ProtocolError -32021 for a client without tasks, -32602 for a malformed list
 */
async function readTasks(
  core: ServerCore,
  request: IncomingRequest,
  ids: unknown,
): Promise<SeenTasks | undefined> {
  if (ids === undefined || !offersTasks(core)) return undefined;
  if (!declaresTasks(request)) throw missingTasks();
  if (!isTexts(ids, maxTaskIds)) {
    throw malformed(`\`taskIds\` must be a list of at most ${maxTaskIds} ids.`);
  }
  return core.tasks.ask(request, (taskRequests) => taskRequests.seen(request, ids));
}

/** The message that tells a change to somebody with this filter; undefined when it does not want it. */
function messageOf(
  change: Change,
  filter: Filter,
  uris: ReadonlySet<string>,
): [method: string, params: JsonObject] | undefined {
  switch (change.kind) {
    case "tools":
      return filter.toolsListChanged && ["notifications/tools/list_changed", {}];
    case "prompts":
      return filter.promptsListChanged && ["notifications/prompts/list_changed", {}];
    case "resources":
      return filter.resourcesListChanged && ["notifications/resources/list_changed", {}];
    case "resource":
      return uris.has(change.uri)
        ? ["notifications/resources/updated", { uri: change.uri }]
        : undefined;
    default:
      return undefined;
  }
}

/** @throws ProtocolError -32602 for a malformed filter */
function readFilter(core: ServerCore, wanted: unknown): Filter {
  if (!isObject(wanted))
    throw malformed("`subscriptions/listen` needs `notifications`: an object.");
  const wants = (name: string): boolean => {
    const value = member(wanted, name);
    if (value === undefined || typeof value === "boolean") return value === true;
    throw malformed(`\`${name}\` must be true or false.`);
  };
  const uris = member(wanted, "resourceSubscriptions");
  if (uris !== undefined && !isTexts(uris, maxUris)) {
    throw malformed(
      `\`resourceSubscriptions\` must be a list of at most ${maxUris} URIs, none of them very long.`,
    );
  }
  const hasResources = offers(core, "resources");
  return defined({
    toolsListChanged: wants("toolsListChanged") && offers(core, "tools") ? true : undefined,
    promptsListChanged: wants("promptsListChanged") && offers(core, "prompts") ? true : undefined,
    resourcesListChanged: wants("resourcesListChanged") && hasResources ? true : undefined,
    resourceSubscriptions: uris && hasResources ? uris : undefined,
  });
}

function isTexts(value: unknown, max: number): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= max &&
    value.every((each) => typeof each === "string" && each.length <= maxKeptLength)
  );
}

function malformed(message: string): ProtocolError {
  return new ProtocolError(errorCodes.invalidParams, message);
}
