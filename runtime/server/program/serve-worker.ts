import type { Environment } from "../../contract/environment.js";
import type { FetchHandler } from "../../transports/http/fetch.js";
import type { HttpOptions } from "../../transports/http/options.js";
import type { OpenApiServerClass, OpenApiServerOptions } from "../openapi-server.js";
import { fetchHandler } from "../serve/serve.js";

/** The default export of a module Worker. @see https://developers.cloudflare.com/workers/runtime-apis/handlers/fetch/ */
export interface WorkerModule {
  /** @param bindings variables and secrets of the Worker; other bindings are ignored */
  fetch(request: Request, bindings: object): Promise<Response>;
}

/** How a server runs on Cloudflare Workers. */
export interface WorkerOptions extends Omit<OpenApiServerOptions, "env"> {
  /** Further options of Streamable HTTP, such as `authorizer` or `allowedHosts`. */
  readonly http?: HttpOptions;
}

/**
 * Serves Streamable HTTP at `/mcp` from Cloudflare Workers. Variables and secrets of the Worker take the place of the
 * environment. Clients must send the secret `MCP_TOKEN` as a bearer token, unless the options have an `authorizer`,
 * `allowedHosts` or `behindProxy`; without any of them every request is answered with 503. There are no sessions, because
 * each request may reach another isolate.
 */
export function serveWorker(Server: OpenApiServerClass, options: WorkerOptions = {}): WorkerModule {
  let handler: Promise<FetchHandler | string> | undefined;
  return {
    // Nothing may wait for I/O outside a request, so the first one makes the handler.
    async fetch(request, bindings) {
      const handle = await (handler ??= makeHandler(Server, textsOf(bindings), options));
      if (typeof handle !== "string") return handle(request);
      return new Response(`${handle}\n`, { status: 503 });
    },
  };
}

/** Returns the handler, or why the Worker serves nobody. */
async function makeHandler(
  Server: OpenApiServerClass,
  env: Environment,
  { http = {}, ...options }: WorkerOptions,
): Promise<FetchHandler | string> {
  const token = env["MCP_TOKEN"];
  let { authorizer } = http;
  if (!authorizer && token !== undefined) {
    const { tokenAuthorizer } = await import("./inbound-token.js");
    const made = tokenAuthorizer(undefined, token);
    if (typeof made === "string") return `This server does not start: ${made}`;
    authorizer = made;
  }
  if (!authorizer && !http.behindProxy && !http.allowedHosts?.length) return unprotected;
  return fetchHandler(new Server({ ...options, env }), {
    path: "/mcp",
    sessions: false,
    ...http,
    ...(authorizer && { authorizer }),
  });
}

const unprotected =
  "This server does not start: anyone could use it. Set a token that clients must send, of at least 16 characters: npx wrangler secret put MCP_TOKEN";

/** Returns the bindings that are texts. */
function textsOf(bindings: object): Environment {
  const texts = Object.entries(bindings).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(texts) as Environment;
}
