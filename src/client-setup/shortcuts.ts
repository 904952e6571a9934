/** Commands and links that set up a server without editing a file. */
import type { Entry, MainPath, SetupInput, SetupServer } from "./setup-model.js";

/** @see https://code.claude.com/docs/en/mcp */
export function claudeCommand(server: SetupServer, main: MainPath): string {
  if (server.kind === "http") {
    const { name, url, tokenVariable } = server;
    const header = tokenVariable ? ` --header "Authorization: Bearer $${tokenVariable}"` : "";
    return `claude mcp add --transport http ${name} ${quoted(url)}${header}`;
  }
  const env = server.variables.map((each) => ` --env ${each.name}=…`).join("");
  return `claude mcp add ${server.name}${env} -- node ${quoted(main(server))}`;
}

/** @see https://developers.openai.com/codex/mcp */
export function codexCommand(server: SetupServer, main: MainPath): string {
  if (server.kind === "http") {
    const { name, url, tokenVariable } = server;
    const token = tokenVariable ? ` --bearer-token-env-var ${tokenVariable}` : "";
    return `codex mcp add ${name} --url ${quoted(url)}${token}`;
  }
  const env = server.variables.map((each) => ` --env ${each.name}=…`).join("");
  return `codex mcp add ${server.name}${env} -- node ${quoted(main(server))}`;
}

/** @see https://cursor.com/docs/mcp/install-links */
export function cursorLink(name: string, entry: Entry): string {
  const config = Buffer.from(JSON.stringify(entry)).toString("base64");
  const query = `name=${encodeURIComponent(name)}&config=${encodeURIComponent(config)}`;
  return `cursor://anysphere.cursor-deeplink/mcp/install?${query}`;
}

/** @see https://code.visualstudio.com/api/extension-guides/ai/mcp */
export function vsCodeLink(name: string, entry: Entry, inputs: readonly SetupInput[]): string {
  const config = { name, ...entry, ...(inputs.length > 0 && { inputs }) };
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
}

/** Quotes a word for POSIX shells if it needs it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
