/**
 * Every example of code in the documents that this project came from (`../shared/seeds`), with its twin in `examples/` and the
 * test that runs it. `examples.test.ts` checks both.
 */
export interface Twin {
  /** The document's number, the heading above the example, and which one below it. */
  readonly seed: string;
  /** A file of examples/, and the piece of it that is the twin. */
  readonly ours: readonly [file: string, piece: string];
  /** A file of test/e2e/examples/ and the exact title of a test in it. */
  readonly test: readonly [file: string, title: string];
  /** Why the test does not run on stdio, over Streamable HTTP and over WebSocket. */
  readonly notOverAll?: string;
}

const shop = "framework/shop.ts";
const shopTest = "framework.test.ts";
const many = "many-servers/many.ts";
const granted = [
  "clients.test.ts",
  "many-servers: granted tools of those that can be started are called",
] as const;
const wholeProgram = "A client of several servers: the transport is each server's own.";
const call = "client/call.ts";
const calls = [
  "call.test.ts",
  "a tool of the official SDK ${version} is called over ${transport}",
] as const;
const asClient = "A client: its tests start servers on the official SDKs on the same transports.";
const relay = "wire/relay.ts";
const refused = ["bridge.test.ts", "the relay refuses a call, and passes the others"] as const;
const refusals = [
  shopTest,
  "a guard refuses with FORBIDDEN, and lets the right caller through",
] as const;
const reads = [
  shopTest,
  "resources are text and bytes, with annotations, path and query variables",
] as const;
const searches = [shopTest, "a tool searches what the lifespan has opened"] as const;
const greets = [shopTest, "a prompt is a message, and its argument is completed"] as const;
const asks = [shopTest, "the user and the client's model are asked"] as const;
const streams = [shopTest, "a stream sends progress for each piece, and then the whole"] as const;
const mounts = [
  "twins.test.ts",
  "a remote server's tools have their prefix, beside those of a mounted server",
] as const;

export const twins: readonly Twin[] = [
  { seed: "000 mcp_server 1", ours: [shop, '@mcpServer("/shop"'], test: searches },
  { seed: "000 mcp_tool 1", ours: [shop, '@setMetadata(requiredRole, "admin")'], test: refusals },
  { seed: "000 mcp_tool 2", ours: [shop, "search(given"], test: searches },
  { seed: "000 mcp_resource 1", ours: [shop, "{+path}{?version}"], test: reads },
  { seed: "000 mcp_prompt 1", ours: [shop, "@mcpPrompt("], test: greets },
  { seed: "000 mcp_lifespan 1", ours: [shop, "@mcpLifespan"], test: searches },
  { seed: "000 mcp_lifespan 2", ours: [shop, "yield { items }"], test: searches },
  { seed: "000 mcp_completion 1", ours: [shop, '@mcpCompletion("greet", "name")'], test: greets },
  { seed: "000 McpServerModule 1", ours: ["proxy/server.ts", "server.mount("], test: mounts },
  { seed: "000 McpToolContext 1", ours: [shop, "ctx: CallContext"], test: searches },
  { seed: "000 McpToolContext 2", ours: [shop, "ctx.sample("], test: asks },
  { seed: "000 ToolAnnotations 1", ours: [shop, "readOnlyHint: true"], test: searches },
  { seed: "000 McpServer 1", ours: [call, "roots:"], test: calls, notOverAll: asClient },
  { seed: "000 McpClientProtocol 1", ours: [call, "callTool("], test: calls, notOverAll: asClient },
  {
    seed: "000 McpCallError 1",
    ours: [call, "instanceof McpCallError"],
    test: ["call.test.ts", "progress and errors of the official SDK ${version} are shown"],
    notOverAll: asClient,
  },
  {
    seed: "000 McpServerConfig 1",
    ours: ["many-servers/servers.json", '"notes"'],
    test: granted,
    notOverAll: wholeProgram,
  },
  {
    seed: "000 McpToolBridge 1",
    ours: [many, "connectServers("],
    test: granted,
    notOverAll: wholeProgram,
  },
  {
    seed: "000 McpToolBridge 2",
    ours: [many, 'manager.callText("notes__search_notes"'],
    test: granted,
    notOverAll: wholeProgram,
  },
  { seed: "000 parse_message 1", ours: [relay, "parseMessage("], test: refused },
  { seed: "000 build_error_response 1", ours: [relay, "buildErrorResponse("], test: refused },
  { seed: "000 ResourceAnnotations 1", ours: [shop, 'audience: ["user"]'], test: reads },
  {
    seed: "000 TextContent 1",
    ours: [call, 'each.type === "text"'],
    test: calls,
    notOverAll: asClient,
  },
  {
    seed: "000 ToolOutput 1",
    ours: [shop, "structuredContent:"],
    test: [shopTest, "content and structured content are independent"],
  },
  { seed: "000 BlobResource 1", ours: [shop, "image({ name }"], test: reads },
  {
    seed: "000 ResourceResult 1",
    ours: [shop, "bundle({ name }"],
    test: [shopTest, "a resource has several contents"],
  },
  {
    seed: "000 validate_sampling_messages 1",
    ours: [relay, "checkSamplingMessages("],
    test: ["bridge.test.ts", "the relay refuses questions that break the protocol"],
  },
  { seed: "000 ElicitResult 1", ours: [shop, 'action === "accept"'], test: asks },
  {
    seed: "000 CompletionResult 1",
    ours: [shop, "hasMore:"],
    test: [shopTest, "a completion tells how many values there are"],
  },
  {
    seed: "000 make_mount_binder 1",
    ours: [shop, 'prefix: "analytics_"'],
    test: [shopTest, "a mounted server's tools have its prefix, and the audit saw the calls"],
  },
  { seed: "000 make_proxy_binder 1", ours: ["proxy/server.ts", "proxyServer("], test: mounts },
  {
    seed: "000 build_openapi_server_class 1",
    ours: ["run-time/server.ts", "buildOpenApiServerClass("],
    test: [
      "twins.test.ts",
      "operations of a document are called, and those of a route are left out",
    ],
  },
  {
    seed: "000 FileResource 1",
    ours: ["resources/server.ts", "fileResource("],
    test: ["twins.test.ts", "a file is read"],
  },
  {
    seed: "000 HttpResource 1",
    ours: ["resources/server.ts", "httpResource("],
    test: ["twins.test.ts", "a URL is read with its headers"],
  },
  {
    seed: "000 DirectoryResource 1",
    ours: ["resources/server.ts", "directoryResource("],
    test: ["twins.test.ts", "a folder lists its files, and each is read"],
  },
  { seed: "000 ToolStream 1", ours: [shop, "stream(pieces()"], test: streams },
  { seed: "000 ToolStream 2", ours: [shop, "accumulate:"], test: streams },
  {
    seed: "000 LaurenMcpMemoryServer 1",
    ours: ["memory/server.ts", "memoryServer("],
    test: ["twins.test.ts", "facts and conversations are kept beside a tool of the server's own"],
  },
  {
    seed: "000 McpForbiddenError 1",
    ours: [shop, 'headers?.("x-role")'],
    test: [shopTest, "a guard reads a header of the request, of which stdio has none"],
  },
  {
    seed: "000 McpCallHandler 1",
    ours: [shop, "await next()"],
    test: [shopTest, "a mounted server's tools have its prefix, and the audit saw the calls"],
  },
  {
    seed: "004 Constructor 1",
    ours: [many, "grants:"],
    test: granted,
    notOverAll: wholeProgram,
  },
  {
    seed: "004 connect_all 1",
    ours: [many, "manager.connectedServers"],
    test: granted,
    notOverAll: wholeProgram,
  },
  {
    seed: "004 execute_tool 1",
    ours: [many, "manager.callText("],
    test: granted,
    notOverAll: wholeProgram,
  },
  {
    seed: "004 register_tools 1",
    ours: [many, "manager.registerTools("],
    test: granted,
    notOverAll: wholeProgram,
  },
  {
    seed: "004 Capability Enforcement 1",
    ours: [many, '"mcp:memory:create_*"'],
    test: granted,
    notOverAll: wholeProgram,
  },
  {
    seed: "004 Capability Enforcement 2",
    ours: [many, "McpPermissionError"],
    test: granted,
    notOverAll: wholeProgram,
  },
];
