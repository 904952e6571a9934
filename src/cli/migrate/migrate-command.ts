import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { escapeHidden } from "../../../runtime/contract/hidden-characters.js";
import { defined } from "../../../runtime/protocol/defined.js";
import { printError, printOutput } from "../../../runtime/protocol/terminal/print.js";
import { configNames } from "../../config/find-config.js";
import { readSurface, type Generation } from "../../read-surface.js";
import { MigrationFault, type MigratedTool, type Migration } from "../../migrate/migrate-model.js";
import { readMigration, usualFiles } from "../../migrate/read-migration.js";
import {
  routeMapOf,
  type MigratedRouteMap,
  type OwnOperation,
} from "../../migrate/route-map-of.js";
import { defaultOptions, type Options } from "../../options/table.js";
import { configText } from "../../starter/config-text.js";
import { quotedYaml } from "../../starter/quoted-text.js";
import { exposedName } from "../../surface/names/exposed-name.js";
import { writeStarter, type StarterFile } from "../init/write-starter.js";
import { UnusableInput } from "../jobs/unusable-input.js";
import { withProgress } from "../progress.js";
import { printDiagnostics } from "../report.js";
import { UsageError } from "../usage-error.js";

const configName = "mcp-codegen.config.yaml";
const routeMapName = "mcp-codegen.routes.yaml";
/** A larger file is no configuration. */
const maxBytes = 4 << 20;
/** Names that one line lists. */
const shownNames = 10;

/**
 * Runs `migrate`: reads what another tool is told, and writes a configuration and a route map. Resolves to false if the document
 * can't be used; then nothing is written.
 *
 * @throws UsageError for a missing word or files that exist, UnusableInput for a configuration that can't be read
 */
export async function runMigrate(
  file: string | undefined,
  spec: string | undefined,
  words: readonly string[],
  options: Options,
): Promise<boolean> {
  const { from, "dry-run": isDry } = options;
  if (from === undefined) throw new UsageError("Name the tool: migrate --from fastmcp server.py");
  const cwd = process.cwd();
  const taken = configNames.find((name) => existsSync(path.join(cwd, name)));
  if (taken !== undefined && !isDry)
    throw new UsageError(`${taken} exists already; migrate changes no file.`);
  const migration = read(from, file, words, cwd);
  const input = spec ?? migration.document;
  if (input === undefined) {
    throw new UsageError(
      `The configuration names no document. Name one: migrate --from ${from} ${file ?? "FILE"} openapi.yaml`,
    );
  }
  const stages = await withProgress(options, (onProgress) =>
    readSurface(input, { ...defaultOptions(), ...readingOptions(migration) }, { cwd, onProgress }),
  );
  if (!stages.model || !stages.surface) {
    printDiagnostics(stages.diagnostics, options);
    return false;
  }
  const map = routeMapOf(migration, ownOperations(stages));
  const files = filesOf(input, migration, map, stages);
  if (isDry) printOutput(files.map(({ name, text }) => `# ${name}\n${text}`).join("\n"));
  // The configuration last, because a folder that has one counts as migrated.
  else await writeStarter(cwd, [...files].reverse());
  printError(report(from, migration, map, stages, isDry ? [] : files));
  return true;
}

function read(
  from: MigratedTool,
  file: string | undefined,
  words: readonly string[],
  cwd: string,
): Migration {
  const named =
    file ??
    (words.length > 0
      ? undefined
      : usualFiles[from].find((each) => existsSync(path.join(cwd, each))));
  try {
    const text = named === undefined ? undefined : readText(path.resolve(cwd, named));
    if (text === undefined && words.length === 0 && from !== "speakeasy") {
      throw new MigrationFault(
        `Name the file to read: there is no ${usualFiles[from].join(" or ")} here.`,
      );
    }
    return readMigration(from, { ...defined({ text }), words });
  } catch (error) {
    if (!(error instanceof MigrationFault)) throw error;
    const message = named === undefined ? error.message : `${named}: ${error.message}`;
    throw new UnusableInput([{ code: "migration-unreadable", severity: "error", message }]);
  }
}

function readText(file: string): string {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (!facts?.isFile()) throw new MigrationFault("There is no such file.");
  if (facts.size > maxBytes) throw new MigrationFault("The file is too large for a configuration.");
  return readFileSync(file, "utf8");
}

/** Returns the settings that decide what is read, as options. */
function readingOptions({ settings }: Migration): Partial<Options> {
  const overlay = settings["overlay"];
  return {
    "allow-remote-refs": settings["allowRemoteRefs"] === true,
    "allow-internal": settings["allowInternal"] === true,
    ...(Array.isArray(overlay) && { overlay: overlay as readonly string[] }),
  };
}

function ownOperations({ model, surface }: Generation): readonly OwnOperation[] {
  const names = new Map(
    surface!.operations.map(({ source, facts }) => [source.key, exposedName(facts.expose)]),
  );
  return model!.operations.map((operation) => ({
    ...operation,
    ...defined({ name: names.get(operation.key) }),
  }));
}

function filesOf(
  input: string,
  { settings, credentials }: Migration,
  { value }: MigratedRouteMap,
  { model, surface }: Generation,
): readonly StarterFile[] {
  const isOpen = Object.keys(model!.securitySchemes).length === 0;
  const config = {
    input,
    ...settings,
    ...(isOpen && credentials),
    // The other tool lists all of its tools.
    ...(surface!.listing && { mode: "tools" }),
    ...(value && { routes: routeMapName }),
  };
  return [
    { name: configName, text: configText(config, "yaml") },
    ...(value ? [{ name: routeMapName, text: quotedYaml(value) }] : []),
  ];
}

function report(
  from: string,
  { notes, credentials }: Migration,
  { tools, lost, value }: MigratedRouteMap,
  { model }: Generation,
  files: readonly StarterFile[],
): string {
  const routed = (value?.routes ?? []).filter((rule) => "name" in rule).length;
  const schemes = Object.keys(model!.securitySchemes);
  const lines = [
    ...(files.length > 0 ? [`Wrote ${files.map(({ name }) => name).join(" and ")}.`] : []),
    `${count(tools.size, "tool")} of ${from} keep their names, ${routed} of them by the route map.`,
    ...(lost.size > 0
      ? [
          `These names can't be kept: ${listed([...lost].map(([name, key]) => `${name} (${key})`))}.`,
        ]
      : []),
    "By hand:",
    ...notes.map((note) => `- ${note}`),
    ...(credentials && schemes.length > 0
      ? [
          `- Credentials: the document's own schemes are used (${listed(schemes)}); set their variables.`,
        ]
      : []),
    ...(files.length > 0 ? ["Next: npx mcp-codegen, then compare with mcp-codegen list."] : []),
  ];
  return lines.map((line) => `${escapeHidden(line)}\n`).join("");
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function listed(names: readonly string[]): string {
  const more = names.length - shownNames;
  return names.slice(0, shownNames).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
