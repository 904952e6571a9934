import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { showValue, spell } from "../diagnostics/wording.js";
import { escapeToken } from "../load/pointer.js";
import type { Options } from "../options/table.js";
import { apiName } from "../surface/names/api-names.js";
import type {
  Configuration,
  ConfiguredProject,
  ConfiguredServer,
  ProjectFacts,
} from "./configuration.js";
import { InlineDocuments } from "./inline-documents.js";
import {
  checkMemberNames,
  checkProjectOptions,
  memberOptions,
  readPrefix,
  readProject,
} from "./read-project.js";
import { SettingsReader, type ReadSettings } from "./read-settings.js";
import { faultDiagnostics } from "./setting-fault.js";

/** A server before it is known what it has in common with the others. */
interface Written {
  /** Its key, if servers are given by name. */
  readonly key?: string;
  readonly pointer: string;
  readonly value: object;
}

/**
 * Reads the value of a configuration.
 *
 * @param url of the configuration's file
 * @param cwd absolute; the paths of the result are relative to it
 * @returns the configuration, or `config-invalid` errors
 */
export function readConfig(
  url: string,
  value: unknown,
  cwd: string,
): { configuration?: Configuration; diagnostics: readonly Diagnostic[] } {
  const file = fileURLToPath(url);
  const inline = new InlineDocuments();
  const reader = new SettingsReader({ folder: path.dirname(file), cwd }, inline);
  const { project, servers } = isMapping(value)
    ? readServers(value, reader)
    : { project: undefined, servers: [] };
  if (!isMapping(value)) {
    const what = value === undefined ? "exports nothing by default" : `is ${showValue(value)}`;
    const message = `The configuration ${what}; it must be a mapping of option names to values.`;
    reader.faults.push({ pointer: "", message });
  } else if (reader.faults.length === 0) findSharedFolders(servers, cwd, reader);
  const diagnostics = faultDiagnostics(reader.faults, url);
  if (diagnostics.length > 0) return { diagnostics };
  const placed = servers.map(({ pointer, ...server }): ConfiguredServer => ({
    ...server,
    place: { file: url, pointer },
  }));
  const placedProject = project && { ...project, place: { file: url, pointer: "/project" } };
  return {
    configuration: {
      file,
      servers: placed,
      documents: inline.texts,
      ...defined({ project: placedProject }),
    },
    diagnostics,
  };
}

type Unplaced = Omit<ConfiguredServer, "place"> & { readonly pointer: string };

interface Read {
  readonly project: Omit<ConfiguredProject, "place"> | undefined;
  readonly servers: readonly Unplaced[];
}

function readServers(value: object, reader: SettingsReader): Read {
  const { $schema, servers, project, ...rest } = value as Readonly<Record<string, unknown>>;
  if ($schema !== undefined && typeof $schema !== "string") {
    const message = `${spell("/$schema")} is ${showValue($schema)}; it must be a string.`;
    reader.faults.push({ pointer: "/$schema", message });
  }
  const common = reader.read(rest, "", ["input", "servers", "project"]);
  const facts = readProject(project, reader);
  if (project !== undefined) checkProjectOptions(common.options, "", reader);
  if (servers === undefined) {
    if (project !== undefined) lack(reader, "", "servers", "A project mounts the servers there.");
    const name = common.options.name ?? nameOf(common.options.out) ?? "server";
    return { project: undefined, servers: [{ ...common, name, pointer: "" }] };
  }
  const context = {
    common,
    reader,
    facts,
    isProject: project !== undefined,
    taken: new Set<string>(),
  };
  const read = writtenServers(servers, reader).map((written) => readServer(written, context));
  if (facts) checkMemberNames(facts, read.map(nameInProject), reader);
  return { project: facts && { ...facts, options: common.options }, servers: read };
}

/** A server is called in its project as its class is. */
function nameInProject({ name, pointer, options }: Unplaced): { name: string; pointer: string } {
  return { name: options.name ?? name, pointer };
}

interface ReadingServers {
  /** What the servers have in common. */
  readonly common: ReadSettings;
  readonly reader: SettingsReader;
  /** The project of which they are parts. */
  readonly facts: ProjectFacts | undefined;
  readonly isProject: boolean;
  /** Names of servers before. */
  readonly taken: Set<string>;
}

function readServer(
  { key, pointer, value }: Written,
  { common, reader, facts, isProject, taken }: ReadingServers,
): Unplaced {
  const { prefix: _prefix, ...own } = value as { readonly prefix?: unknown };
  const prefix = readPrefix(value, pointer, isProject, reader);
  const read = reader.read(own, pointer, ["input", "prefix"]);
  if (isProject) checkProjectOptions(read.options, pointer, reader);
  const input = read.input ?? common.input;
  const given = read.options.name ?? key;
  const options: Partial<Options> = {
    ...common.options,
    ...read.options,
    ...(facts && given !== undefined && memberOptions(facts, given, common.options)),
  };
  const out = options.out ?? (given === undefined ? undefined : outFor(given, reader));
  const name = key ?? read.options.name ?? nameOf(out);
  if (input === undefined && !("input" in own)) {
    lack(reader, pointer, "input", "Name the OpenAPI document.");
  }
  if (name === undefined || out === undefined) {
    const hint = isProject
      ? "Its class, its folder and its method in the project are named after it."
      : "With several servers, each needs a folder of its own.";
    if (!("out" in own)) lack(reader, pointer, isProject ? "name" : "out", hint);
  } else if (taken.has(name)) {
    const message = `Two servers are called ${JSON.stringify(name)}.`;
    reader.faults.push({ pointer, message, hint: "Give each a `name` of its own." });
  } else taken.add(name);
  return {
    name: name ?? "",
    pointer,
    ...defined({ input, prefix }),
    options: { ...options, ...defined({ name: given ?? options.name, out }) },
  };
}

function outFor(name: string, reader: SettingsReader): string {
  return reader.pathOf(`${apiName("", name)}-mcp`);
}

function writtenServers(servers: unknown, reader: SettingsReader): readonly Written[] {
  const entries: readonly (readonly [string, unknown])[] =
    typeof servers === "object" && servers !== null ? Object.entries(servers) : [];
  const fault = (pointer: string, message: string): void => {
    reader.faults.push({ pointer, message });
  };
  if (entries.length === 0) {
    const what =
      "it must be a list of servers, or a mapping of names to servers, with at least one";
    fault("/servers", `${spell("/servers")} is ${isEmpty(servers)}; ${what}.`);
  }
  return entries.flatMap(([key, value]) => {
    const pointer = `/servers/${escapeToken(key)}`;
    if (isMapping(value))
      return [defined({ key: Array.isArray(servers) ? undefined : key, pointer, value })];
    fault(
      pointer,
      `${spell(pointer)} is ${showValue(value)}; it must be a mapping of option names to values.`,
    );
    return [];
  });
}

function isEmpty(servers: unknown): string {
  return typeof servers === "object" && servers !== null ? "empty" : showValue(servers);
}

function lack(reader: SettingsReader, pointer: string, field: string, hint: string): void {
  reader.faults.push({ pointer, message: `${spell(pointer)} lacks \`${field}\`.`, hint });
}

/** The second of two servers would overwrite what the first has written. */
function findSharedFolders(
  servers: readonly Unplaced[],
  cwd: string,
  reader: SettingsReader,
): void {
  const owners = new Map<string, string>();
  for (const { name, pointer, options } of servers) {
    if (options.out === undefined) continue;
    const folder = realFolder(path.resolve(cwd, options.out));
    const owner = owners.get(folder);
    if (owner === undefined) owners.set(folder, name);
    else {
      reader.faults.push({
        pointer: "out" in options ? `${pointer}/out` : pointer,
        message: `The servers ${JSON.stringify(owner)} and ${JSON.stringify(name)} have the same output folder, ${options.out}.`,
        hint: "Give each an `out` of its own.",
      });
    }
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

/** Returns the last name of an output folder's path. */
function nameOf(out: string | undefined): string | undefined {
  return out === undefined ? undefined : path.basename(path.resolve(out));
}

function isMapping(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
