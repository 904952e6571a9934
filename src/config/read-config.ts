import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { showValue, spell } from "../diagnostics/wording.js";
import { escapeToken } from "../load/pointer.js";
import type { Options } from "../options/table.js";
import { apiName } from "../surface/names/api-names.js";
import type { Configuration, ConfiguredServer } from "./configuration.js";
import { InlineDocuments } from "./inline-documents.js";
import { SettingsReader } from "./read-settings.js";
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
  const servers = isMapping(value) ? readServers(value, reader) : [];
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
  return { configuration: { file, servers: placed, documents: inline.texts }, diagnostics };
}

type Unplaced = Omit<ConfiguredServer, "place"> & { readonly pointer: string };

function readServers(value: object, reader: SettingsReader): readonly Unplaced[] {
  const { $schema, servers, ...rest } = value as { $schema?: unknown; servers?: unknown };
  if ($schema !== undefined && typeof $schema !== "string") {
    const message = `${spell("/$schema")} is ${showValue($schema)}; it must be a string.`;
    reader.faults.push({ pointer: "/$schema", message });
  }
  const common = reader.read(rest, "", ["input", "servers"]);
  if (servers === undefined) {
    const name = common.options.name ?? nameOf(common.options.out) ?? "server";
    return [{ ...common, name, pointer: "" }];
  }
  const taken = new Set<string>();
  return writtenServers(servers, reader).map(({ key, pointer, value: own }) => {
    const read = reader.read(own, pointer);
    const input = read.input ?? common.input;
    const options: Partial<Options> = { ...common.options, ...read.options };
    const given = read.options.name ?? key;
    const out = options.out ?? (given === undefined ? undefined : outFor(given, reader));
    const name = key ?? read.options.name ?? nameOf(out);
    if (input === undefined && !("input" in own)) {
      lack(reader, pointer, "input", "Name the OpenAPI document.");
    }
    if (name === undefined || out === undefined) {
      if (!("out" in own))
        lack(reader, pointer, "out", "With several servers, each needs a folder of its own.");
    } else if (taken.has(name)) {
      const message = `Two servers are called ${JSON.stringify(name)}.`;
      reader.faults.push({ pointer, message, hint: "Give each a `name` of its own." });
    } else taken.add(name);
    return {
      name: name ?? "",
      pointer,
      ...defined({ input }),
      options: { ...options, ...defined({ name: given ?? options.name, out }) },
    };
  });
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
