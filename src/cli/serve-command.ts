import { defined } from "../../runtime/protocol/defined.js";
import { run } from "../../runtime/codegen/index.js";
import { printError } from "../../runtime/protocol/terminal/print.js";
import { serverOfFacts } from "../../runtime/server/untyped-api-server.js";
import { loadGateway } from "../gateway/load-gateway.js";
import { readSurface } from "../read-surface.js";
import { loginCommandFor } from "./auth/auth-actions.js";
import { askTerminal } from "./consent/ask-terminal.js";
import { agreedOrigins } from "./consent/consent.js";
import { findingsLine } from "./findings-report.js";
import { runGateway } from "./gateway-command.js";
import type { Job } from "./jobs/job.js";
import { withProgress } from "./progress.js";
import { printDiagnostics } from "./report.js";
import { formatSummary, summarise } from "./summary.js";
import { serverArguments } from "./server-arguments.js";
import { UsageError } from "./usage-error.js";

/**
 * Runs `serve`: starts the server without generating files. Resolves to false if the document or the route map can't be
 * used. Messages go to stderr, because stdout carries the protocol.
 */
export async function runServe(job: Job): Promise<boolean> {
  const { spec, options, host } = job;
  if (spec === "-" && options.http === undefined) {
    throw new UsageError("A document from stdin can't be served on stdio: add --http.");
  }
  if (!/^\d*$/.test(options.http ?? ""))
    throw new UsageError(`--http must be a port number, not ${options.http}.`);
  const gateway = loadGateway(spec, host.cwd, process.env);
  if (gateway) return runGateway(gateway, job);
  const { surface, model, routed, findings, diagnostics } = await withProgress(
    options,
    (onProgress) => readSurface(spec, options, { ...host, onProgress }),
  );
  const { quiet, verbose } = options;
  printDiagnostics(diagnostics, { quiet, verbose });
  if (!surface || !model) return false;
  if (!quiet)
    printError(
      formatSummary(
        summarise(model, surface, { routed: options.routes === undefined ? undefined : routed }),
      ),
    );
  if (!quiet) printError(findingsLine(findings, `mcp-codegen list ${spec}`));
  const forwardHeaders = options["forward-header"] ?? [];
  const baseUrl = options["base-url"];
  const sendTo = options.mock
    ? []
    : await agreedOrigins(
        {
          spec,
          api: surface.api,
          env: process.env,
          baseUrl,
          forwardHeaders,
          sendTo: options["send-to"] ?? [],
          // Over stdio, standard input is the client's.
          ask: askTerminal(options.http !== undefined && spec !== "-"),
        },
        printError,
      );
  if (sendTo === undefined) return false;
  const operations = surface.operations.map(({ facts }) => facts);
  await run(serverOfFacts(surface.api, operations), {
    argv: serverArguments(options),
    loginCommand: loginCommandFor(spec),
    sendTo,
    ...defined({ baseUrl }),
  });
  return true;
}
