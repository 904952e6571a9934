/** The mcp-codegen runtime: what generated servers run on, and what servers written by hand may use. */
export * from "./codegen/index.js";
export type { CallToolResult, ContentBlock, ReadResourceResult } from "./protocol/model.js";
export { ProtocolError, errorCodes } from "./protocol/protocol-error.js";
export { revisions, type Revision } from "./protocol/revisions.js";
export { UriTemplate } from "./resources/uri-template.js";
export { serviceOf } from "./server/openapi-server.js";
export { reservedNames } from "./server/reserved-names.js";
export {
  fetchHandler,
  nodeHandler,
  serveHttp,
  serveStdio,
  serveTransport,
} from "./server/serve.js";
export type { Service } from "./session/service.js";
export type { Receiver, Transport } from "./session/transport.js";
export type { HttpOptions } from "./transports/http/handler.js";
export type { HttpServer, HttpServerOptions } from "./transports/http/node.js";
export { memoryPair, type MemoryTransport } from "./transports/memory.js";
export type { StdioOptions } from "./transports/stdio.js";
export type { Answer } from "./upstream/answer.js";
export { UpstreamError } from "./upstream/upstream-error.js";
