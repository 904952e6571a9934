import path from "node:path";
import { defined } from "../../runtime/protocol/defined.js";
import { nearest } from "../diagnostics/nearest.js";
import { showValue, spell } from "../diagnostics/wording.js";
import { escapeToken } from "../load/pointer.js";
import type { OptionName, Options } from "../options/table.js";
import { settingName } from "../options/settings.js";
import { apiName, classNameOf } from "../surface/names/api-names.js";
import { reservedMembers } from "../surface/names/reserved.js";
import { camelCase } from "../surface/names/symbols.js";
import type { ProjectFacts } from "./configuration.js";
import type { SettingsReader } from "./read-settings.js";

const fields = ["name", "title", "version", "instructions", "out"] as const;
/** Members of the class that mounts the servers, beside those of each generated class. */
const ofGateways: ReadonlySet<string> = new Set(["apis", "mounted"]);
const prefixForm = /^[A-Za-z0-9_.-]{0,127}$/;

/** Options that are the project's, so that no server of it can have them. */
const ofProject: readonly OptionName[] = ["out", "layout", "runtime-dir"];
/** Options that a project of several documents does not have. */
const ofSingleServers: readonly OptionName[] = ["tests", "docker", "mcpb", "worker", "server-json"];
/** Options of the project that stand beside `servers`. */
const common: readonly OptionName[] = ["runtime", "build", "import-extension"];

/** Options of the command line that would hold for each server of a project, where they are for one output. */
export const notForProjects: readonly OptionName[] = [
  ...ofProject,
  ...ofSingleServers,
  "runtime",
  "import-extension",
  "name",
];

/** Reads the field `project` of a configuration. Undefined without one, or after a fault. */
export function readProject(value: unknown, reader: SettingsReader): ProjectFacts | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    fault(reader, "/project", `is ${showValue(value)}; it must be a mapping with a \`name\`.`);
    return undefined;
  }
  const texts: Partial<Record<(typeof fields)[number], string>> = {};
  for (const [key, text] of Object.entries(value)) {
    const at = `/project/${escapeToken(key)}`;
    const field = fields.find((each) => each === key);
    if (field === undefined) {
      const suggestion = nearest(key, fields);
      fault(
        reader,
        at,
        "is no field of a project.",
        suggestion && `Did you mean \`${suggestion}\`?`,
      );
    } else if (typeof text === "string" && text !== "") texts[field] = text;
    else fault(reader, at, `is ${showValue(text)}; it must be a string.`);
  }
  const { name, title = name, version = "1.0.0", instructions, out } = texts;
  if (name === undefined || title === undefined) {
    if (!Object.hasOwn(value, "name")) {
      fault(
        reader,
        "/project",
        "lacks `name`.",
        "The name of the server, of its class and its folder.",
      );
    }
    return undefined;
  }
  const machineName = apiName("", name);
  return {
    name: machineName,
    title,
    version,
    className: classNameOf(machineName),
    out: reader.pathOf(out ?? `${machineName}-mcp`),
    ...defined({ instructions }),
  };
}

/** Reads the prefix of a server's names, which is a part of a project. Undefined without one. */
export function readPrefix(
  { prefix }: { readonly prefix?: unknown },
  pointer: string,
  isInProject: boolean,
  reader: SettingsReader,
): string | undefined {
  if (prefix === undefined) return undefined;
  const at = `${pointer}/prefix`;
  if (!isInProject) {
    fault(
      reader,
      at,
      "is for the servers of one project.",
      "Add `project: { name: … }`, or remove it.",
    );
  } else if (typeof prefix !== "string" || !prefixForm.test(prefix)) {
    fault(reader, at, "may have at most 127 of the characters A-Z a-z 0-9 _ - . only.");
  } else return prefix;
  return undefined;
}

/** Tells of options that a project can't have, or that are not for one of its servers. */
export function checkProjectOptions(
  options: Partial<Options>,
  pointer: string,
  reader: SettingsReader,
): void {
  const isServer = pointer !== "";
  for (const name of [...ofProject, ...(isServer ? common : [])]) {
    if (options[name] === undefined) continue;
    const hint =
      name === "out" ? "Give `out` in `project`." : isServer ? "Write it beside `servers`." : "";
    fault(
      reader,
      `${pointer}/${settingName(name)}`,
      "is not for the servers of one project.",
      hint || undefined,
    );
  }
  for (const name of ofSingleServers) {
    if (options[name] === undefined || options[name] === false) continue;
    fault(
      reader,
      `${pointer}/${settingName(name)}`,
      "is for projects of one document.",
      "Remove it, or `project`.",
    );
  }
}

/** Returns the method that makes the server of a folder below `src/generated/`. */
export function memberSymbol(folder: string): string {
  const symbol = camelCase(folder);
  return reservedMembers.has(symbol) || ofGateways.has(symbol) ? `${symbol}_` : symbol;
}

/** Tells of servers whose classes, folders or methods would have one name in the project. */
export function checkMemberNames(
  facts: ProjectFacts,
  servers: readonly { readonly name: string; readonly pointer: string }[],
  reader: SettingsReader,
): void {
  const owners = new Map([[facts.className, "the project"]]);
  for (const { name, pointer } of servers) {
    const className = classNameOf(apiName("", name));
    const owner = owners.get(className);
    if (owner === undefined) owners.set(className, JSON.stringify(name));
    else {
      const rest = `would have the class of ${owner}, ${className}.`;
      fault(reader, pointer, rest, "Give it another name.");
    }
  }
}

/** Returns the options with which the modules of a document are written into a project. */
export function memberOptions(
  { out }: ProjectFacts,
  name: string,
  { runtime = "bundled" }: Partial<Options>,
): Partial<Options> {
  const isCarried = runtime === "bundled" || runtime === "readable";
  return {
    layout: "module",
    runtime: isCarried ? "#mcp-runtime" : runtime,
    out: path.join(out, "src/generated", apiName("", name)),
  };
}

function fault(reader: SettingsReader, pointer: string, rest: string, hint?: string): void {
  reader.faults.push({ pointer, message: `${spell(pointer)} ${rest}`, ...defined({ hint }) });
}
