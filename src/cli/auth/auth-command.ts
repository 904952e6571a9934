import { defined } from "../../../runtime/protocol/defined.js";
import { printError, printOutput } from "../../../runtime/protocol/terminal/print.js";
import { runLogin } from "../../../runtime/server/program/login-command.js";
import type { Api } from "../../../runtime/contract/api.js";
import {
  accessTokensOf,
  type Destination,
} from "../../../runtime/upstream/security/destinations.js";
import { askTerminal } from "../consent/ask-terminal.js";
import { agreedOrigins } from "../consent/consent.js";
import { readSurface } from "../../read-surface.js";
import type { Options } from "../../options/table.js";
import { loginCommandFor, type AuthAction } from "./auth-actions.js";
import { formatDiagnosis } from "./auth-report.js";
import { diagnose } from "./auth-doctor.js";
import { withProgress } from "../progress.js";
import { printDiagnostics } from "../report.js";
import { readStdin } from "../stdin.js";
import { UsageError } from "../usage-error.js";

/**
 * `auth doctor|login|logout <spec> [scheme]`. Resolves to false if the document can't be used, a credential is missing or the
 * login failed.
 */
export async function runAuth(
  action: AuthAction,
  spec: string,
  scheme: string | undefined,
  options: Options,
): Promise<boolean> {
  if (action === "doctor" && scheme !== undefined) {
    throw new UsageError(`auth doctor checks all schemes; remove "${scheme}".`);
  }
  const { env } = process;
  const { surface, diagnostics } = await withProgress(options, (onProgress) =>
    readSurface(spec, options, { cwd: process.cwd(), readStdin, onProgress }),
  );
  if (!surface) {
    const { quiet, verbose } = options;
    printDiagnostics(diagnostics, { quiet, verbose });
    return false;
  }
  const loginCommand = loginCommandFor(spec);
  if (action === "doctor") {
    const missing = diagnostics.find(({ code }) => code === "security-missing");
    const advice = missing && `${missing.message} ${missing.hint ?? ""}`;
    const diagnosis = {
      ...(await diagnose(surface, { env, baseUrl: options["base-url"] }, loginCommand)),
      ...defined({ advice }),
    };
    printOutput(
      options.json
        ? `${JSON.stringify(diagnosis, null, 2)}\n`
        : formatDiagnosis(diagnosis, options.verbose),
    );
    return diagnosis.ok;
  }
  const { port, scope, browser, "base-url": baseUrl } = options;
  const words = [
    action,
    ...(port === undefined ? [] : [`--port=${port}`]),
    ...(scope === undefined ? [] : [`--scope=${scope}`]),
    ...(browser ? [] : ["--no-browser"]),
    ...(scheme === undefined ? [] : ["--", scheme]),
  ];
  const sendTo = action === "login" ? await agreedForLogin(spec, surface.api, options) : [];
  if (sendTo === undefined) return false;
  const settings = { env, loginCommand, sendTo, baseUrl, tell: printError };
  const code = await runLogin(surface.api, words, settings, printError);
  if (code === 2) {
    throw new UsageError(
      "Invalid `auth` arguments. Usage: mcp-codegen auth login|logout SPEC [SCHEME]",
    );
  }
  return code === 0;
}

/** A login sends the client's id and secret to the hosts that the document names, and is made for the document's API. */
function agreedForLogin(
  spec: string,
  api: Api,
  options: Options,
): Promise<readonly string[] | undefined> {
  const schemes = Object.entries(api.securitySchemes ?? {}).flatMap(([name, scheme]) =>
    scheme.type === "oauth2"
      ? [accessTokensOf(name), scheme.clientIdEnv, scheme.clientSecretEnv]
      : [],
  );
  const request = {
    spec,
    api,
    env: process.env,
    baseUrl: options["base-url"],
    forwardHeaders: [],
    sendTo: options["send-to"] ?? [],
    ask: askTerminal(spec !== "-"),
    concerns: ({ name }: Destination) => schemes.includes(name),
  };
  return agreedOrigins(request, printError);
}
