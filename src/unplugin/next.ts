/**
 * Generates servers when Next.js builds, and in its development server whenever an input changes. Turbopack has no plugins, so
 * that the configuration does it.
 *
 * @module mcp-codegen/next
 */
import { printError } from "../../runtime/protocol/terminal/print.js";
import { BundledServers, type McpCodegenOptions, type Problem } from "./bundled-servers.js";

export type { McpCodegenOptions } from "./bundled-servers.js";

/** A configuration of Next.js, or a function that returns one. */
type NextConfig<Config> = Config | ((phase: string, context: object) => Config | Promise<Config>);

/** The process loads its configuration more than once. */
let isWatching = false;

/**
 * Wraps the configuration of Next.js:
 *
 * ```ts
 * export default withMcpCodegen({ reactStrictMode: true }, { input: "openapi.yaml", out: "src/api", layout: "module", runtime: "package" });
 * ```
 *
 * @param options the servers; default: those of `mcp-codegen.config.*`
 */
export function withMcpCodegen<Config extends object>(
  config: NextConfig<Config>,
  options?: McpCodegenOptions,
): (phase: string, context: object) => Promise<Config> {
  return async (phase, context) => {
    const servers = new BundledServers(options);
    if (phase === "phase-production-build") fail((await servers.update()).problems);
    if (phase === "phase-development-server" && !isWatching) {
      isWatching = true;
      print((await servers.update()).problems);
      servers.watch(print);
    }
    return typeof config === "function" ? await config(phase, context) : config;
  };
}

export default withMcpCodegen;

function print(problems: readonly Problem[]): void {
  for (const { text } of problems) printError(`${text}\n`);
}

/** @throws Error for a document that can't be used, which ends the build */
function fail(problems: readonly Problem[]): void {
  print(problems.filter(({ severity }) => severity === "warning"));
  const error = problems.find(({ severity }) => severity === "error");
  if (error) throw new Error(error.text);
}
