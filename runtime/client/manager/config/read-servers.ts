/** Reads the servers that the configuration of an MCP client names. */
import { homedir } from "node:os";
import path from "node:path";
import type { ServerEntry } from "../manager-model.js";
import { McpClientError } from "../../errors.js";
import { ConfigDocument, type Placed } from "./config-document.js";
import { ConfigInputs } from "./config-inputs.js";
import type { ConfigSource, ReadServers, ReadServersOptions } from "./config-model.js";
import { entryOfServer } from "./config-entry.js";
import { Expander } from "./expand.js";
import { readConfigFile } from "./read-config-file.js";
import { serverFields } from "./server-fields.js";

/** Files that hold other settings as well. */
const sharedFiles = /(^|[\\/])(claude_desktop_config|settings|\.claude)\.json$/;

/** Folders of editors' settings, which lie in the folder that is worked on. */
const settingsFolders = new Set([".vscode", ".cursor", ".gemini", ".claude", ".roo", ".amazonq"]);

const serverKeys = ["mcpServers", "servers"];

/** @throws McpClientError, with the places of all faults, for a file that can't be used */
export async function readServerConfig(
  source: ConfigSource,
  options: ReadServersOptions,
): Promise<ReadServers> {
  const { text, file } = await textOf(source);
  const document = new ConfigDocument(text, file ?? "configuration");
  const sections = sectionsOf(document, options.otherKeys);
  const { servers: listed, inputs: declared, isVsCode } = sections;
  const inputs = new ConfigInputs(document, declared, options.input);
  const fields = [...document.members(listed, "The list of servers")].map(([name, at]) =>
    serverFields(document, name, at),
  );
  document.check();
  const place = file === undefined ? undefined : folderAround(file);
  const given = options.workspaceFolder;
  const workspaceFolder = given === undefined ? place?.folder : path.resolve(given);
  // VS Code runs commands in the folder that is worked on, if there is one.
  const isWorkspace = isVsCode && (given !== undefined || place?.isWorkspace === true);
  const expander = new Expander(document, inputs, {
    env: options.env ?? process.env,
    workspaceFolder,
    userHome: options.userHome ?? homedir(),
  });
  const folder = workspaceFolder ?? process.cwd();
  const { authorization } = options;
  const servers: [string, ServerEntry][] = [];
  // One after the other, because each may ask the user.
  for (const each of fields) {
    if (each.disabled && !options.includeDisabled) continue;
    const entry = await entryOfServer(each, {
      document,
      expander,
      folder,
      cwd: isWorkspace ? workspaceFolder : undefined,
      authorization,
      // Of VS Code, `http` includes HTTP+SSE if the server has nothing else.
      findsTransport: isVsCode,
    });
    if (entry) servers.push([each.name, entry]);
  }
  document.check();
  return {
    servers: Object.fromEntries(servers),
    disabled: fields.filter((each) => each.disabled).map((each) => each.name),
  };
}

async function textOf(source: ConfigSource): Promise<{ text: string; file: string | undefined }> {
  if (typeof source !== "string") return { text: source.text, file: source.file };
  try {
    return { text: await readConfigFile(source), file: source };
  } catch (error) {
    throw new McpClientError(`${source} can't be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

interface Sections {
  /** Whether the servers are in `servers`. */
  readonly isVsCode: boolean;
  readonly servers: Placed;
  readonly inputs: Placed | undefined;
}

/** Finds the servers: `mcpServers`, or `servers` beside `inputs`, which VS Code's settings have in `mcp`. */
function sectionsOf(
  document: ConfigDocument,
  otherKeys: ReadServersOptions["otherKeys"],
): Sections {
  const root = document.root();
  let members = document.members(root, "The configuration");
  const isShared = otherKeys === "ignore" || sharedFiles.test(document.file);
  const nested = members.get("mcp");
  if (nested && !serverKeys.some((key) => members.has(key))) {
    if (!isShared) document.refuseUnknown(members, ["mcp", "$schema"], "The configuration");
    members = document.members(nested, '"mcp"');
    document.refuseUnknown(members, [...serverKeys, "inputs"], '"mcp"');
  } else if (!isShared) {
    document.refuseUnknown(members, [...serverKeys, "inputs", "$schema"], "The configuration");
  }
  const [first, second] = serverKeys.flatMap((key) => members.get(key) ?? []);
  if (second) document.problem(second, '"servers" and "mcpServers" mean the same; keep one.');
  if (!first) document.problem(root, 'The configuration has no "mcpServers" and no "servers".');
  document.check();
  const isVsCode = !members.has("mcpServers");
  return { servers: first!, inputs: members.get("inputs"), isVsCode };
}

function folderAround(file: string): { readonly folder: string; readonly isWorkspace: boolean } {
  const folder = path.dirname(path.resolve(file));
  const isWorkspace = settingsFolders.has(path.basename(folder));
  return { folder: isWorkspace ? path.dirname(folder) : folder, isWorkspace };
}
