import { connect } from "../../../runtime/compose/connect-any.js";
import type { McpClient } from "../../../runtime/client/client.js";
import type { ClientOptions } from "../../../runtime/client/client-options.js";
import { defined } from "../../../runtime/protocol/defined.js";
import { printError } from "../../../runtime/protocol/terminal/print.js";
import { generatorVersion } from "../../package-files.js";
import type { Options } from "../../options/table.js";
import { UsageError } from "../usage-error.js";
import type { Target } from "./read-target.js";
import { passedVariables, targetHeaders } from "./target-headers.js";

export type ServerTarget = Exclude<Target, { kind: "document" }>;

/**
 * Connects to a server that the command line names, or starts it.
 *
 * @throws McpClientError if that fails; UsageError for options that the server can't have
 */
export async function connectTarget(
  target: ServerTarget,
  options: Pick<Options, "header" | "pass-env" | "timeout" | "verbose">,
  handlers: ClientOptions = {},
): Promise<McpClient> {
  const { header = [], "pass-env": passed = [] } = options;
  const settings = { ...clientSettings(options), ...handlers };
  if (target.kind === "url") {
    if (passed.length > 0) throw new UsageError("--pass-env is for servers that are started.");
    const headers = targetHeaders(header, process.env);
    return orUsageError(() => connect(target.url.href, { ...settings, headers }));
  }
  if (header.length > 0) throw new UsageError("--header is for servers at a URL.");
  const { command, args } = target;
  const env = passedVariables(passed, process.env);
  const onStderr = options.verbose ? (line: string) => printError(`${line}\n`) : undefined;
  const server = { command, args, env, ...defined({ onStderr }) };
  return orUsageError(() => connect(server, settings));
}

/** A target that can't be one, such as an empty command, is a `TypeError` of the runtime. */
async function orUsageError(connecting: () => Promise<McpClient>): Promise<McpClient> {
  try {
    return await connecting();
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

/** Returns the options of every client of the command line. */
export function clientSettings({ timeout = 60 }: Pick<Options, "timeout">): ClientOptions {
  const ms = Math.max(1, timeout) * 1000;
  return {
    clientInfo: { name: "mcp-codegen", version: generatorVersion() },
    startTimeoutMs: ms,
    requestTimeoutMs: ms,
  };
}
