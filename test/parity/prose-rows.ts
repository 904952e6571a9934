/**
 * What the seed document 003 describes in prose, paragraph by paragraph, with our names for it and a test that exercises it, or the
 * reason why it is dropped. `prose.test.ts` checks both, and that no paragraph is left out.
 */
import type { DroppedRow, KeptRow } from "./check-rows.js";

interface Prose {
  /** How the paragraphs begin. */
  readonly begins: readonly string[];
}

const announcements = "runtime/server/announcements.test.ts";
const extensions = "runtime/server/extensions.test.ts";
const connection = "runtime/session/connection.test.ts";
const sessions = "runtime/transports/http-sessions.test.ts";
const asking = "runtime/client-input/server.test.ts";
const lists = "client/features/subscriptions.test.ts";

export const prose: readonly (Prose & (KeptRow | DroppedRow))[] = [
  // What a server says of itself.
  {
    begins: [
      "Construct a server from a fully-populated Implementation",
      "As stateful(string, string, ...), from a full Implementation.",
      "As stateless(string, string, ...), from a full Implementation.",
    ],
    ours: ["ServerFacts"],
    test: [
      "runtime/protocol/codec-revisions.test.ts",
      "each revision gets all members that it knows",
    ],
  },
  {
    begins: ["Advertise a draft protocol extension"],
    ours: ["extensions"],
    test: [extensions, "an extension's method is there for clients that declare the extension"],
  },
  {
    begins: [
      "Capabilities this server advertises",
      "Advertise the prompts listChanged capability",
      "Advertise the resources subscribe capability",
      "Advertise the resources listChanged capability",
      "Advertise the tools listChanged capability",
    ],
    ours: ["capabilitiesOf", "declare"],
    test: [announcements, "what a server would declare is what its clients are told"],
  },
  {
    begins: ["Advertise the logging capability"],
    ours: ["logLevel"],
    test: [connection, "log messages are sent at and above the level the client chose"],
  },
  {
    begins: ["Advertise the 2025-11-25 tasks capability"],
    ours: ["TaskOptions"],
    test: [
      "runtime/tasks/legacy.test.ts",
      "tasks are declared if tools may become tasks, and listed if their owner is known",
    ],
  },
  // What a server knows of its clients.
  {
    begins: [
      "The capabilities advertised by the connected client",
      "The extension identifiers and settings the connected client advertised",
      "The tasks capability the connected client advertised",
      "The session tokens",
      "The protocol version negotiated with the client",
    ],
    ours: ["clientsOf", "ConnectedClient"],
    test: [extensions, "clients with a session are known, and asked for a sign of life"],
  },
  {
    begins: ["The most recently set log level"],
    ours: ["logLevel"],
    test: [connection, "log messages are sent at and above the level the client chose"],
  },
  {
    begins: ["Whether a client is currently subscribed"],
    ours: ["isSubscribed"],
    test: [announcements, "a server and a call know who is subscribed to a resource"],
  },
  {
    begins: [
      "Observe inbound client-originated notifications.",
      "Convenience observer fired specifically",
    ],
    ours: ["onNotification"],
    test: ["e2e/peers/v1.test.ts", "tells the server of a change to its roots"],
  },
  {
    begins: [
      "Initiate a server->client ping on the standalone GET SSE push channel",
      "Initiate a server->client ping on the GET SSE stream owned by the session",
    ],
    ours: ["clientsOf"],
    test: [
      extensions,
      "a ping of a session over HTTP uses its stream, and is not sent without one",
    ],
  },
  // Arguments and results.
  {
    begins: ["Validate each tool call's arguments"],
    ours: ["validateInput"],
    test: [
      "runtime/schema/schema.test.ts",
      "wrong arguments are explained by name, with what was expected",
    ],
  },
  {
    begins: ["Opt out of the default input-schema validation"],
    ours: ["validateInput"],
    test: [
      "runtime/server/unchecked-arguments.test.ts",
      "a tool that checks its arguments itself gets them as they are",
    ],
  },
  {
    begins: ["Opt in to enforcing each tool's declared outputSchema"],
    ours: ["validateOutput"],
    test: [
      "runtime/results/unsendable-values.test.ts",
      "a string that the output schema refuses fails the call, and the log says why",
    ],
  },
  {
    begins: ["The effective input schema of a registered tool"],
    dropped:
      "The transport reads the schema of a call where it checks the headers; nobody else asked for it, and `tools/list` has it.",
  },
  // Registration.
  {
    begins: [
      "Register a *dynamic* tool with a context-aware handler",
      "Register a *dynamic* tool with a simple handler",
      "Register a *dynamic* prompt with the handler",
      "Register a direct resource",
      "Register a resource template with a reader",
      "Register a resource template whose reader also receives",
    ],
    ours: ["tool", "prompt", "resource", "template", "CallContext"],
    test: [connection, "lists, calls and reads in that revision's shapes"],
  },
  {
    begins: [
      "Unregister a previously registered direct resource",
      "Unregister a previously registered tool",
    ],
    ours: ["Registration"],
    test: [lists, "a handler hears once of each changed list, until it is taken off"],
  },
  {
    begins: [
      "Register a *dynamic* prompt whose handler may",
      "Register a *dynamic* tool whose handler may ask",
    ],
    ours: ["inputRequired", "readInput"],
    test: [asking, "a tool goes through the rounds itself"],
  },
  {
    begins: ["Declare the client capabilities a registered tool's handler requires."],
    ours: ["requires"],
    test: [
      "runtime/client-input/questions.test.ts",
      "what a tool requires and the client lacks is an error of its own, by era",
    ],
  },
  {
    begins: ["Register a completer", "Set the handler for completion/complete"],
    ours: ["Completer", "CompletionHandler", "CompletionRequest"],
    test: [
      "runtime/server/decorators.test.ts",
      "a completer answers for its own argument and leaves others alone",
    ],
  },
  {
    begins: ["Configure the per-list draft CacheableResult freshness hint"],
    ours: ["CacheHints", "cache"],
    test: [
      "runtime/protocol/codec-results.test.ts",
      "results have a type, the server's name and cache hints",
    ],
  },
  {
    begins: ["Set the maximum number of items returned per */list page"],
    ours: ["pageSize"],
    test: [connection, "pages follow each other by cursor and hold every item once"],
  },
  // News for clients.
  {
    begins: ["The acknowledged subset", "The per-stream SubscriptionFilter"],
    ours: ["Listening"],
    test: [announcements, "2026-07-28: nobody is told of what his stream does not name"],
  },
  {
    begins: ["If msg is a draft subscriptions/listen request"],
    ours: ["serveStdio"],
    test: [
      "runtime/session/first-requests.test.ts",
      "a change right after a subscription is sent after its acknowledgement",
    ],
  },
  {
    begins: ["Send an *unsolicited* JSON-RPC notification"],
    ours: ["notify"],
    test: [
      announcements,
      "a server notifies all who want it in a way that the protocol does not define",
    ],
  },
  {
    begins: ["Emit a notifications/elicitation/complete"],
    ours: ["elicitationComplete"],
    test: [
      "runtime/client-input/visits.test.ts",
      "only the client that was asked hears that its visit is complete",
    ],
  },
  {
    begins: [
      "Broadcast a notifications/prompts/list_changed",
      "Broadcast a notifications/resources/list_changed",
      "Broadcast a notifications/tools/list_changed",
    ],
    ours: ["Registration"],
    test: [lists, "a handler hears once of each changed list, until it is taken off"],
  },
  {
    begins: [
      "Notify subscribers that a watched resource changed",
      "Build the per-session plain-GET eligibility predicate",
    ],
    ours: ["resourceUpdated"],
    test: [sessions, "changes are sent on the GET stream to subscribed clients"],
  },
  {
    begins: [
      "The server->client push channel for *unsolicited* traffic",
      "The active server->client push channel",
    ],
    dropped:
      "A server sends by `notify` and `resourceUpdated`, which know the streams of every transport; a channel of one transport would go past them.",
  },
  // Serving.
  {
    begins: [
      "Dispatch a single parsed message.",
      "Convenience overload using a NullContext",
      "Process a raw wire payload",
      "As handleRaw, but with a server->client write sink",
      "As handleRaw(text, sink)",
      "The transport-agnostic core of an MCP server.",
      "McpServer owns registration and JSON-RPC dispatch.",
    ],
    ours: ["serveTransport", "Transport", "Receiver", "memoryPair"],
    test: [connection, "bad messages are answered by their kind and the next good one works"],
  },
  {
    begins: ["As handleRaw, but dispatched against an explicit per-request ConnectionState"],
    ours: ["serveTransport"],
    test: [connection, "batches are taken where the revision has them, and only there"],
  },
  {
    begins: ["Let a transport point this server at the ConnectionState"],
    dropped:
      "Each connection has a state of its own from its first message; one that a server falls back to would show a client what another did.",
  },
  {
    begins: [
      "Construct a stateful server",
      "The statefulness model this server was constructed with",
    ],
    ours: ["SessionOptions"],
    test: [sessions, "a session lives from initialize to DELETE"],
  },
  {
    begins: ["Construct a stateless server"],
    ours: ["sessions"],
    test: [sessions, "without sessions a client is served, and requests to it fail at once"],
  },
  {
    begins: ["Enforce the lifecycle rule"],
    ours: ["enforceLifecycle"],
    test: [
      "runtime/session/first-requests.test.ts",
      "what comes too early is refused, also while what it needs is loaded",
    ],
  },
  {
    begins: ["Enable the opt-in secure codec for the MRTR"],
    ours: ["requestStateKeys", "requestStateTtlMs"],
    test: [
      "runtime/client-input/request-state.test.ts",
      "a state opens for no other request and no other user",
    ],
  },
];
