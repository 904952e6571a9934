/** What `--help` prints. Loaded when somebody asks for it, or seems to need it. */
import type { Api } from "../../contract/api.js";
import { hasLogin, variablesOfScheme } from "../../contract/credential-methods.js";

/** The text of `--help`, with the environment variables that the API needs. */
export function helpText(api: Api): string {
  const variables = environmentOf(api);
  const width = Math.max(...variables.map(([name]) => name.length));
  return [
    `${api.title} ${api.version} as an MCP server.`,
    "",
    "Without options it talks to one client over standard input and output.",
    "",
    ...(hasLogin(api)
      ? ["login [SCHEME] logs a user in to the API with a browser, logout forgets it.", ""]
      : []),
    "Options:",
    "  --http [PORT]         serve Streamable HTTP at /mcp instead (default: PORT or 3000)",
    "  --host ADDRESS        address to listen on (default: 127.0.0.1)",
    "  --allow-origin URL    let web pages of this origin call the server; may be repeated",
    "  --allow-host NAME     accept requests addressed to this host name; may be repeated",
    "  --stateless           keep no sessions: any process can answer any request",
    "  --forward-header NAME pass this header of callers on to the API; may be repeated",
    "  --allow-files DIR     let arguments name files in this folder to be sent; may be repeated",
    "  --follow-redirects HOST  follow the API's redirects to this host too, without credentials; may be repeated",
    "  --drift-report FILE   keep an overlay there that would correct the document where answers don't fit it",
    "  --mock                answer from examples and schemas; call no API",
    "  -h, --help            show this",
    "",
    "Environment variables:",
    ...variables.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`),
    "",
  ].join("\n");
}

function environmentOf(api: Api): [name: string, meaning: string][] {
  const [server] = api.servers;
  const found: [string, string][] = [
    [
      api.baseUrlEnv,
      server ? `base URL of the API, instead of ${server.url}` : "base URL of the API",
    ],
  ];
  for (const [name, variable] of Object.entries(server?.variables ?? {})) {
    found.push([variable.env, `{${name}} of the base URL (default: ${variable.default})`]);
  }
  for (const [name, scheme] of Object.entries(api.securitySchemes ?? {})) {
    for (const variable of variablesOfScheme(scheme)) {
      found.push([variable.name, `${variable.meaning} (${name})`]);
    }
  }
  return found;
}
