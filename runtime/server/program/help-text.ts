/** The text of `--help`, loaded for `--help` and for a wrong command line. */
import type { Api } from "../../contract/api.js";
import { escapeHidden } from "../../protocol/terminal/hidden-characters.js";
import type { Environment } from "../../contract/environment.js";
import { destinationsOf } from "../../upstream/security/destinations.js";
import { hasLogin, variablesOfScheme } from "../../contract/credential-methods.js";

/**
 * Writes the text of `--help`, with the environment variables that the API needs and the hosts that their values go to.
 *
 * @param apis of a server of several
 */
export function helpText(
  api: Api,
  env: Environment = process.env,
  apis: readonly Api[] = [api],
): string {
  const variables = apis.flatMap(environmentOf);
  const destinations = apis.flatMap((each) => destinationsOf(each, { env }));
  const hostsOf = (name: string): string => {
    const { origins = [] } = destinations.find((each) => each.name === name) ?? {};
    return origins.length === 0 ? "" : ` → ${origins.join(", ")}`;
  };
  const width = Math.max("MCP_TOKEN".length, ...variables.map(([name]) => name.length));
  return [
    `${api.title} ${api.version} as an MCP server.`,
    "",
    "Without options it serves one client over standard input and output.",
    "",
    ...(apis.some(hasLogin)
      ? [
          "Commands: login [SCHEME] logs a user in to the API with a browser; logout [SCHEME] forgets the login.",
          "",
        ]
      : []),
    "Options:",
    "  --http [PORT]         serve Streamable HTTP at /mcp instead (default: PORT or 3000)",
    "  --host ADDRESS        address to listen on (default: 127.0.0.1); any other needs --allow-host or a token",
    "  --allow-origin URL    allow web pages of this origin to call the server; may be repeated",
    "  --allow-host NAME     accept requests addressed to this host name; may be repeated",
    "  --token-file FILE     serve only clients that send this file's token (Authorization: Bearer TOKEN)",
    "  --rate-limit N        requests that each caller may send in a minute",
    "  --max-concurrent N    requests of each caller that may be open at a time",
    "  --stateless           keep no sessions: any process can answer any request",
    "  --forward-header NAME forward this header of HTTP requests to the API; may be repeated",
    "  --allow-files DIR     allow arguments to name files in this folder to send; may be repeated",
    "  --follow-redirects HOST  also follow the API's redirects to this host, without credentials; may be repeated",
    "  --base-url URL        base URL of the API, instead of the document's server",
    "  --allow-internal      let the API have addresses of this computer and its networks, wherever the document comes from",
    "  --timeout SECONDS     time limit for a call of the API (default: 30)",
    "  --log-level LEVEL     log from this level up: debug, info, warn (default) or error",
    "  --log-format FORMAT   text (default) or json, one object in each line",
    "  --drift-report FILE   write an overlay to FILE that would correct the document where responses violate it",
    "  --mock                respond from examples and schemas instead of calling the API",
    "  -h, --help            show this help",
    "",
    "Environment variables:",
    `  ${"MCP_TOKEN".padEnd(width)}  with --http, the token that clients must send, unless --token-file is given`,
    ...variables.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}${hostsOf(name)}`),
    "",
  ]
    .map(escapeHidden)
    .join("\n");
}

function environmentOf(api: Api): [name: string, meaning: string][] {
  const [server] = api.servers;
  const found: [string, string][] = [
    [
      api.baseUrlEnv,
      server ? `base URL of the API, instead of ${server.url}` : "base URL of the API",
    ],
  ];
  const known = new Set<string>();
  for (const { variables = {} } of [...(server ? [server] : []), ...(api.otherServers ?? [])]) {
    for (const [name, variable] of Object.entries(variables)) {
      if (known.has(variable.env)) continue;
      known.add(variable.env);
      const value = variable.default === undefined ? "required" : `default: ${variable.default}`;
      found.push([variable.env, `{${name}} of the base URL (${value})`]);
    }
  }
  for (const [name, scheme] of Object.entries(api.securitySchemes ?? {})) {
    for (const variable of variablesOfScheme(scheme)) {
      found.push([variable.name, `${variable.meaning} (${name})`]);
    }
  }
  return found;
}
