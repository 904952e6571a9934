import { metaKeys, metaOf } from "../../protocol/envelope.js";
import { startTimeLimit } from "../../protocol/limits/time-limit.js";
import { defined } from "../../protocol/defined.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import type { ListenFilter, RequestOptions } from "../client.js";
import { McpConnectionError, McpTimeoutError } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";

const defaultTimeoutMs = 60_000;

/** An open stream of notifications. */
export interface ListenStream {
  /** What the server agreed to tell. */
  readonly filter: ListenFilter;
  /** Resolves when the stream has ended: with the error that it broke with, or nothing if the server ended it. */
  readonly ended: Promise<unknown>;
  close(): void;
}

/**
 * Opens a stream of notifications, and waits until the server acknowledges it.
 *
 * @throws McpTimeoutError if it does not; the error of the request
 * @see MCP 2026-07-28, Subscriptions
 */
export function openStream(
  exchange: Exchange,
  filter: ListenFilter,
  { signal, meta, timeoutMs = exchange.options.requestTimeoutMs }: RequestOptions,
): Promise<ListenStream> {
  return new Promise((resolve, reject) => {
    const waitMs = timeoutMs ?? defaultTimeoutMs;
    const abort = new AbortController();
    const giveUp = (error: Error): void => abort.abort(error);
    const timer = startTimeLimit(waitMs, () => giveUp(late(exchange, waitMs)));
    const onAbort = (): void => giveUp(signal?.reason as Error);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
    let id: RequestId | undefined;
    const ends = [
      exchange.onNotification("notifications/subscriptions/acknowledged", (params) => {
        if (member(metaOf(params), metaKeys.subscriptionId) !== id) return;
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        resolve({ filter: decodeFilter(params), ended, close: () => giveUp(closed()) });
      }),
      // On a shared channel, a server may end a subscription as a client cancels a request.
      exchange.onNotification("notifications/cancelled", (params) => {
        if (id !== undefined && member(params, "requestId") === id) giveUp(closed());
      }),
    ];
    const request = exchange.request(
      "subscriptions/listen",
      { notifications: encodeFilter(filter) },
      {
        signal: abort.signal,
        meta,
        timeoutMs: Infinity,
        maxMs: Infinity,
        withTasks: filter.taskIds !== undefined,
        onSend: (sent) => (id = sent),
      },
    );
    const ended: Promise<unknown> = request
      .then(
        () => undefined,
        (error: unknown) => error,
      )
      .finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        for (const end of ends) end();
      });
    // Has no effect once the stream was acknowledged.
    void ended.then((error) => reject((error ?? refused(exchange)) as Error));
  });
}

function encodeFilter(filter: ListenFilter): JsonObject {
  const { tools, prompts, resources, resourceUris, taskIds, methods = [] } = filter;
  return defined({
    ...Object.fromEntries(methods.map((method) => [method, true])),
    toolsListChanged: tools || undefined,
    promptsListChanged: prompts || undefined,
    resourcesListChanged: resources || undefined,
    resourceSubscriptions: resourceUris,
    taskIds,
  });
}

function decodeFilter(params: JsonObject): ListenFilter {
  const told = member(params, "notifications");
  const agreed = isObject(told) ? told : {};
  const is = (name: string): true | undefined => (member(agreed, name) === true ? true : undefined);
  const methods = Object.keys(agreed).filter((name) => name.includes("/") && is(name));
  return defined({
    tools: is("toolsListChanged"),
    prompts: is("promptsListChanged"),
    resources: is("resourcesListChanged"),
    resourceUris: stringsOf(member(agreed, "resourceSubscriptions")),
    taskIds: stringsOf(member(agreed, "taskIds")),
    methods: methods.length > 0 ? methods : undefined,
  });
}

function stringsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((each) => typeof each === "string");
}

function late({ server }: Exchange, ms: number): McpTimeoutError {
  const message = `${server} did not acknowledge subscriptions/listen within ${ms} ms.`;
  return new McpTimeoutError(message, { server });
}

function refused({ server }: Exchange): McpConnectionError {
  return new McpConnectionError(`${server} ended a subscription before it began.`, { server });
}

function closed(): DOMException {
  return new DOMException("The subscription was ended.", "AbortError");
}
