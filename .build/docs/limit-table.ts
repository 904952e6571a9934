/** The limits of the runtime. Each figure is read from the code, so that the chapter can't name another. */
import { readFileSync } from "node:fs";
import { markdownTable } from "./markdown-table.js";

type Unit = (value: number) => string;
type Figure = readonly [file: string, name: string, unit: Unit];

interface Limit {
  readonly what: string;
  /** The default, with `{}` in the place of each figure. */
  readonly text: string;
  readonly figures: readonly Figure[];
  readonly option?: string;
}

const http = "transports/http/options.ts";
const node = "transports/http/node/listen.ts";
const sessions = "transports/http/live-sessions.ts";
const webSocket = "transports/websocket/websocket-transport.ts";
const largeAnswers = "server/operations/large-answers.ts";
const events = "state/event-limits.ts";
const tasks = "server/tasks/settings.ts";

const limits: readonly Limit[] = [
  {
    what: "body of a request over HTTP",
    text: "{}",
    figures: [[http, "defaultMaxBodyBytes", bytes]],
    option: "`maxBodyBytes`",
  },
  {
    what: "message on stdio, on a WebSocket",
    text: "{}, {}",
    figures: [
      ["transports/stdio/stdio-transport.ts", "defaultMaxLineBytes", bytes],
      ["transports/websocket/attach-websocket.ts", "maxMessageBytes", bytes],
    ],
    option: "`maxLineBytes`, `maxMessageBytes`",
  },
  {
    what: "message that a client of the runtime reads",
    text: "{}",
    figures: [["client/channels/http/http-link.ts", "defaultMaxMessageBytes", bytes]],
    option: "`maxMessageBytes` (client)",
  },
  {
    what: "levels to which a message may be nested",
    text: "{}",
    figures: [["protocol/nesting.ts", "maxNesting", count]],
  },
  {
    what: "open requests of a connection",
    text: "{}",
    figures: [["session/connection.ts", "maxOpenRequests", count]],
  },
  {
    what: "time for a client to send a request",
    text: "{}",
    figures: [[node, "defaultRequestTimeoutMs", duration]],
    option: "`requestTimeoutMs`",
  },
  {
    what: "time for open requests after the server is closed",
    text: "{}",
    figures: [[node, "defaultCloseGraceMs", duration]],
    option: "`closeGraceMs` (`serveHttp`)",
  },
  {
    what: "time for a call",
    text: "none; calls to an API {}",
    figures: [["upstream/upstream.ts", "timeoutMs", duration]],
    option: "`timeoutMs` of the tool",
  },
  {
    what: "file that an argument names by its path",
    text: "{}",
    figures: [["upstream/files/file-model.ts", "defaultMaxFileBytes", bytes]],
    option: "`files: { maxBytes }`",
  },
  {
    what: "response of an API that methods resolve to",
    text: "{}",
    figures: [["upstream/upstream.ts", "maxResponseBytes", bytes]],
    option: "`maxResponseBytes`",
  },
  {
    what: "text or file in a tool's result",
    text: "{}",
    figures: [["server/openapi-server.ts", "maxInlineBytes", bytes]],
    option: "`maxInlineBytes`",
  },
  {
    what: "larger response, which is kept as a resource",
    text: "{}, for {}",
    figures: [
      ["upstream/upstream.ts", "maxKeptBytes", bytes],
      [largeAnswers, "ttlMs", duration],
    ],
    option: "`maxKeptBytes`",
  },
  {
    what: "kept responses of a server",
    text: "{}, or {} together",
    figures: [
      [largeAnswers, "maxAnswers", count],
      [largeAnswers, "maxTotalBytes", bytes],
    ],
  },
  {
    what: "retries of calls to a busy API",
    text: "{}",
    figures: [["upstream/exchange/retry.ts", "defaultRetries", count]],
    option: "`retries`",
  },
  {
    what: "pages of a list that are followed",
    text: "{}, up to {} items",
    figures: [
      ["upstream/response/pagination.ts", "maxPages", count],
      ["upstream/response/pagination.ts", "maxItems", count],
    ],
    option: "`maxPages`, `maxItems` of `paginate`",
  },
  {
    what: "time after which a response becomes an event stream",
    text: "{}, at most twice that",
    figures: [[http, "patienceMs", duration]],
  },
  {
    what: "keep-alive on event streams, on WebSockets",
    text: "{} (on Bun {}), {}",
    figures: [
      [http, "defaultKeepAliveMs", duration],
      [http, "bunKeepAliveMs", duration],
      [webSocket, "pingMs", duration],
    ],
    option: "`keepAliveMs`, `pingMs` (WebSocket)",
  },
  {
    what: "unread bytes before a slow client is cut off: HTTP, WebSocket",
    text: "{}, {}",
    figures: [
      [http, "maxUnreadBytes", bytes],
      [webSocket, "maxBufferedBytes", bytes],
    ],
    option: "`maxBufferedBytes` (WebSocket)",
  },
  {
    what: "session without use",
    text: "{}; never while something is open",
    figures: [[sessions, "defaultIdleMs", duration]],
    option: "`sessions: { idleMs }`",
  },
  {
    what: "sessions of a process",
    text: "{}",
    figures: [[sessions, "defaultMaxSessions", count]],
    option: "`sessions: { maxSessions }`",
  },
  {
    what: "sessions over HTTP+SSE, WebSockets",
    text: "{}, {}",
    figures: [
      ["transports/sse/sse-endpoint.ts", "maxSessions", count],
      ["transports/websocket/attach-websocket.ts", "maxConnections", count],
    ],
    option: "`maxSessions`, `maxConnections`",
  },
  {
    what: "reconnection delay of a client that lost its stream",
    text: "{}",
    figures: [[sessions, "defaultRetryMs", duration]],
    option: "`sessions: { retryMs }`",
  },
  {
    what: "events kept for such a client",
    text: "{} a stream, {} or {} a session, {}",
    figures: [
      [events, "perStream", count],
      [events, "perSession", count],
      [events, "bytesPerSession", bytes],
      [events, "ttlMs", duration],
    ],
    option: "`events` of `memoryState`, `redisState`",
  },
  {
    what: "items of a page",
    text: "all, up to {}",
    figures: [["server/registry/list-results.ts", "maxPageBytes", bytes]],
    option: "`pageSize`",
  },
  {
    what: "values of a completion",
    text: "{}",
    figures: [["protocol/codec/codec-results.ts", "maxCompletions", count]],
  },
  {
    what: "subscriptions of a session, URIs of one `listen`",
    text: "{} or {} together, {}",
    figures: [
      ["server/methods/resources.ts", "maxSubscriptions", count],
      ["server/methods/resources.ts", "maxSubscribed", bytes],
      ["server/methods/lazy/entry-scopes.ts", "maxUris", count],
    ],
  },
  {
    what: "messages of a batch (2025-03-26)",
    text: "{}",
    figures: [["session/batch.ts", "maxBatch", count]],
  },
  {
    what: "time for which clients may keep lists",
    text: "{}, for the same user",
    figures: [["server/registry/list-results.ts", "ttlMs", duration]],
    option: "`cache`",
  },
  {
    what: "time for which they may keep resources",
    text: "{}",
    figures: [["server/methods/lazy/read-resource.ts", "ttlMs", duration]],
    option: "`cache`",
  },
  {
    what: "time limit of a request to the client",
    text: "{} up to 2025-11-25, then {}",
    figures: [
      ["session/outgoing-requests.ts", "defaultTimeoutMs", duration],
      ["server/client-input/request-state.ts", "ttlMs", duration],
    ],
    option: "`timeoutMs` of the request, `requestStateTtlMs`",
  },
  {
    what: "rounds of client input of one call",
    text: "{}",
    figures: [["server/client-input/rounds-model.ts", "defaultMaxRounds", count]],
  },
  {
    what: "state of a call between rounds",
    text: "{}",
    figures: [["server/client-input/request-state.ts", "maxBytes", bytes]],
  },
  {
    what: "task and its result",
    text: "{}, at most {}",
    figures: [
      [tasks, "ttlMs", duration],
      [tasks, "maxTtlMs", duration],
    ],
    option: "`tasks: { ttlMs, maxTtlMs }`",
  },
  {
    what: "tasks in memory, with their results",
    text: "{}, or {} together",
    figures: [
      ["state/memory/state.ts", "maxTasks", count],
      ["state/memory/tasks.ts", "maxTotalBytes", bytes],
    ],
    option: "`maxTasks` of `memoryState`",
  },
  {
    what: "running tasks: in a process, of one user",
    text: "{}, {}",
    figures: [
      [tasks, "maxRunning", count],
      [tasks, "maxRunningPerOwner", count],
    ],
    option: "`tasks: { maxRunning, … }`",
  },
  {
    what: "time a valid token is cached",
    text: "{}; by introspection {}",
    figures: [
      ["authorization/verifiers/cached-verifier.ts", "cacheSeconds", seconds],
      ["authorization/verifiers/introspection-verifier.ts", "defaultCacheSeconds", seconds],
    ],
    option: "`cacheSeconds`",
  },
  {
    what: "wait for Redis",
    text: "{}",
    figures: [["state/redis/open-redis-state.ts", "timeoutMs", duration]],
    option: "`timeoutMs` of `redisState`",
  },
];

export function limitTable(): string {
  return markdownTable(
    ["what", "default", "option"],
    limits.map(({ what, text, figures, option = "" }) => [what, filled(text, figures), option]),
  );
}

function filled(text: string, figures: readonly Figure[]): string {
  const values = figures.map(([file, name, unit]) => unit(numberIn(file, name)));
  return text.replaceAll("{}", () => values.shift() ?? "");
}

/**
 * Returns the number that a file of the runtime gives a constant, a member or an option that is left out.
 *
 * @throws Error if it gives none, or several
 */
function numberIn(file: string, name: string): number {
  const source = readFileSync(new URL(`../../runtime/${file}`, import.meta.url), "utf8");
  const given = source.matchAll(new RegExp(`\\b${name}(?: =| \\?\\?|:) ([\\d_ *]+)[,;) }]`, "g"));
  const numbers = [...given].map(([, product = ""]) =>
    product.split("*").reduce((whole, part) => whole * Number(part.replaceAll(/[_ ]/g, "")), 1),
  );
  const [number, ...others] = new Set(numbers);
  if (number === undefined || others.length > 0)
    throw new Error(`runtime/${file} gives ${name} ${numbers.length} values, not one.`);
  return number;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function bytes(value: number): string {
  return value >= 1024 ** 2 ? `${value / 1024 ** 2} MiB` : `${value / 1024} KiB`;
}

function duration(ms: number): string {
  return ms === 0 ? "not at all" : seconds(ms / 1000);
}

function seconds(value: number): string {
  if (value < 60) return `${value} s`;
  if (value < 3600) return `${value / 60} min`;
  return value < 86_400 ? `${value / 3600} h` : `${value / 86_400} day`;
}
