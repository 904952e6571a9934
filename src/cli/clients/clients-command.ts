import { homedir } from "node:os";
import path from "node:path";
import { defined } from "../../../runtime/protocol/defined.js";
import { printError, printOutput } from "../../../runtime/protocol/terminal/print.js";
import { readProject } from "../../client-setup/read-project.js";
import { setUp } from "../../client-setup/set-up.js";
import {
  clientIds,
  type ClientId,
  type Computer,
  type Level,
  type SetupServer,
} from "../../client-setup/setup-model.js";
import type { Options } from "../../options/table.js";
import { UnusableInput } from "../jobs/unusable-input.js";
import { printDiagnostics } from "../report.js";
import { UsageError } from "../usage-error.js";
import { formatSetup, setupJson, writtenLine } from "./format-setup.js";
import { writeSetup } from "./write-setup.js";

/** Characters that the keys of every client's configuration may have. */
const serverName = /^[A-Za-z0-9][\w-]{0,63}$/;

/**
 * Runs `clients`: shows how clients are set up for a server, or with `--write` adds it to their configurations. Resolves to
 * false if one of them could not be changed.
 *
 * @throws UsageError for options that can't be combined, UnusableInput for a folder that is no project
 */
export async function runClients(
  target: string,
  clients: readonly ClientId[],
  options: Options,
): Promise<boolean> {
  if (options.write && clients.length === 0) {
    throw new UsageError(`Name the clients to set up: ${clientIds.join(", ")}.`);
  }
  const server = serverOf(target, options);
  const computer: Computer = {
    platform: process.platform,
    home: homedir(),
    env: process.env,
    cwd: process.cwd(),
  };
  const wanted: Level = options.global ? "user" : "project";
  const named = clients.length > 0 ? clients : clientIds;
  const setups = [...new Set(named)].map((id) => setUp(id, server, wanted, computer));
  if (!options.write) {
    printOutput(options.json ? setupJson(setups) : setups.map(formatSetup).join("\n"));
    return true;
  }
  let ok = true;
  for (const setup of setups) {
    const outcome = await writeSetup(setup, options.force);
    printDiagnostics(outcome.diagnostics, { quiet: false, verbose: true });
    if (outcome.diagnostics.length > 0) ok = false;
    else printError(writtenLine(setup, outcome.changed));
  }
  if (options.json) printOutput(setupJson(setups));
  return ok;
}

function serverOf(target: string, options: Options): SetupServer {
  const { name, "token-env": tokenVariable } = options;
  if (name !== undefined && !serverName.test(name)) {
    throw new UsageError("--name must be letters, digits, - and _, at most 64 of them.");
  }
  if (/^https?:\/\//i.test(target)) {
    const url = urlOf(target);
    return {
      kind: "http",
      name: name ?? nameOf(url),
      url: url.href,
      ...defined({ tokenVariable }),
    };
  }
  if (tokenVariable !== undefined) {
    throw new UsageError("--token-env is for a server at a URL, not for a folder.");
  }
  const project = readProject(target);
  if (project.kind === "fault") {
    const message = `${target} ${project.reason}.`;
    throw new UnusableInput([
      { code: "project-unreadable", severity: "error", message, hint: project.hint },
    ]);
  }
  if (!project.isBuilt) {
    printError(`${path.join(target, "dist/main.js")} is not there yet: run npm run build.\n`);
  }
  const { server } = project;
  return { ...server, name: name ?? server.name.slice(0, 64) };
}

function urlOf(text: string): URL {
  if (!URL.canParse(text)) throw new UsageError("The URL of the server is not valid.");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(
      "The URL has a user and password, which would be written to files. Use --token-env.",
    );
  }
  return url;
}

/** `https://mcp.example.com/mcp` → `mcp-example-com` */
function nameOf({ host }: URL): string {
  return host
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 64);
}
