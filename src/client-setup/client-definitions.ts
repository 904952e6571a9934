/** The configuration of each client. Where it can, an entry names environment variables; elsewhere it has placeholders. */
import { defined } from "../../runtime/protocol/defined.js";
import { applicationFolder, inHome, joined, zedFolder } from "./locations.js";
import type {
  ClientDefinition,
  ClientId,
  Entry,
  MainPath,
  SetupInput,
  SetupServer,
  StdioServer,
} from "./setup-model.js";
import { claudeCommand, codexCommand, cursorLink, vsCodeLink } from "./shortcuts.js";

/** How a client writes the value of an environment variable. */
type Reference = (variable: string) => string;

const dollarBraces: Reference = (variable) => `\${${variable}}`;
const dollarEnv: Reference = (variable) => `\${env:${variable}}`;
const dollar: Reference = (variable) => `$${variable}`;
const input: Reference = (variable) => `\${input:${variable}}`;
/** For clients that put in no variables: the user writes the value in its place. */
const placeholder: Reference = (variable) => `<${variable}>`;

export const clientDefinitions: Readonly<Record<ClientId, ClientDefinition>> = {
  "claude-code": {
    title: "Claude Code",
    format: "json",
    values: "environment",
    inProject: (relative) => `\${CLAUDE_PROJECT_DIR:-.}/${relative}`,
    section: "mcpServers",
    projectFile: ".mcp.json",
    userFile: (computer) => inHome(computer, ".claude.json"),
    entry: entryOf(dollarBraces, (url) => ({ type: "http", url })),
    shortcut: claudeCommand,
  },
  "claude-desktop": {
    title: "Claude Desktop",
    format: "json",
    values: "written",
    section: "mcpServers",
    userFile: (computer) =>
      joined(computer, applicationFolder(computer, "Claude"), "claude_desktop_config.json"),
    entry: desktopEntry,
    note: (server) =>
      server.kind === "http"
        ? "Claude Desktop reaches other computers by Settings > Connectors; this entry goes through the program mcp-remote."
        : "Restart Claude Desktop afterwards. Without editing files: generate with --mcpb.",
  },
  cursor: {
    title: "Cursor",
    format: "json",
    values: "environment",
    inProject: (relative) => `\${workspaceFolder}/${relative}`,
    section: "mcpServers",
    projectFile: ".cursor/mcp.json",
    userFile: (computer) => inHome(computer, ".cursor/mcp.json"),
    entry: entryOf(dollarEnv, (url) => ({ url })),
    shortcut: (server, main) => cursorLink(server.name, cursorEntry(server, main)),
  },
  vscode: {
    title: "VS Code",
    format: "json",
    values: "asked",
    inProject: (relative) => `\${workspaceFolder}/${relative}`,
    section: "servers",
    projectFile: ".vscode/mcp.json",
    userFile: (computer) => joined(computer, applicationFolder(computer, "Code"), "User/mcp.json"),
    entry: vsCodeEntry,
    inputs: inputsOf,
    shortcut: (server, main) =>
      vsCodeLink(server.name, vsCodeEntry(server, main), inputsOf(server)),
  },
  gemini: {
    title: "Gemini CLI",
    format: "json",
    values: "environment",
    inProject: (relative) => relative,
    section: "mcpServers",
    projectFile: ".gemini/settings.json",
    userFile: (computer) => inHome(computer, ".gemini/settings.json"),
    entry: entryOf(dollar, (url) => ({ httpUrl: url })),
  },
  codex: {
    title: "Codex",
    format: "toml",
    values: "environment",
    inProject: (relative) => relative,
    section: "mcp_servers",
    projectFile: ".codex/config.toml",
    userFile: (computer) =>
      joined(computer, computer.env["CODEX_HOME"] || inHome(computer, ".codex"), "config.toml"),
    entry: codexEntry,
    shortcut: codexCommand,
    note: (_server, level) =>
      level === "project"
        ? "Codex reads the file of a project only if you trust the project."
        : undefined,
  },
  windsurf: {
    title: "Windsurf",
    format: "json",
    values: "environment",
    section: "mcpServers",
    userFile: (computer) => inHome(computer, ".codeium/windsurf/mcp_config.json"),
    entry: entryOf(dollarEnv, (url) => ({ serverUrl: url })),
  },
  zed: {
    title: "Zed",
    format: "json",
    values: "written",
    section: "context_servers",
    userFile: (computer) => joined(computer, zedFolder(computer), "settings.json"),
    entry: entryOf(placeholder, (url) => ({ url })),
  },
};

/** Returns how a client writes servers that differ from those of others only in its references and the key of a URL. */
function entryOf(reference: Reference, remote: (url: string) => Entry): ClientDefinition["entry"] {
  return (server, main) => {
    if (server.kind === "stdio") return stdioEntry(server, main, reference);
    const { url, tokenVariable } = server;
    const headers = tokenVariable && { Authorization: `Bearer ${reference(tokenVariable)}` };
    return { ...remote(url), ...defined({ headers: headers || undefined }) };
  };
}

function stdioEntry(server: StdioServer, main: MainPath, reference: Reference): Entry {
  const env = Object.fromEntries(server.variables.map(({ name }) => [name, reference(name)]));
  return {
    command: "node",
    args: [main(server)],
    ...defined({ env: server.variables.length > 0 ? env : undefined }),
  };
}

/** Claude Desktop starts programs only. @see https://www.npmjs.com/package/mcp-remote */
function desktopEntry(server: SetupServer, main: MainPath): Entry {
  if (server.kind === "stdio") return stdioEntry(server, main, placeholder);
  const { url, tokenVariable } = server;
  const args = ["-y", "mcp-remote", url];
  if (tokenVariable === undefined) return { command: "npx", args };
  return {
    command: "npx",
    // Without a space, which some systems would take as the end of the argument.
    args: [...args, "--header", "Authorization:${AUTHORIZATION}"],
    env: { AUTHORIZATION: `Bearer ${placeholder(tokenVariable)}` },
  };
}

function cursorEntry(server: SetupServer, main: MainPath): Entry {
  return clientDefinitions.cursor.entry(server, main);
}

function vsCodeEntry(server: SetupServer, main: MainPath): Entry {
  const entry = entryOf(input, (url) => ({ type: "http", url }))(server, main);
  return server.kind === "stdio" ? { type: "stdio", ...entry } : entry;
}

function inputsOf(server: SetupServer): readonly SetupInput[] {
  const asked =
    server.kind === "stdio"
      ? server.variables
      : server.tokenVariable === undefined
        ? []
        : [{ name: server.tokenVariable, description: "token for the server", secret: true }];
  return asked.map(({ name, description, secret }) => ({
    type: "promptString",
    id: name,
    description: `${name}: ${description}`,
    password: secret,
  }));
}

/** Codex passes variables on by their names. @see https://developers.openai.com/codex/mcp */
function codexEntry(server: SetupServer, main: MainPath): Entry {
  if (server.kind === "stdio") {
    const names = server.variables.map(({ name }) => name);
    return {
      command: "node",
      args: [main(server)],
      ...defined({ env_vars: names.length > 0 ? names : undefined }),
    };
  }
  return { url: server.url, ...defined({ bearer_token_env_var: server.tokenVariable }) };
}
