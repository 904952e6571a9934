import { connectMemory } from "../../../runtime/compose/connect-memory.js";
import type { ClientOptions } from "../../../runtime/client/client-options.js";
import type { McpClient } from "../../../runtime/client/client.js";
import { defined } from "../../../runtime/protocol/defined.js";
import { printError } from "../../../runtime/protocol/terminal/print.js";
import { serverOfFacts } from "../../../runtime/server/untyped-api-server.js";
import { readSurface } from "../../read-surface.js";
import type { Options } from "../../options/table.js";
import { loginCommandFor } from "../auth/auth-actions.js";
import { askTerminal } from "../consent/ask-terminal.js";
import { agreedOrigins } from "../consent/consent.js";
import { withProgress } from "../progress.js";
import { printDiagnostics } from "../report.js";
import { readStdin } from "../stdin.js";
import { clientSettings } from "./connect-target.js";

/**
 * Serves a document in this process, and connects to it. All operations are tools, however many they are. Undefined, after a
 * message, if the document can't be used, or would send values where the user does not agree.
 *
 * @param isFree whether standard input belongs to nobody else
 */
export async function connectDocument(
  spec: string,
  options: Options,
  isFree: boolean,
  handlers: ClientOptions,
): Promise<McpClient | undefined> {
  const { surface, diagnostics } = await withProgress(options, (onProgress) =>
    readSurface(spec, { ...options, mode: "tools" }, { cwd: process.cwd(), readStdin, onProgress }),
  );
  const { verbose } = options;
  printDiagnostics(diagnostics, { quiet: !verbose, verbose });
  if (!surface) return undefined;
  const baseUrl = options["base-url"];
  const sendTo = options.mock
    ? []
    : await agreedOrigins(
        {
          spec,
          api: surface.api,
          env: process.env,
          baseUrl,
          forwardHeaders: [],
          sendTo: options["send-to"] ?? [],
          ask: askTerminal(isFree),
        },
        printError,
      );
  if (sendTo === undefined) return undefined;
  const Server = serverOfFacts(
    surface.api,
    surface.operations.map(({ facts }) => facts),
  );
  const folders = options["allow-files"];
  const server = new Server({
    sendTo,
    loginCommand: loginCommandFor(spec),
    tell: printError,
    ...defined({
      baseUrl,
      mock: options.mock || undefined,
      allowInternal: options["allow-internal"] || undefined,
      followRedirects: options["follow-redirects"],
      files: folders && { allow: folders },
    }),
  });
  const name = surface.api.title;
  return connectMemory(server, { name, ...clientSettings(options), ...handlers });
}
