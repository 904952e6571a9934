/**
 * Every public symbol of the documents that this project came from (`../shared/seeds`, by number; `prose-rows.ts` follows 003, which is
 * prose), with our name for it and a test that exercises it, or the reason why there is none. `parity.test.ts` checks both.
 */
import type { DroppedRow, KeptRow } from "./check-rows.js";

interface Symbols {
  readonly seed: Seed;
  /** As the document writes them. */
  readonly symbols: readonly string[];
}

export type Seed = "000" | "001" | "002" | "004";

const shop = "e2e/examples/framework.test.ts";
const returned = "runtime/results/returned-values.test.ts";
const manager = "client/manager/manager.test.ts";
const built = "e2e/server-class.test.ts";

export const rows: readonly (Symbols & (KeptRow | DroppedRow))[] = [
  {
    seed: "000",
    symbols: ["LATEST", "STABLE", "SUPPORTED"],
    ours: ["revisions"],
    test: [
      "runtime/session/connection.test.ts",
      "an unknown version is answered with the newest one that has a handshake",
    ],
  },
  {
    seed: "000",
    symbols: ["mcp_server"],
    ours: ["mcpServer"],
    test: [
      "runtime/server/decorators.test.ts",
      "a server's facts are those of its decorator; subclasses inherit or replace them",
    ],
  },
  {
    seed: "000",
    symbols: ["mcp_tool"],
    ours: ["mcpTool"],
    test: [
      "runtime/server/decorators.test.ts",
      "each decorated method is registered, under its own name unless it says another",
    ],
  },
  {
    seed: "000",
    symbols: ["mcp_resource"],
    ours: ["mcpResource", "mcpTemplate"],
    test: [shop, "resources are text and bytes, with annotations, path and query variables"],
  },
  {
    seed: "000",
    symbols: ["mcp_prompt", "PromptSchema", "PromptArgument", "PromptMessage", "GetPromptResult"],
    ours: ["mcpPrompt", "Prompt", "PromptArgument", "PromptMessage", "GetPromptResult"],
    test: [shop, "a prompt is a message, and its argument is completed"],
  },
  {
    seed: "000",
    symbols: ["mcp_lifespan"],
    ours: ["mcpLifespan"],
    test: [
      "runtime/server/lifespan.test.ts",
      "a lifespan opens before the first handler, once for all clients, and closes with the server",
    ],
  },
  {
    seed: "000",
    symbols: ["mcp_completion", "CompletionResult"],
    ours: ["mcpCompletion", "Completion"],
    test: [
      "runtime/server/decorators.test.ts",
      "a completer answers for its own argument and leaves others alone",
    ],
  },
  {
    seed: "000",
    symbols: ["McpServerModule"],
    ours: ["mcpServerOf", "serve"],
    test: [
      "runtime/server/serving/serve.test.ts",
      "one call serves stdio and all transports of HTTP on one port, with paths below one",
    ],
  },
  {
    seed: "000",
    symbols: ["McpToolContext"],
    ours: ["CallContext"],
    test: [shop, "the user and the client's model are asked"],
  },
  {
    seed: "000",
    symbols: ["ToolAnnotations", "ResourceAnnotations", "Role"],
    ours: ["ToolHints", "Annotations", "Role"],
    test: [
      "runtime/options/wrong-options.test.ts",
      "annotations and sizes are checked when resources and tools are registered",
    ],
  },
  {
    seed: "000",
    symbols: ["McpServer"],
    ours: ["connectStdio", "connectWebSocket", "connectSse", "connectHttp"],
    test: [
      "client/process/options.test.ts",
      "is a TypeError that names ${name}, over every transport",
    ],
  },
  {
    seed: "000",
    symbols: ["McpClientProtocol"],
    ours: ["McpClient"],
    test: [
      "client/features/lists.test.ts",
      "resources, templates and prompts are listed, read and completed",
    ],
  },
  {
    seed: "000",
    symbols: [
      "McpCallError",
      "McpError",
      "McpConnectionError",
      "McpHandshakeError",
      "McpToolError",
      "McpToolNotFoundError",
      "McpTimeoutError",
    ],
    ours: [
      "McpCallError",
      "McpClientError",
      "McpConnectionError",
      "McpHandshakeError",
      "McpToolError",
      "McpToolNotFoundError",
      "McpTimeoutError",
    ],
    test: [
      "client/features/handlers.test.ts",
      "every failure is an McpClientError with the server's name",
    ],
  },
  {
    seed: "000",
    symbols: ["McpServerConfig", "McpToolBridge"],
    ours: ["connectServers", "ServerEntry", "ToolRegistry"],
    test: [manager, "parity K: McpToolBridge: connect_all with failures isolated"],
  },
  {
    seed: "000",
    symbols: ["McpErrorCode"],
    ours: ["errorCodes"],
    test: [shop, "a guard refuses with FORBIDDEN, and lets the right caller through"],
  },
  {
    seed: "000",
    symbols: ["ToolSchema", "ToolResult"],
    ours: ["Tool", "CallToolResult"],
    test: [shop, "a tool searches what the lifespan has opened"],
  },
  {
    seed: "000",
    symbols: [
      "ResourceSchema",
      "ResourceContent",
      "ReadResourceResult",
      "BlobResource",
      "ResourceResult",
    ],
    ours: ["Resource", "ResourceContents", "ReadResourceResult"],
    test: [
      returned,
      "a resource's bytes have its media type, and its lists may mix texts, files and contents",
    ],
  },
  {
    seed: "000",
    symbols: [
      "TextContent",
      "ImageContent",
      "EmbeddedResource",
      "AudioContent",
      "ResourceLink",
      "AnyContent",
    ],
    ours: ["ContentBlock"],
    test: [returned, "a tool's bytes arrive as media, never as digits"],
  },
  {
    seed: "000",
    symbols: [
      "ToolUseContent",
      "ToolResultContent",
      "SamplingMessage",
      "CreateMessageParams",
      "CreateMessageResult",
    ],
    ours: ["SamplingContent", "SamplingMessage", "SamplingParams", "SamplingResult"],
    test: [
      "runtime/protocol/codec-answers.test.ts",
      "a sampling result is accepted only if it is valid and has content",
    ],
  },
  {
    seed: "000",
    symbols: ["ClientCapabilities", "ServerCapabilities", "Implementation"],
    ours: ["ClientCapabilities", "Implementation", "ServerDescription"],
    test: [
      "runtime/protocol/decode/decode-results.test.ts",
      "what a server says of itself is read; a malformed name is left out",
    ],
  },
  {
    seed: "000",
    symbols: [
      "ToolCallParams",
      "ReadResourceParams",
      "GetPromptParams",
      "InitializeParams",
      "InitializeResult",
    ],
    ours: ["ParamsAt", "ResultAt"],
    test: [
      "runtime/protocol/by-revision/params-and-results.test.ts",
      "a method, a revision or a member that does not fit does not compile",
    ],
  },
  {
    seed: "000",
    symbols: ["ToolOutput"],
    ours: ["CallToolResult"],
    test: [shop, "content and structured content are independent"],
  },
  {
    seed: "000",
    symbols: ["ElicitResult", "UrlElicitResult"],
    ours: ["ElicitResult", "ElicitUrlParams"],
    test: [
      "runtime/protocol/codec-answers.test.ts",
      "an elicitation result is accepted only if it is valid",
    ],
  },
  {
    seed: "000",
    symbols: ["Root"],
    ours: ["Root"],
    test: [
      "runtime/protocol/codec-answers.test.ts",
      "roots are taken only when all of them are file URIs",
    ],
  },
  {
    seed: "000",
    symbols: ["McpToolNameCollision", "make_mount_binder"],
    ours: ["mount", "MountOptions"],
    test: [
      "runtime/composition/mount.test.ts",
      "a name that is taken is an error that names both servers, and leaves the host as it was",
    ],
  },
  {
    seed: "000",
    symbols: ["make_proxy_binder"],
    ours: ["proxy", "ProxyServerOptions"],
    test: [
      "runtime/composition/proxy.test.ts",
      "foreign content, errors and members pass unchanged, and what clients would refuse is left out",
    ],
  },
  {
    seed: "000",
    symbols: ["RouteEntry"],
    ours: ["RouteEntry"],
    test: [built, "a route map is given as a value, in both forms, or as a path"],
  },
  {
    seed: "000",
    symbols: ["build_openapi_server_class"],
    ours: ["buildOpenApiServerClass"],
    test: [built, "a class is built of a document as a value, as a text and as a file"],
  },
  {
    seed: "000",
    symbols: ["ToolStream"],
    ours: ["stream", "ToolStream", "ToolStreamOptions"],
    test: [returned, "a stream becomes progress for each item, and one value"],
  },
  {
    seed: "000",
    symbols: ["McpExecutionContext"],
    ours: ["EntryCall"],
    test: [
      "runtime/middleware/decorators.test.ts",
      "setMetadata notes values that guards and handlers read; those of a method replace those of its class",
    ],
  },
  {
    seed: "000",
    symbols: ["McpForbiddenError"],
    ours: ["ForbiddenError"],
    test: [shop, "a guard refuses with FORBIDDEN, and lets the right caller through"],
  },
  {
    seed: "000",
    symbols: ["McpCallHandler"],
    ours: ["NextInterceptor"],
    test: [
      "runtime/middleware/chain.test.ts",
      "guards run first, then interceptors from the outside in, those of the server before those of an entry",
    ],
  },
  {
    seed: "000",
    symbols: [
      "McpSamplingNotAvailable",
      "McpElicitationNotAvailable",
      "McpUrlElicitationNotAvailable",
    ],
    ours: ["ClientCapabilityError"],
    test: [
      "runtime/context/context.test.ts",
      "a client that can't be asked causes a typed error in every shorthand",
    ],
  },
  // Methods and parameters of the context whose names differ from ours.
  {
    seed: "000",
    symbols: ["elicit_url"],
    ours: ["visit"],
    test: [
      "runtime/context/context.test.ts",
      "ask gets single values, and undefined or false from a user who declines",
    ],
  },
  {
    seed: "000",
    symbols: ["result_type"],
    ours: ["SampleOptions"],
    test: [
      "runtime/context/context.test.ts",
      "sample with a result schema asks again with the fault, and gives the parsed value",
    ],
  },
  {
    seed: "000",
    symbols: ["response_type"],
    ours: ["SchemaQuestion"],
    test: [
      "runtime/context/context.test.ts",
      "elicit takes a schema of zod, valibot or arktype, and gives what the schema made of the answer",
    ],
  },
  {
    seed: "000",
    symbols: ["FileResource"],
    ours: ["fileResource"],
    test: [
      "runtime/sources/file-resource.test.ts",
      "a file is offered by its name, with the media type of its ending, as text",
    ],
  },
  {
    seed: "000",
    symbols: ["DirectoryResource"],
    ours: ["directoryResource"],
    test: [
      "runtime/sources/directory-resource.test.ts",
      "a folder lists the files that its pattern, depth and hidden names choose, and no links",
    ],
  },
  {
    seed: "000",
    symbols: ["HttpResource"],
    ours: ["httpResource"],
    test: [
      "runtime/sources/http-resource.test.ts",
      "name, media type and headers of a URL can be given",
    ],
  },
  {
    seed: "000",
    symbols: ["LaurenMcpMemoryServer"],
    ours: ["memoryServer"],
    test: [
      "runtime/memory-server/memory-server.test.ts",
      "a memory server has the five tools, a list of conversations and a template for each",
    ],
  },
  {
    seed: "000",
    symbols: ["register_file_resource", "register_http_resource", "register_directory_resource"],
    dropped:
      "One call does it without a helper for each kind: `server.resource(await fileResource(…))`.",
  },
  {
    seed: "004",
    symbols: ["MCPClientManager", "connect_all"],
    ours: ["connectServers", "McpClientManager"],
    test: [manager, "parity K: MCPClientManager.connect_all in parallel → {name: success}"],
  },
  {
    seed: "004",
    symbols: ["MCPServerConnection", "get_connection"],
    ours: ["ServerConnection"],
    test: [
      manager,
      "parity K: get_connection, MCPServerConnection (tools, resources, connected, error)",
    ],
  },
  {
    seed: "004",
    symbols: ["connect_server", "disconnect_server", "disconnect_all"],
    ours: ["McpClientManager"],
    test: [manager, "parity K: connect_server, disconnect_server, disconnect_all"],
  },
  {
    seed: "004",
    symbols: ["get_tools", "get_tools_for_server"],
    ours: ["ExposedTool"],
    test: [manager, "parity K: get_tools, get_tools_for_server, mcp__{server}__{tool}"],
  },
  {
    seed: "004",
    symbols: ["execute_tool"],
    ours: ["McpClientManager"],
    test: [manager, "parity K: execute_tool → text"],
  },
  {
    seed: "004",
    symbols: ["register_tools"],
    ours: ["McpClientManager"],
    test: [manager, "parity K: register_tools(server, schemas)"],
  },
  {
    seed: "000",
    symbols: ["use_guards", "use_interceptors", "use_exception_handlers"],
    ours: ["useGuards", "useInterceptors", "useExceptionHandlers"],
    test: [
      "runtime/middleware/decorators.test.ts",
      "decorators hold on tools, resources, templates and prompts",
    ],
  },
  {
    seed: "000",
    symbols: ["set_metadata", "get_metadata"],
    ours: ["setMetadata", "metadataKey"],
    test: [
      "runtime/middleware/decorators.test.ts",
      "setMetadata notes values that guards and handlers read; those of a method replace those of its class",
    ],
  },
  {
    seed: "000",
    symbols: ["report_progress"],
    ours: ["progress"],
    test: [shop, "a stream sends progress for each piece, and then the whole"],
  },
  {
    seed: "000",
    symbols: ["mounts"],
    ours: ["mount"],
    test: [shop, "a mounted server's tools have its prefix, and the audit saw the calls"],
  },
  {
    seed: "000",
    symbols: ["Schema generation — supported annotations"],
    ours: ["mcpTool"],
    test: [
      "type-schemas/type-schemas.test.ts",
      "the rows of the seeds' table of annotations have their schemas",
    ],
  },
  {
    seed: "000",
    symbols: ["providers", "imports", "exports"],
    dropped:
      "Instances are made by their constructors and handed in; a container would only be slower to start.",
  },
  {
    seed: "000",
    symbols: ["extras"],
    dropped: "The state of a call and its metadata hold what this bag would hold, and have types.",
  },
  {
    seed: "000",
    symbols: ["capabilities"],
    dropped:
      "The specification wants the capabilities that a server has; replacing them would let it claim others.",
  },
  {
    seed: "000",
    symbols: ["TOOL_NOT_FOUND", "PROMPT_NOT_FOUND", "CONNECTION_ERROR"],
    dropped:
      "The specification has other codes for these: an unknown name is -32602, and a broken connection has none.",
  },
  {
    seed: "001",
    symbols: ["REQUEST_CANCELLED", "CONTENT_TOO_LARGE"],
    dropped:
      "These are codes of the Language Server Protocol; a cancelled request of MCP has no answer.",
  },
  {
    seed: "001",
    symbols: ["to_json", "to_dict", "from_dict"],
    dropped:
      "Values are plain objects in the form of the wire, so that there is nothing to convert.",
  },
  {
    seed: "002",
    symbols: ["from_bytes"],
    ours: ["Media"],
    test: [returned, "a tool's bytes arrive as media, never as digits"],
  },
  {
    seed: "004",
    symbols: ["connected_servers", "available_tool_count"],
    ours: ["McpClientManager"],
    test: [manager, "parity K: connected_servers, available_tool_count"],
  },
  {
    seed: "004",
    symbols: ["CapabilitySet"],
    ours: ["capabilitySet", "CapabilitySet"],
    test: [
      "client/manager/grants.test.ts",
      "parity K: CapabilitySet: mcp:{server}:{tool} execute, PermissionError before the call",
    ],
  },
  {
    seed: "000",
    symbols: [
      "JsonRpcRequest",
      "JsonRpcNotification",
      "JsonRpcResponse",
      "JsonRpcErrorResponse",
      "JsonRpcError",
      "parse_message",
    ],
    ours: ["parseMessage"],
    test: [
      "runtime/context/wire-messages.test.ts",
      "parseMessage tells the kinds of messages apart, from text and from bytes",
    ],
  },
  {
    seed: "000",
    symbols: ["McpParseError", "JsonRpcParseError"],
    ours: ["ProtocolError"],
    test: [
      "runtime/context/wire-messages.test.ts",
      "parseMessage refuses what is no message with the codes of JSON-RPC",
    ],
  },
  {
    seed: "000",
    symbols: ["build_error_response"],
    ours: ["buildErrorResponse"],
    test: [
      "runtime/context/wire-messages.test.ts",
      "buildErrorResponse keeps the message of an unknown error to itself",
    ],
  },
  {
    seed: "000",
    symbols: ["validate_sampling_messages"],
    ours: ["checkSamplingMessages"],
    test: [
      "runtime/context/wire-messages.test.ts",
      "checkSamplingMessages wants a result for each use of a tool, and takes an empty list",
    ],
  },
];
