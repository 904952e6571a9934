/** What the operator reads at start, loaded if there is anything to read. */
import { classOfHost } from "../../contract/addresses.js";
import type { Api } from "../../contract/api.js";
import { hasLogin, variablesOfScheme } from "../../contract/credential-methods.js";
import { escapeHidden } from "../../protocol/terminal/hidden-characters.js";
import { destinationLine, destinationsOf } from "../../upstream/security/destinations.js";
import type { OpenApiServerOptions } from "../openapi-server.js";
import { baseUrlNotice } from "./base-url-notice.js";

/**
 * Returns a line for each value that is set, with the hosts that it goes to, and what the base URL lacks. The base URL itself is
 * the user's own word.
 */
export function startNotice(api: Api, options: OpenApiServerOptions): string {
  if (options.mock) return "";
  const { env = process.env, baseUrl, forwardHeaders } = options;
  const values = destinationsOf(api, { env, baseUrl, forwardHeaders });
  const sent = values.filter(({ name, isSet }) => isSet && name !== api.baseUrlEnv);
  const lines = sent.map((each) => `${destinationLine(each)}\n`);
  for (const origin of new Set(sent.flatMap(({ origins }) => origins).filter(isReadable))) {
    lines.push(`${origin} is called over http: everyone on the way can read what is sent to it.\n`);
  }
  const missing = lines.length === 0 ? credentialNotice(api, options) : "";
  return lines.join("") + (baseUrlNotice(api, options) ?? "") + missing;
}

/** Says which variables hold credentials if none of them is set. Operations without security work all the same. */
export function credentialNotice(api: Api, options: OpenApiServerOptions): string {
  const { env = process.env, headers, fetch, forwardHeaders, mock } = options;
  if (mock || headers || fetch || forwardHeaders?.length) return "";
  const schemes = Object.values(api.securitySchemes ?? {});
  const variables = schemes.flatMap(variablesOfScheme);
  if (variables.length === 0 || variables.some(({ name }) => env[name])) return "";
  const usual = variables.filter((each) => each.usual);
  const names = new Set((usual.length > 0 ? usual : variables).map(({ name }) => name));
  const login = hasLogin(api) ? ", or log in with the argument `login`" : "";
  return `${escapeHidden(`${api.title}: no credentials are set. Calls that need them will fail. Set ${[...names].join(" or ")}${login}.`)}\n`;
}

/** Whether values go to another computer without encryption. */
function isReadable(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "http:" && classOfHost(hostname) !== "loopback";
}
