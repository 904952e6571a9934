/**
 * The mcp-codegen runtime, for generated servers and for servers written by hand.
 *
 * @module mcp-codegen/runtime
 */
export * from "./codegen/index.js";

// Types for handlers.
export type {
  ClientCapabilities,
  ElicitationSchema,
  ElicitFormParams,
  ElicitParams,
  ElicitResult,
  ElicitUrlParams,
  PrimitiveSchema,
  Root,
  SamplingContent,
  SamplingMessage,
  SamplingParams,
  SamplingResult,
  TitledValue,
} from "./protocol/client-requests.js";
export type { ServerCapabilities } from "./protocol/codec/codec.js";
export type {
  ClientCapabilitiesAt,
  ServerCapabilitiesAt,
} from "./protocol/by-revision/capabilities.js";
export type {
  NotificationMethodAt,
  ParamsAt,
  RequestMethodAt,
} from "./protocol/by-revision/params.js";
export type { ResultAt } from "./protocol/by-revision/results.js";
export type { CacheHints } from "./protocol/codec/codec-writer.js";
export type {
  Annotations,
  CallToolResult,
  Completion,
  ContentBlock,
  GetPromptResult,
  Icon,
  Implementation,
  Prompt,
  PromptArgument,
  PromptMessage,
  ReadResourceResult,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Role,
  TaskSupport,
  Tool,
  ToolHints,
} from "./protocol/model.js";
export { exactJson } from "./protocol/exact-json.js";
export { ProtocolError, errorCodes } from "./protocol/protocol-error.js";
export {
  buildErrorResponse,
  checkSamplingMessages,
  parseMessage,
  type JsonRpcError,
  type JsonRpcErrorResponse,
  type JsonRpcMessage,
} from "./session/wire-messages.js";

export { latestRevision, revisions, type Revision } from "./protocol/revisions.js";
export { UriTemplate } from "./resources/uri-template.js";
export type {
  InferInput,
  InferOutput,
  SchemaSource,
  StandardSchema,
} from "./schema/schema-source.js";
export { ClientCapabilityError } from "./server/client-input/errors.js";
export { ClientAnswerError, ClientRevisionError } from "./server/client-input/errors.js";
export {
  elicit,
  inputRequired,
  isInputRequired,
  readInput,
  roots,
  sample,
} from "./server/client-input/input-required.js";
export { stream, type ToolStreamOptions, type ToolStream } from "./server/types/stream.js";
export type { AskOptions, InputRequest, InputRequired } from "./server/types/call-context.js";
export type {
  Bytes,
  PromptOutput,
  ReturnedContents,
  ReturnedMessage,
  ReturnedResult,
  ToolContent,
  ToolReturn,
} from "./server/types/returned.js";
export type {
  Asking,
  Choices,
  ChoiceOptions,
  NumberOptions,
  SchemaAnswer,
  SchemaQuestion,
  TextOptions,
} from "./server/types/asking.js";
export type {
  GivenTool,
  SampleAnswer,
  SampleInput,
  SampleOptions,
  SampleParams,
  ToolRun,
  ToolRunParams,
} from "./server/types/sampling.js";
export type {
  Completer,
  CompleterOutput,
  CompletionHandler,
  CompletionRequest,
  MethodDefinition,
  MethodHandler,
  PromptDefinition,
  PromptHandler,
  Registration,
  ResourceHandler,
  ResourceSource,
  SourceHost,
  TemplateHandler,
  ToolHandler,
} from "./server/types/definitions.js";
export type { Mountable, MountOptions } from "./server/types/mount-options.js";
export { ForbiddenError } from "./server/middleware/forbidden-error.js";
export {
  metadataKey,
  metadataOf,
  type Metadata,
  type MetadataKey,
} from "./server/types/metadata.js";
export type {
  CalledOperation,
  EntryCall,
  EntryKind,
  EntryResult,
  EntryUse,
  ExceptionHandler,
  Guard,
  Interceptor,
  Middleware,
  NextInterceptor,
} from "./server/types/middleware.js";
export { valueDestinations } from "./server/program/value-destinations.js";
export type { Destination } from "./upstream/security/destinations.js";
export { UpstreamError } from "./upstream/response/upstream-error.js";

// Authorization over HTTP.
export {
  joinedHeader,
  resourceMetadataHeaders,
  type AuthorizedRequest,
  type Authorizer,
} from "./authorization/authorizer.js";
export { cachedVerifier } from "./authorization/verifiers/cached-verifier.js";
export type { ClaimOptions } from "./authorization/verifiers/claim-rules.js";
export type { DpopOptions } from "./authorization/dpop/dpop-rules.js";
export {
  introspectionVerifier,
  type IntrospectionOptions,
} from "./authorization/verifiers/introspection-verifier.js";
export { jwtVerifier, type JwtVerifierOptions } from "./authorization/verifiers/jwt-verifier.js";
export { oauthResource } from "./authorization/resource/oauth-resource.js";
export { Refusal } from "./authorization/refusal.js";
export { memoryReplayGuard, type ReplayGuard } from "./authorization/dpop/replay-guard.js";
export type { OAuthResourceOptions } from "./authorization/resource/resource-options.js";
export { staticVerifier } from "./authorization/verifiers/static-verifier.js";
export type { TokenCacheOptions } from "./authorization/verifiers/token-cache.js";
export {
  InvalidToken,
  VerifierUnavailable,
  type TokenVerifier,
} from "./authorization/token-verifier.js";
export type { Caller } from "./session/caller.js";

// Servers.
export {
  mcpCompletion,
  mcpLifespan,
  mcpPrompt,
  mcpResource,
  mcpTemplate,
  mcpTool,
} from "./server/decorators/decorators.js";
export { ToolTimeoutError } from "./protocol/tool-error.js";
export { mcpServer } from "./server/decorators/decorated-class.js";
export {
  setMetadata,
  useExceptionHandlers,
  useGuards,
  useInterceptors,
  type McpUseDecorator,
} from "./server/decorators/use.js";
export { clientsOf, type ConnectedClient } from "./server/serve/connected-clients.js";
export { capabilitiesOf } from "./server/serve/server-capabilities.js";
export { mcpServerOf } from "./server/decorated-server.js";
export { McpServer } from "./server/mcp-server.js";
export { ResourceNotFound } from "./server/registry/resource-not-found.js";
export { reservedNames } from "./contract/reserved-names.js";
export { serviceOf, type Servable } from "./server/serve/servable.js";
export type {
  LifespanGenerator,
  ListMethod,
  ServerFacts,
  ServerOptions,
  TaskOptions,
} from "./server/types/server-options.js";

// Ready-made resources and servers. Their code is loaded with the first call.
export { memoryServer, sqliteMemory } from "./memory-server/factories.js";
export type { MemoryServerOptions } from "./memory-server/memory-options.js";
export {
  MemoryFull,
  type ConversationFacts,
  type MemoryLimits,
  type MemoryStore,
  type StoredConversation,
  type UserFact,
} from "./memory-server/memory-store.js";
export { directoryResource, fileResource, httpResource } from "./sources/factories.js";
export type {
  DirectoryResourceOptions,
  FileResourceOptions,
  HttpResourceOptions,
} from "./sources/source-options.js";

export * from "./client-names.js";

// Transports.
export {
  addWebSocket,
  fetchHandler,
  nodeHandler,
  serveHttp,
  serveStdio,
  serveTransport,
  serveWebSocket,
  sseFetchHandler,
  sseHandler,
} from "./server/serve/serve.js";
export { serve, type ServeOptions, type Serving } from "./server/serve/serve-any.js";
export type { TransportName } from "./server/types/default-serving.js";
export { expressHandler, fastifyPlugin, honoHandler } from "./server/serve/frameworks.js";
export type { ConnectionOptions } from "./session/connection.js";
export type { Service } from "./session/service.js";
export type { Receiver, Transport } from "./session/transport.js";
export type { ExpressHandler } from "./transports/adapters/express.js";
export type { FastifyPlugin } from "./transports/adapters/fastify.js";
export type { HonoHandler } from "./transports/adapters/hono.js";
export type { FetchHandler } from "./transports/http/fetch.js";
export type { HttpServer, HttpServerOptions, NodeHandler } from "./transports/http/node/listen.js";
export type { HttpOptions, RoutedOptions, SessionOptions } from "./transports/http/options.js";
export { memoryPair, type MemoryTransport } from "./transports/memory.js";
export type { SseOptions } from "./transports/sse/sse-endpoint.js";
export type { SseFetchHandler } from "./transports/sse/sse-fetch.js";
export type { SseHandler } from "./transports/sse/sse-node.js";
export type { StdioOptions } from "./transports/stdio/stdio-transport.js";
export type {
  WebSocketEndpoint,
  WebSocketOptions,
} from "./transports/websocket/attach-websocket.js";
export type {
  ListeningWebSocket,
  WebSocketServerOptions,
} from "./transports/websocket/listen-websocket.js";

// Operation: logs, telemetry, network.
export type { LogEntry, LogFacts, Logger, LogSeverity } from "./protocol/log-entry.js";
export type { Network } from "./session/network.js";
export { openTelemetry } from "./telemetry/open-telemetry.js";
export type { OpenTelemetryOptions } from "./telemetry/open-telemetry-options.js";
export type {
  RequestOutcome,
  RequestTelemetry,
  Telemetry,
  TraceHeaders,
  WatchedRequest,
} from "./telemetry/telemetry.js";

// State for several processes.
export type { RedisState, RedisStateOptions } from "./state/redis/options.js";
export { redisState } from "./state/redis/state.js";
export type { EventLimits } from "./state/event-limits.js";
export type { MemoryEventLimits } from "./state/memory/events.js";
export { memoryState, type MemoryStateOptions } from "./state/memory/state.js";
export type { RedisClient, RedisScriptInput } from "./state/redis/client.js";
export { StateError, type StateErrorCode } from "./state/state-error.js";
export type {
  Bus,
  EventStore,
  MissedEvents,
  SessionStore,
  State,
  StoredEvent,
  TaskStore,
} from "./state/state.js";
