import { ToolError } from "../../protocol/tool-error.js";
import type { Api } from "../../contract/api.js";
import { variable, type Environment } from "../../contract/environment.js";
import type { RequestShape, Server } from "../../contract/operation.js";
import { unixOrigin, unixSocketOf } from "../../net/unix-socket.js";

/** The URL that request paths are appended to. */
export interface BaseUrl {
  /** `https://api.example` */
  readonly origin: string;
  /** `/v1`, or empty. Never ends in `/`. */
  readonly path: string;
  /** `a=b`, or empty. Only a URL set by the user may have a query. */
  readonly query: string;
  /** The Unix socket that answers in place of the origin. Only a URL set by the user may be one. */
  readonly socketPath?: string;
}

/**
 * Returns the base URL of an operation: `override`, else the API's environment variable, else the operation's first
 * server, else the API's. The first two replace the operation's own server too, so that a server pointed at a test
 * system sends nothing to the real API.
 *
 * @throws ToolError that names the variable to set when there is no absolute http(s) URL, or a server variable has no
 *   value, a value that is not in its `enum`, or one that would change which host is called
 * @see OpenAPI 3.2 Server Object and Server Variable Object
 */
export function resolveBaseUrl(
  api: Api,
  request: RequestShape,
  override: string | undefined,
  env: Environment,
): BaseUrl {
  const url = resolveServerUrl(api, request, override, env);
  const socket = unixSocketOf(override ?? variable(env, api.baseUrlEnv) ?? "");
  return {
    origin: url.origin,
    path: url.pathname.replace(/(?<!\/)\/+$/, ""),
    query: url.search.slice(1),
    ...(socket && { socketPath: socket.socketPath }),
  };
}

/**
 * Returns the server's URL, which relative URLs of the API are resolved against.
 *
 * @throws ToolError as `resolveBaseUrl` does
 * @see OpenAPI 3.1 Relative References in API URLs
 */
export function resolveServerUrl(
  api: Api,
  request: Pick<RequestShape, "servers">,
  override: string | undefined,
  env: Environment,
): URL {
  if (override !== undefined) return parseGiven(override, "The option baseUrl");
  const fromEnv = variable(env, api.baseUrlEnv);
  if (fromEnv !== undefined) {
    return parseGiven(fromEnv, `The environment variable ${api.baseUrlEnv}`);
  }
  const advice = `Set the environment variable ${api.baseUrlEnv} to the API's base URL.`;
  const server = request.servers?.[0] ?? api.servers[0];
  if (server === undefined) throw new ToolError(`The API's base URL is not known. ${advice}`);
  return parse(
    expand(server, env, advice),
    `The server's URL ${JSON.stringify(server.url)}`,
    advice,
  );
}

function expand(server: Server, env: Environment, advice: string): string {
  const [host = ""] = /^[^/?#]*:\/\/[^/?#]*/.exec(server.url) ?? [];
  const valueOf = (name: string, isOfHost: boolean): string => {
    const { variables } = server;
    if (variables === undefined || !Object.hasOwn(variables, name)) {
      throw new ToolError(
        `The server's URL has the variable {${name}}, which is not defined. ${advice}`,
      );
    }
    const facts = variables[name]!;
    const value = variable(env, facts.env);
    if (value === undefined) {
      if (facts.default !== undefined) return facts.default;
      const allowed = facts.enum === undefined ? "" : ` to one of: ${facts.enum.join(", ")}`;
      throw new ToolError(
        `The server's URL has the variable {${name}}, which has no value. Set the environment variable ${facts.env}${allowed}.`,
      );
    }
    if (facts.enum !== undefined) {
      if (facts.enum.includes(value)) return value;
      throw new ToolError(
        `The environment variable ${facts.env} is ${JSON.stringify(value)}; allowed: ${facts.enum.join(", ")}.`,
      );
    }
    // In place of a host, "evil.example/" would send the credentials to another one.
    if (isOfHost && !/^[^\s/\\?#@]*$/.test(value)) {
      throw new ToolError(
        `The environment variable ${facts.env} must be a part of a host name, because it stands for {${name}} in ${server.url}. ${advice}`,
      );
    }
    return value;
  };
  const expanded = (text: string, isOfHost: boolean): string =>
    text.replace(/\{([^{}]*)\}/g, (_, name: string) => valueOf(name, isOfHost));
  const origin = expanded(host, true);
  // URL parsers take the first segment of the path for the host if there is none.
  if (origin.endsWith("://")) {
    throw new ToolError(`The server's URL ${server.url} has no host. ${advice}`);
  }
  return origin + expanded(server.url.slice(host.length), false);
}

/** Reads a URL that the user set, which may also be a Unix socket. */
function parseGiven(text: string, what: string): URL {
  const socket = unixSocketOf(text);
  return socket ? new URL(socket.path, unixOrigin) : parse(text, what);
}

/** Messages never contain `text`, because it may hold a password. */
function parse(text: string, what: string, advice = ""): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new ToolError(`${what} is not an absolute URL. ${advice}`.trim());
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ToolError(
      `${what} must be an http or https URL, not ${url.protocol.slice(0, -1)}. ${advice}`.trim(),
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new ToolError(`${what} must not contain a user name or password. ${advice}`.trim());
  }
  return url;
}
