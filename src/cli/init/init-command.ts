import { terminalStream } from "../../../runtime/protocol/terminal/node-streams.js";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { escapeHidden } from "../../../runtime/contract/hidden-characters.js";
import { defined } from "../../../runtime/protocol/defined.js";
import { isTerminal, printError } from "../../../runtime/protocol/terminal/print.js";
import { configNames } from "../../config/find-config.js";
import { readSurface, type Generation, type Host } from "../../read-surface.js";
import { settingName } from "../../options/settings.js";
import { optionTable, type Options } from "../../options/table.js";
import { configText } from "../../starter/config-text.js";
import { missingFrom } from "../../starter/missing.js";
import { routeMapText } from "../../starter/route-map-text.js";
import { starterRules, type StarterRule } from "../../starter/starter-rules.js";
import type { Suspicion } from "../../starter/suspicion.js";
import type { OptionRow } from "../../options/option-row.js";
import { withProgress } from "../progress.js";
import { printDiagnostics } from "../report.js";
import { formatSummary, summarise } from "../summary.js";
import { UsageError } from "../usage-error.js";
import type { Answers, Proposal } from "./answers.js";
import { findDocuments } from "./find-documents.js";
import { writeStarter, type StarterFile } from "./write-starter.js";

/** The starter route map, beside the configuration. */
const routeMapName = "mcp-codegen.routes.yaml";

/**
 * Runs `init`: reads a document, asks what to do with it if somebody is at the terminal, and writes a configuration and a
 * starter route map. Resolves to false if the document can't be used or the person cancels; then nothing is written.
 *
 * @param given the options of the command line, which go into the configuration
 * @throws UsageError for a folder that has a configuration, and for no document
 */
export async function runInit(
  spec: string | undefined,
  options: Options,
  given: Partial<Options>,
): Promise<boolean> {
  const cwd = process.cwd();
  const taken = configNames.find((name) => existsSync(path.join(cwd, name)));
  if (taken !== undefined)
    throw new UsageError(`${taken} exists already; init changes no configuration.`);
  const asks = !options.yes && process.stdin.isTTY && isTerminal();
  const prompts = asks ? await import("./ask.js") : undefined;
  const terminal = { input: process.stdin, output: terminalStream() };
  try {
    const input = named(spec ?? (await prompts?.askForDocument(findDocuments(cwd), terminal)), cwd);
    const host: Host = { cwd };
    const stages = await withProgress(options, (onProgress) =>
      readSurface(input, options, { ...host, onProgress }),
    );
    if (!stages.surface || !stages.model) {
      printDiagnostics(stages.diagnostics, options);
      return false;
    }
    const proposal = propose(stages, options);
    const answers = prompts ? await prompts.ask(proposal, terminal) : proposal.answers;
    return await write(input, stages, answers, options, given, host);
  } catch (error) {
    if (!prompts || !(error instanceof prompts.Cancelled)) throw error;
    printError("Nothing was written.\n");
    return false;
  }
}

/** @throws UsageError if there is no document that the configuration could name */
function named(spec: string | undefined, cwd: string): string {
  const found = spec === undefined ? findDocuments(cwd) : [spec];
  const [input, ...others] = found;
  if (input === "-")
    throw new UsageError("init needs a file or a URL, which the configuration names.");
  if (input !== undefined && others.length === 0) return withoutCredentials(input, cwd);
  throw new UsageError(
    input === undefined
      ? "There is no document in this folder. Name one: mcp-codegen init openapi.yaml"
      : `There are several documents: ${found.join(", ")}. Name one, as in mcp-codegen init ${input}`,
  );
}

/** A configuration is checked in. */
function withoutCredentials(input: string, cwd: string): string {
  if (!/^(?:https?|file):/i.test(input) || !URL.canParse(input)) {
    return path.relative(cwd, path.resolve(cwd, input)).split(path.sep).join("/") || ".";
  }
  const url = new URL(input);
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(
      "The address has a user name or password, which would be checked in. Download the document instead.",
    );
  }
  return input;
}

function propose({ model, surface }: Generation, options: Options): Proposal {
  const counts = new Map<Suspicion, number>();
  for (const { why, operations } of starterRules(model!)) {
    counts.set(why, (counts.get(why) ?? 0) + operations.length);
  }
  return {
    answers: {
      out: options.out ?? `${surface!.api.name}-mcp`,
      format: options.format,
      leaveOut: [...counts.keys()],
      ...defined({ auth: options.auth }),
    },
    counts,
    lacksAuth: Object.keys(model!.securitySchemes).length === 0 && missingFrom(model!).some(isAuth),
  };
}

function isAuth({ what }: { readonly what: string }): boolean {
  return what.startsWith("Security schemes:");
}

async function write(
  input: string,
  stages: Generation,
  answers: Answers,
  options: Options,
  given: Partial<Options>,
  host: Host,
): Promise<boolean> {
  const rules = starterRules(stages.model!).filter(({ why }) => answers.leaveOut.includes(why));
  const leaves =
    stages.surface!.operations.length -
    rules.reduce((sum, rule) => sum + rule.operations.length, 0);
  const keeps = options.routes !== undefined || existsSync(path.join(host.cwd, routeMapName));
  const routes = options.routes ?? routeMapName;
  const settings = {
    input,
    out: answers.out,
    routes,
    ...settingsOf(given),
    ...defined({ auth: answers.auth }),
  };
  const config: StarterFile = {
    name: `mcp-codegen.config.${answers.format}`,
    text: configText(settings, answers.format),
  };
  const routeMap: StarterFile = { name: routeMapName, text: routeMapText(rules, leaves > 0) };
  const files = keeps ? [config] : [routeMap, config];
  const url = pathToFileURL(path.join(host.cwd, routeMapName)).href;
  const documents = keeps ? undefined : new Map([[url, routeMap.text]]);
  const trial = await readSurface(
    input,
    { ...options, routes, ...defined({ auth: answers.auth }) },
    { ...host, ...defined({ documents }) },
  );
  if (!trial.surface) {
    printDiagnostics(trial.diagnostics, options);
    return false;
  }
  await writeStarter(host.cwd, files);
  if (!options.quiet) printError(report(input, files, keeps ? [] : rules, trial, routes));
  return true;
}

/** The options that the command line gives and a configuration can hold, without those that `init` decides itself. */
function settingsOf(given: Partial<Options>): Readonly<Record<string, unknown>> {
  const decided = new Set(["out", "routes", "auth", "quiet", "verbose"]);
  return Object.fromEntries(
    Object.entries<OptionRow>(optionTable).flatMap(([name, row]) => {
      const value = given[name as keyof Options];
      const isSetting = row.commandLineOnly !== true && !decided.has(name);
      return isSetting && value !== undefined ? [[settingName(name), value]] : [];
    }),
  );
}

function report(
  input: string,
  files: readonly StarterFile[],
  rules: readonly StarterRule[],
  { model, surface, routed }: Generation,
  routes: string,
): string {
  const names = files.map(({ name }) => name).join(" and ");
  const kept =
    rules.length > 0 || files.length > 1
      ? ""
      : `${escapeHidden(routes)} was there already and is kept.\n`;
  const missing = missingFrom(model!).map(({ what, next }) => `  ${what}\n    ${next}\n`);
  return [
    `Wrote ${names}.\n`,
    kept,
    formatSummary(summarise(model!, surface!, { routed })),
    missing.length > 0 ? `Missing in ${escapeHidden(input)}:\n${missing.join("")}` : "",
    "Read the route map, then generate the server: mcp-codegen\n",
  ].join("");
}
