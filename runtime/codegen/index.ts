/** The names that generated code may import. */
export type { CallOptions, ListOptions, McpClient, RequestOptions } from "../client/client.js";
export { TypedClient } from "../compose/typed-client.js";
export type { ContentBlock, GetPromptResult, ResourceContents } from "../protocol/model.js";
export type { LogLevel } from "../protocol/model.js";
export { ToolError } from "../protocol/tool-error.js";
export type { CallContext } from "../server/types/call-context.js";
export { OpenApiGateway } from "../server/openapi-gateway.js";
export {
  OpenApiServer,
  type OpenApiServerClass,
  type OpenApiServerOptions,
} from "../server/openapi-server.js";
export type {
  ToolArguments,
  Registrar,
  ResourceDefinition,
  ResourceOutput,
  TemplateDefinition,
  ToolDefinition,
  ToolOutput,
} from "../server/types/definitions.js";
export { isCallOf, type ApiCall, type ApiRequest } from "../server/operations/api-call.js";
export { run, type RunOptions } from "../server/program/run.js";
export {
  serveWorker,
  type WorkerModule,
  type WorkerOptions,
} from "../server/program/serve-worker.js";
export { openTestBench, type TestBench } from "../testing/open-test-bench.js";
export type {
  BodyPiece,
  BodyText,
  CannedAnswer,
  ExpectedRequest,
  OperationCase,
} from "../testing/operation-case.js";
export type { Api, SecurityScheme } from "../contract/api.js";
export type { FileInput, FileOptions } from "../contract/file-input.js";
export type { Media } from "../contract/media.js";
export type {
  Exposure,
  JsonSchema,
  ObjectSchema,
  Operation,
  RequestShape,
  SchemaTable,
  SecurityRequirement,
  ToolAnnotations,
} from "../contract/operation.js";
export type { OperationReference } from "../contract/operation-reference.js";
export type { UpstreamOptions } from "../upstream/upstream-options.js";
