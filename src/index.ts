/**
 * The programmatic API: the functions of the pipeline and the types of their values.
 *
 * @module mcp-codegen
 */
export type { ChangeKind, ContractChange, Impact } from "./changes/change.js";
export {
  defineConfig,
  type Config,
  type ConfigSource,
  type JsonObject,
  type ServerConfig,
} from "./config/define-config.js";
export type { Code } from "./diagnostics/codes.js";
export type { LocatedDiagnostic, Severity } from "./diagnostics/diagnostic.js";
export { formatDiagnostic } from "./diagnostics/format.js";
export { compileProject, type Compilation, type UserSource } from "./emit/compile.js";
export type { GeneratedFile } from "./emit/generated-file.js";
export { generate } from "./generate.js";
export { readSurface, type Generation, type Host } from "./read-surface.js";
export { generateServer, type GeneratedServer, type ServerOptions } from "./generate-server.js";
export type { DocumentInput } from "./config/read-given.js";
export type {
  RouteDefaults,
  RouteEntry,
  RouteMatch,
  RouteRule,
  WrittenRouteMap,
} from "./routes/written-route-map.js";
export {
  buildOpenApiServerClass,
  UnusableDocument,
  type ServerClassOptions,
} from "./server-class/build-server-class.js";
export type { ApiModel } from "./operations/model.js";
export { defaultOptions, type Options } from "./options/table.js";
export type { Surface } from "./surface/model.js";
export { applyPlan } from "./write/apply.js";
export { checkPlan } from "./write/check.js";
export { planWrite, type PlanOptions, type WritePlan } from "./write/plan.js";
