/**
 * The parameters of the public functions in the seed documents, with our name for each and a test that exercises it, or the reason for
 * leaving it out. `parameters.test.ts` checks both, and that no parameter is missing here.
 */
import type { DroppedRow, KeptRow } from "./check-rows.js";

interface Parameters {
  /** Functions, as the documents write them. */
  readonly of: readonly string[];
  readonly parameters: readonly string[];
}

const decorators = "runtime/server/decorators.test.ts";
const decorated = "runtime/server/decorated-server.test.ts";
const shop = "e2e/examples/framework.test.ts";
const context = "runtime/context/context.test.ts";
const handlers = "client/features/handlers.test.ts";
const manager = "client/manager/manager.test.ts";
const built = "e2e/server-class.test.ts";
const messages = "runtime/context/wire-messages.test.ts";
const clients = ["stdio", "ws", "http", "streamable_http"] as const;

export const parameters: readonly (Parameters & (KeptRow | DroppedRow))[] = [
  // Servers.
  {
    of: ["mcp_server"],
    parameters: ["path", "transport"],
    ours: ["mcpServer"],
    test: [
      "runtime/server/serving/serve.test.ts",
      "the path and the transports of @mcpServer are those that serve uses",
    ],
  },
  {
    of: ["for_root"],
    parameters: ["server_cls"],
    ours: ["mcpServerOf"],
    test: [decorated, "a decorated class serves everything it has"],
  },
  {
    of: ["for_root"],
    parameters: ["transport"],
    ours: ["serve", "ServeOptions"],
    test: [
      "runtime/server/serving/serve.test.ts",
      "one call serves stdio and all transports of HTTP on one port, with paths below one",
    ],
  },
  {
    of: ["for_root"],
    parameters: ["server_info"],
    ours: ["ServerFacts"],
    test: [
      decorators,
      "a server's facts are those of its decorator; subclasses inherit or replace them",
    ],
  },
  {
    of: ["for_root"],
    parameters: ["log_level"],
    ours: ["logLevel"],
    test: [
      context,
      "log shorthands send their message, and the operator and the client decide what is sent",
    ],
  },
  {
    of: ["for_root"],
    parameters: ["mounts"],
    ours: ["mount"],
    test: [shop, "a mounted server's tools have its prefix, and the audit saw the calls"],
  },
  {
    of: ["for_root"],
    parameters: ["proxies"],
    ours: ["proxy"],
    test: [
      "runtime/composition/proxy.test.ts",
      "a proxy starts without its remote server, and offers its tools when it comes",
    ],
  },
  {
    of: ["for_root"],
    parameters: ["capabilities"],
    dropped:
      "The specification wants the capabilities that a server has; replacing them would let it claim others.",
  },
  {
    of: ["for_root"],
    parameters: ["providers", "imports", "exports"],
    dropped:
      "Instances are made by their constructors and handed in; a container would only be slower to start.",
  },
  // What servers offer.
  {
    of: ["mcp_tool", "mcp_resource", "mcp_prompt"],
    parameters: ["name", "description", "title", "mime_type", "annotations", "uri_template"],
    ours: ["mcpTool", "mcpResource", "mcpTemplate", "mcpPrompt", "ToolHints", "Annotations"],
    test: [decorated, "a decorated class serves everything it has"],
  },
  {
    of: ["mcp_tool"],
    parameters: ["timeout"],
    ours: ["timeoutMs", "ToolTimeoutError"],
    test: [
      "runtime/middleware/timeouts.test.ts",
      "in every way to call it, those of the mounted server first",
    ],
  },
  {
    of: ["mcp_tool"],
    parameters: ["tags", "meta"],
    ours: ["ListedDefinition", "tags", "meta"],
    test: ["runtime/protocol/protocol.test.ts", "tags and further metadata travel in _meta"],
  },
  {
    of: ["mcp_tool"],
    parameters: ["output_schema"],
    ours: ["output"],
    test: [
      decorated,
      "structured content is what the output's schema makes of the value, not more",
    ],
  },
  {
    of: ["mcp_completion"],
    parameters: ["target", "argument", "ref_type"],
    ours: ["mcpCompletion"],
    test: [decorators, "a completer answers for its own argument and leaves others alone"],
  },
  // The context of a call.
  {
    of: ["report_progress"],
    parameters: ["progress", "total"],
    ours: ["progress"],
    test: [
      "runtime/session/connection.test.ts",
      "progress carries the token it was given, rises, and ends with the answer",
    ],
  },
  {
    of: ["log", "debug", "info", "warning", "error"],
    parameters: ["level", "message", "data"],
    ours: ["LogLevel", "log"],
    test: [
      context,
      "log shorthands send their message, and the operator and the client decide what is sent",
    ],
  },
  {
    of: ["sample"],
    parameters: ["messages", "max_tokens", "system_prompt", "temperature"],
    ours: ["SampleParams"],
    test: [context, "sample takes a text, fills in the limit, and gives the answer's text"],
  },
  {
    of: ["sample"],
    parameters: ["result_type"],
    ours: ["SampleOptions"],
    test: [
      context,
      "sample with a result schema asks again with the fault, and gives the parsed value",
    ],
  },
  {
    of: ["elicit"],
    parameters: ["message", "response_type"],
    ours: ["SchemaQuestion"],
    test: [
      context,
      "elicit takes a schema of zod, valibot or arktype, and gives what the schema made of the answer",
    ],
  },
  {
    of: ["get_metadata"],
    parameters: ["key", "default"],
    ours: ["Metadata", "MetadataKey"],
    test: [
      "runtime/middleware/decorators.test.ts",
      "setMetadata notes values that guards and handlers read; those of a method replace those of its class",
    ],
  },
  // Around a call.
  {
    of: ["can_activate"],
    parameters: ["ctx"],
    ours: ["Guard", "EntryCall"],
    test: [shop, "a guard refuses with FORBIDDEN, and lets the right caller through"],
  },
  {
    of: ["intercept"],
    parameters: ["ctx", "call_handler"],
    ours: ["Interceptor", "NextInterceptor"],
    test: [
      "runtime/middleware/chain.test.ts",
      "guards run first, then interceptors from the outside in, those of the server before those of an entry",
    ],
  },
  // Clients.
  {
    of: ["stdio"],
    parameters: ["command"],
    ours: ["connectStdio"],
    test: [
      "client/process/server-process.test.ts",
      "arguments reach the server as they are: no shell reads them",
    ],
  },
  {
    of: clients,
    parameters: ["url", "headers"],
    ours: ["connectHttp", "connectWebSocket", "connect"],
    test: [
      "client/http/headers.test.ts",
      "may come from a function, which is asked before each request",
    ],
  },
  {
    of: clients,
    parameters: ["max_retries", "startup_timeout"],
    ours: ["retries", "startTimeoutMs"],
    test: [
      "client/process/detection.test.ts",
      "retries start a failing server again, with pauses; a command that can't be run is not repeated",
    ],
  },
  {
    of: clients,
    parameters: ["protocol_version"],
    ours: ["protocolVersion"],
    test: [
      "client/process/detection.test.ts",
      "a pinned newer revision is not replaced by an older one",
    ],
  },
  {
    of: clients,
    parameters: ["roots"],
    ours: ["QuestionHandlers"],
    test: [handlers, "roots are a list or a function, and their change is told"],
  },
  {
    of: [...clients, "on_progress", "on_log"],
    parameters: ["progress_handler", "log_handler", "handler"],
    ours: ["NotificationHandlers", "ClientEvents"],
    test: [handlers, "log messages and progress reach their handlers"],
  },
  {
    of: [...clients, "on_list_changed"],
    parameters: ["list_changed_handler", "handler"],
    ours: ["NotificationHandlers", "ClientEvents"],
    test: [
      "client/features/subscriptions.test.ts",
      "a handler hears once of each changed list, until it is taken off",
    ],
  },
  {
    of: clients,
    parameters: ["sampling_handler"],
    ours: ["QuestionHandlers"],
    test: [handlers, "the user's model is asked"],
  },
  {
    of: clients,
    parameters: ["elicitation_handler"],
    ours: ["QuestionHandlers"],
    test: [handlers, "the user fills in a form; what was not asked for is not sent"],
  },
  {
    of: ["call_tool"],
    parameters: ["name", "arguments"],
    ours: ["callTool"],
    test: ["client/features/tools.test.ts", "tools are listed and called"],
  },
  {
    of: ["read_resource", "get_prompt"],
    parameters: ["uri", "name", "arguments"],
    ours: ["readResource", "getPrompt"],
    test: [
      "client/features/lists.test.ts",
      "resources, templates and prompts are listed, read and completed",
    ],
  },
  // Many servers.
  {
    of: ["McpToolBridge", "MCPClientManager"],
    parameters: ["servers", "configs"],
    ours: ["connectServers"],
    test: [manager, "parity K: MCPClientManager.connect_all in parallel → {name: success}"],
  },
  {
    of: ["MCPClientManager"],
    parameters: ["capability_set"],
    ours: ["capabilitySet"],
    test: [
      "client/manager/grants.test.ts",
      "parity K: CapabilitySet: mcp:{server}:{tool} execute, PermissionError before the call",
    ],
  },
  {
    of: ["set_registry"],
    parameters: ["registry"],
    ours: ["setRegistry", "ToolRegistry"],
    test: [manager, "parity K: bridge.set_registry → register_mcp_server(alias, tools, client)"],
  },
  {
    of: ["connect_server", "disconnect_server"],
    parameters: ["config", "name"],
    ours: ["add", "disconnect"],
    test: [manager, "parity K: connect_server, disconnect_server, disconnect_all"],
  },
  {
    of: ["get_tools_for_server"],
    parameters: ["name"],
    ours: ["toolsOf"],
    test: [manager, "parity K: get_tools, get_tools_for_server, mcp__{server}__{tool}"],
  },
  {
    of: ["get_connection"],
    parameters: ["name"],
    ours: ["connection"],
    test: [
      manager,
      "parity K: get_connection, MCPServerConnection (tools, resources, connected, error)",
    ],
  },
  {
    of: ["execute_tool"],
    parameters: ["tool_name", "arguments"],
    ours: ["callText"],
    test: [manager, "parity K: execute_tool → text"],
  },
  {
    of: ["register_tools"],
    parameters: ["server_name", "tool_schemas"],
    ours: ["registerTools"],
    test: [manager, "parity K: register_tools(server, schemas)"],
  },
  // Composition.
  {
    of: ["make_mount_binder"],
    parameters: ["mounted_cls", "prefix"],
    ours: ["mount", "MountOptions"],
    test: [
      "runtime/composition/mount.test.ts",
      "a host offers the tools and prompts of a mounted server with a prefix, and its resources at their URIs",
    ],
  },
  {
    of: ["make_proxy_binder"],
    parameters: ["client", "prefix"],
    ours: ["proxy"],
    test: ["runtime/composition/proxy.test.ts", "a proxy passes everything on"],
  },
  // Servers of documents.
  {
    of: ["build_openapi_server_class"],
    parameters: ["spec"],
    ours: ["buildOpenApiServerClass"],
    test: [built, "a class is built of a document as a value, as a text and as a file"],
  },
  {
    of: ["build_openapi_server_class"],
    parameters: ["http_client", "base_url", "class_name"],
    ours: ["ServerClassOptions"],
    test: [
      built,
      "a class has the given name, and calls the API at the given URL with the given fetch",
    ],
  },
  {
    of: ["build_openapi_server_class"],
    parameters: ["route_map"],
    ours: ["ServerClassOptions"],
    test: [built, "a route map is given as a value, in both forms, or as a path"],
  },
  {
    of: ["build_openapi_server_class"],
    parameters: ["server_path"],
    dropped:
      "The path belongs to what serves: `serve(server, { path })`; one class may be served at several.",
  },
  // Ready-made resources.
  {
    of: ["FileResource"],
    parameters: ["path", "uri", "name", "description", "mime_type"],
    ours: ["fileResource", "FileResourceOptions"],
    test: [
      "runtime/sources/file-resource.test.ts",
      "name, description, media type and annotations of a file can be given",
    ],
  },
  {
    of: ["HttpResource"],
    parameters: ["url", "uri", "name", "description", "mime_type", "headers", "timeout"],
    ours: ["httpResource", "HttpResourceOptions"],
    test: [
      "runtime/sources/http-resource.test.ts",
      "name, media type and headers of a URL can be given",
    ],
  },
  {
    of: ["DirectoryResource"],
    parameters: ["path", "uri", "name", "description", "pattern", "recursive", "include_hidden"],
    ours: ["directoryResource", "DirectoryResourceOptions"],
    test: [
      "runtime/sources/directory-resource.test.ts",
      "a folder lists the files that its pattern, depth and hidden names choose, and no links",
    ],
  },
  {
    of: ["register_file_resource", "register_http_resource", "register_directory_resource"],
    parameters: ["catalog", "resource"],
    dropped:
      "One call does it without a helper for each kind: `server.resource(await fileResource(…))`.",
  },
  // Messages and their parts.
  {
    of: ["parse_message"],
    parameters: ["data", "raw"],
    ours: ["parseMessage"],
    test: [messages, "parseMessage tells the kinds of messages apart, from text and from bytes"],
  },
  {
    of: ["build_error_response"],
    parameters: ["request_id", "id", "code", "message", "data"],
    ours: ["buildErrorResponse", "ProtocolError"],
    test: [messages, "buildErrorResponse keeps the message of an unknown error to itself"],
  },
  {
    of: ["validate_sampling_messages"],
    parameters: ["messages"],
    ours: ["checkSamplingMessages"],
    test: [
      messages,
      "checkSamplingMessages wants a result for each use of a tool, and takes an empty list",
    ],
  },
  {
    of: ["from_bytes"],
    parameters: ["data", "mime_type"],
    ours: ["Media"],
    test: [
      "runtime/results/returned-values.test.ts",
      "a tool's bytes arrive as media, never as digits",
    ],
  },
  {
    of: ["from_dict"],
    parameters: ["obj"],
    dropped:
      "Values are plain objects in the form of the wire, so that there is nothing to convert.",
  },
];
