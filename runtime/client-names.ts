/** The public names of clients. Their code is loaded with the first connection. */
export type {
  CallOptions,
  ClientEvents,
  ClientTransportKind,
  CompletionReference,
  Listening,
  ListenFilter,
  ListOptions,
  McpClient,
  RequestOptions,
  RunningTask,
  ServerDescription,
  Task,
  TaskStatus,
  TypedCalls,
} from "./client/client.js";
export type {
  AuthorizedClientRequest,
  ClientAuthorization,
  ClientOptions,
  ClientRefusal,
  Headers,
  HeadersSource,
  HttpClientOptions,
  ListKind,
  NotificationHandlers,
  ObservedMessage,
  OwnNotification,
  Progress,
  QuestionContext,
  QuestionHandlers,
  RetryOptions,
  ServerLogMessage,
  StdioServer,
} from "./client/client-options.js";
export {
  McpAnswerError,
  McpAuthorizationError,
  McpCallError,
  McpClientError,
  McpConnectionError,
  McpHandshakeError,
  McpPermissionError,
  McpTimeoutError,
  McpToolError,
  McpToolNotFoundError,
  type McpClientErrorFacts,
} from "./client/errors.js";
export { recordSession, replaySession } from "./testing/recording/open-recording.js";
export type { RecordOptions, SessionRecorder } from "./testing/recording/session-recorder.js";
export { connect, type ConnectTarget } from "./compose/connect-any.js";
export { connectHttp, connectSse } from "./compose/connect-http.js";
export { connectStdio } from "./compose/connect-stdio.js";
export { connectWebSocket } from "./compose/connect-websocket.js";
export { connectMemory } from "./compose/connect-memory.js";
export { connectServers, type AnyServerEntry } from "./compose/connect-servers.js";
export {
  proxy,
  proxyServer,
  type ProxyServer,
  type ProxyServerOptions,
} from "./compose/proxy/proxy-server.js";
export type { ProxyOptions, ProxyTarget } from "./compose/proxy/proxy-options.js";
export { capabilitySet, modelTools, readServers } from "./client/manager/factories.js";
export type {
  ConfigInput,
  ConfigOAuth,
  ConfigProblem,
  ConfigSource,
  ReadServers,
  ReadServersOptions,
} from "./client/manager/config/config-model.js";
export type { CapabilityRule, CapabilitySet } from "./client/manager/grants/capability-set.js";
export type { ExactGrant, GrantName, Permission } from "./client/manager/grants/grant.js";
export type {
  ConnectionState,
  ConnectOutcome,
  ExposedTool,
  ManagedTarget,
  ManagerEvents,
  ManagerOptions,
  ServerAddress,
  ServerConnection,
  ServerEntries,
  ServerEntry,
  ServerPrompt,
  ServerResource,
  ServerResourceTemplate,
  ToolRegistry,
} from "./client/manager/manager-model.js";
export type { McpClientManager } from "./client/manager/mcp-client-manager.js";
export type { ModelTools, ModelToolsOptions } from "./client/manager/model-tools/model-tools.js";
export type { ModelTool, ToolSource } from "./client/manager/model-tools/tool-source.js";
export type { NamingScheme } from "./client/manager/names/exposed-name.js";
export type { ToolFilter } from "./client/manager/names/tool-filter.js";
export {
  bearerToken,
  clientCredentials,
  enterpriseManaged,
  fileTokens,
  memoryTokens,
  oauthClient,
  workloadIdentity,
} from "./client/authorization/factories.js";
export type {
  AssertionAudience,
  AuthorizationOptions,
  BearerTokenSource,
  ClientCredentialsOptions,
  ConsentRequest,
  CustomRedirect,
  EnterpriseManagedOptions,
  IdentityProvider,
  LoopbackRedirect,
  OAuthClientOptions,
  RegisteredClient,
  WorkloadIdentityOptions,
} from "./client/authorization/authorization-options.js";
export type { ClientAuthenticationMethod, ClientCredentials } from "./oauth/client-credentials.js";
export type { KeySource } from "./oauth/signing-key.js";
export type { FileTokensOptions } from "./oauth/stores/file-tokens.js";
export type { TokenStore } from "./oauth/stores/token-store.js";
