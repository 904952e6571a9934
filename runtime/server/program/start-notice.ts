/** What the operator reads at start, loaded if there is anything to read. */
import { classOfHost } from "../../contract/addresses.js";
import type { Api } from "../../contract/api.js";
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
  return lines.join("") + (baseUrlNotice(api, options) ?? "");
}

/** Whether values go to another computer without encryption. */
function isReadable(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "http:" && classOfHost(hostname) !== "loopback";
}
