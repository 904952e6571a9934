import path from "node:path";
import { jsonText } from "../emit/json-text.js";
import { clientDefinitions } from "./client-definitions.js";
import type { Addition } from "./merge-model.js";
import type {
  ClientDefinition,
  ClientId,
  Computer,
  Level,
  MainPath,
  SetupServer,
} from "./setup-model.js";
import { tomlEntry } from "./toml-entry.js";

/** How one client is set up for a server. */
export interface Setup {
  readonly client: ClientId;
  readonly definition: ClientDefinition;
  readonly server: SetupServer;
  /** Absolute path of the configuration. */
  readonly file: string;
  /** The path for people: relative to the project, or with `~`. */
  readonly shownFile: string;
  readonly addition: Omit<Addition, "force">;
  /** What a configuration with nothing else holds. */
  readonly text: string;
  readonly shortcut?: string;
  readonly notes: readonly string[];
}

/** @param wanted whose configuration to use; clients that have none in projects use the user's */
export function setUp(
  client: ClientId,
  server: SetupServer,
  wanted: Level,
  computer: Computer,
): Setup {
  const definition: ClientDefinition = clientDefinitions[client];
  const { section, format, projectFile, inputs, shortcut, note } = definition;
  const own = wanted === "project" ? projectFile : undefined;
  const file = own === undefined ? definition.userFile(computer) : path.join(computer.cwd, own);
  const main = own === undefined ? absolute : inProject(definition, computer);
  const { name } = server;
  const entry = definition.entry(server, main);
  const asked = inputs?.(server) ?? [];
  const whole = { [section]: { [name]: entry }, ...(asked.length > 0 && { inputs: asked }) };
  const hint = note?.(server, own === undefined ? "user" : "project");
  return {
    client,
    definition,
    server,
    file,
    shownFile: own ?? shortened(file, computer.home),
    addition: { section, name, entry, inputs: asked },
    text: format === "toml" ? tomlEntry(section, name, entry) : jsonText(whole),
    ...(shortcut && { shortcut: shortcut(server, absolute) }),
    notes: [...valueNotes(definition, server), ...(hint === undefined ? [] : [hint])],
  };
}

const absolute: MainPath = ({ main }) => main;

/** A path that others who share the project's configuration have, too, if the program is in the project. */
function inProject({ inProject: write }: ClientDefinition, { cwd }: Computer): MainPath {
  return ({ main }) => {
    const relative = path.relative(cwd, main);
    const isInside = !relative.startsWith("..") && !path.isAbsolute(relative);
    return write && isInside ? write(relative.split(path.sep).join("/")) : main;
  };
}

function shortened(file: string, home: string): string {
  return home !== "" && file.startsWith(home) ? `~${file.slice(home.length)}` : file;
}

function valueNotes({ title, values }: ClientDefinition, server: SetupServer): readonly string[] {
  const names =
    server.kind === "stdio"
      ? server.variables.map(({ name }) => name)
      : server.tokenVariable === undefined
        ? []
        : [server.tokenVariable];
  if (names.length === 0) return [];
  const list = names.join(", ");
  switch (values) {
    case "environment":
      return [`Set in the environment of ${title}: ${list}.`];
    case "asked":
      return [`${title} asks for ${list} and stores them safely.`];
    case "written":
      return [
        `Write the values in place of ${names.map((name) => `<${name}>`).join(", ")}, and keep the file to yourself.`,
      ];
  }
}
