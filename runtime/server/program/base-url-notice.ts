/** Tells the operator at start that the API's base URL is missing; loaded if its server is not a plain URL. */
import type { Api } from "../../contract/api.js";
import { escapeHidden } from "../../protocol/terminal/hidden-characters.js";
import { ToolError } from "../../protocol/tool-error.js";
import { resolveServerUrl } from "../../upstream/request/servers.js";
import type { OpenApiServerOptions } from "../openapi-server.js";

/** Returns what is missing for the API's base URL, or undefined if it is complete. */
export function baseUrlNotice(api: Api, options: OpenApiServerOptions): string | undefined {
  if (options.mock) return undefined;
  try {
    resolveServerUrl(api, {}, options.baseUrl, options.env ?? process.env);
    return undefined;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return `${escapeHidden(`${api.title}: calls to the API will fail. ${error.message}`)}\n`;
  }
}
