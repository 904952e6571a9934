import { ToolError } from "../../../runtime/protocol/tool-error.js";
import type { Api } from "../../../runtime/contract/api.js";
import type { Credentials } from "../../../runtime/upstream/request/credentials.js";
import type { Operation } from "../../../runtime/contract/operation.js";
import { withPreset } from "../../../runtime/upstream/request/arguments.js";
import {
  buildRequest,
  planRequest,
  prepareBody,
} from "../../../runtime/upstream/request/request.js";
import { alternativesOf } from "../../../runtime/upstream/security/choose-alternative.js";
import {
  locationOfScheme,
  type SupportedScheme,
} from "../../../runtime/contract/credential-methods.js";
import { resolveBaseUrl, type BaseUrl } from "../../../runtime/upstream/request/servers.js";
import { ArgumentSampler } from "../../samples/sample-arguments.js";
import type { SurfaceApi } from "../../surface/model.js";
import { curlCommand, type Placeholder } from "./explain-curl.js";

/** An example call, or the reason why there is none. */
export type ExampleCall =
  | { readonly arguments: Readonly<Record<string, unknown>>; readonly curl: string }
  | { readonly reason: string };

/** Builds the request that the server would send for sampled arguments. Sends nothing and reads no variables. */
export async function exampleCall(operation: Operation, api: SurfaceApi): Promise<ExampleCall> {
  const seed = `${operation.request.method} ${operation.request.path}`;
  const sampled = new ArgumentSampler(operation, api).sample({ seed, optional: "some" });
  if (!sampled.args) return { reason: `No valid arguments could be generated: ${sampled.reason}` };
  const stand = new StandIns();
  try {
    const args = withPreset(operation, sampled.args);
    const plan = planRequest(operation.request);
    const body = await prepareBody(plan, args);
    const { credentials, options } = credentialsOf(api, operation, stand);
    const base = baseOf(api, operation, stand);
    const sent = (await plan.lazyParameters?.(args)) ?? args;
    const request = buildRequest(plan, { args: sent, base, credentials, body });
    return { arguments: sampled.args, curl: curlCommand(request, stand.placeholders, options) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { reason: error.message };
  }
}

/** Stand-in values for variables, alphanumeric so that no encoding changes them. */
class StandIns {
  readonly placeholders: Placeholder[] = [];

  for(variable: string, prefix = ""): string {
    const text = `${prefix}mcpcodegen${this.placeholders.length}standin`;
    this.placeholders.push({ text, variable });
    return text;
  }
}

/** Returns the server's URL with its variables at their defaults, or a stand-in if the document has no URL. */
function baseOf(api: Api, { request }: Operation, stand: StandIns): BaseUrl {
  try {
    return resolveBaseUrl(api, request, undefined, {});
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { origin: stand.for(api.baseUrlEnv, "http://"), path: "", query: "" };
  }
}

/** Returns stand-in credentials for the first security alternative. */
function credentialsOf(
  api: Api,
  operation: Operation,
  stand: StandIns,
): { readonly credentials: Credentials; readonly options: readonly string[] } {
  const [alternative = {}] = alternativesOf(api, operation);
  const headers: [string, string][] = [];
  const query: [string, string][] = [];
  const cookies: [string, string][] = [];
  const options: string[] = [];
  const taken = new Set<string>();
  for (const name of Object.keys(alternative)) {
    const { securitySchemes = {} } = api;
    const scheme = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
    if (scheme === undefined || scheme.type === "unsupported") continue;
    const place = locationOfScheme(scheme);
    if (place !== undefined && taken.has(place)) continue;
    taken.add(place ?? name);
    add(scheme);
  }
  return { credentials: { headers, query, cookies, secrets: [] }, options };

  function add(scheme: SupportedScheme): void {
    switch (scheme.type) {
      case "apiKey": {
        const value = stand.for(scheme.env);
        if (scheme.in === "header") headers.push([scheme.name, value]);
        else if (scheme.in === "query") query.push([encodeURIComponent(scheme.name), value]);
        else cookies.push([scheme.name, value]);
        break;
      }
      case "basic":
        options.push(`--user "$${scheme.usernameEnv}:$${scheme.passwordEnv}"`);
        break;
      case "bearer":
      case "oauth2":
        headers.push(["Authorization", `Bearer ${stand.for(scheme.env)}`]);
        break;
      case "http":
        headers.push(["Authorization", `${scheme.scheme} ${stand.for(scheme.env)}`]);
        break;
      case "mutualTLS":
        options.push(`--cert "$${scheme.certEnv}" --key "$${scheme.keyEnv}"`);
        break;
    }
  }
}
