import { defined } from "../../runtime/protocol/defined.js";
import {
  run,
  type Api,
  type OpenApiServerClass,
  type OpenApiServerOptions,
  type Registrar,
} from "../../runtime/codegen/index.js";
import { compileFilter } from "../../runtime/client/manager/names/tool-filter.js";
import { proxyServer } from "../../runtime/compose/proxy/proxy-server.js";
import { printError } from "../../runtime/protocol/terminal/print.js";
import { OpenApiServer } from "../../runtime/server/openapi-server.js";
import { serverOfFacts } from "../../runtime/server/untyped-api-server.js";
import { locate } from "../diagnostics/locate.js";
import type { LoadedGateway } from "../gateway/load-gateway.js";
import type { Gateway, GatewayDocument, GatewayServer } from "../gateway/gateway-model.js";
import { checkMounts, type MountedDocument } from "../mounts/check-mounts.js";
import { readSurface } from "../read-surface.js";
import type { Options } from "../options/table.js";
import { loginCommandFor } from "./auth/auth-actions.js";
import { agreedOrigins } from "./consent/consent.js";
import { askTerminal } from "./consent/ask-terminal.js";
import type { Job } from "./jobs/job.js";
import { withProgress } from "./progress.js";
import { printDiagnostics } from "./report.js";
import { serverArguments } from "./server-arguments.js";

/** A document that can be served. */
interface ReadDocument extends MountedDocument {
  readonly make: MakeServer;
}

/** Makes a server that a gateway mounts, with the options of the program. */
type MakeServer = (options: OpenApiServerOptions) => object;

/**
 * Serves several documents and remote servers behind one endpoint. Resolves to false if the file or one of its documents can't
 * be used; a remote server that can't be reached costs only its own tools.
 */
export async function runGateway(loaded: LoadedGateway, job: Job): Promise<boolean> {
  const { quiet, verbose } = job.options;
  const { gateway, files, diagnostics } = loaded;
  printDiagnostics(locate(diagnostics, files, job.host.cwd), { quiet, verbose });
  if (!gateway) return false;
  const servers: (readonly [GatewayServer, MakeServer])[] = [];
  const documents: ReadDocument[] = [];
  for (const server of gateway.servers) {
    if (server.kind === "document") {
      const read = await document(server, gateway, job);
      if (!read) return false;
      documents.push(read);
      servers.push([server, read.make]);
    } else servers.push([server, remote(server)]);
  }
  const names = checkMounts(documents, (found) => locate(found, files, job.host.cwd));
  printDiagnostics(names, { quiet, verbose });
  if (names.some(({ severity }) => severity === "error")) return false;
  await run(classOf(gateway, servers), { argv: serverArguments(job.options) });
  return true;
}

/** Returns a class that mounts the servers, so that a gateway runs as the server of a document does. */
function classOf(
  { name, title = name, version, instructions }: Gateway,
  servers: readonly (readonly [GatewayServer, MakeServer])[],
): OpenApiServerClass {
  // No operation is its own, so nothing is ever sent to its server.
  const api: Api = {
    name,
    title,
    version,
    servers: [],
    baseUrlEnv: "",
    ...defined({ instructions }),
  };
  return class extends OpenApiServer {
    static override readonly api = api;
    static readonly apis: readonly Api[] = [];
    readonly #options: OpenApiServerOptions;

    constructor(options: OpenApiServerOptions = {}) {
      super({ ...options, maxKeptBytes: 0 });
      this.#options = options;
    }

    protected override expose(mcp: Registrar): void {
      for (const [{ prefix }, make] of servers) mcp.mount(make(this.#options), { prefix });
    }
  };
}

function remote(server: Exclude<GatewayServer, GatewayDocument>): MakeServer {
  const { name, filter } = server;
  return ({ logger }) => {
    const options = { name, ...defined({ filter, logger }) };
    if (server.kind === "url") {
      return proxyServer(server.url, { ...options, client: { headers: server.headers } });
    }
    const { command, args, env, cwd } = server;
    return proxyServer({ command, args, env, ...defined({ cwd }) }, options);
  };
}

/** Reads a document. Undefined, after a message, if it can't be served. */
async function document(
  server: GatewayDocument,
  { documents }: Gateway,
  { options: given, host }: Job,
): Promise<ReadDocument | undefined> {
  const options: Options = { ...given, ...server.options };
  const { quiet, verbose } = options;
  const {
    surface,
    diagnostics,
    locate: locateIn,
  } = await withProgress(options, (onProgress) =>
    readSurface(server.input, options, { ...host, documents, onProgress }),
  );
  printDiagnostics(diagnostics, { quiet, verbose });
  if (!surface) return undefined;
  const baseUrl = options["base-url"];
  const forwardHeaders = options["forward-header"] ?? [];
  const sendTo = options.mock
    ? []
    : await agreedOrigins(
        {
          spec: server.input,
          api: surface.api,
          env: process.env,
          baseUrl,
          forwardHeaders,
          sendTo: options["send-to"] ?? [],
          ask: askTerminal(options.http !== undefined),
        },
        printError,
      );
  if (sendTo === undefined) return undefined;
  const set = { forwardHeaders, ...defined({ baseUrl, mock: options.mock || undefined }) };
  const { startNotice } = await import("../../runtime/server/program/start-notice.js");
  printError(startNotice(surface.api, set));
  const shows = compileFilter(server.filter);
  const operations = surface.operations.filter(({ facts: { expose } }) => {
    const isTool = expose.as === "tool" || expose.as === "searchable";
    return !isTool || shows({ name: expose.name, inputSchema: {} }, server.name);
  });
  const facts = operations.map((operation) => operation.facts);
  const Server = serverOfFacts(surface.api, facts);
  const make: MakeServer = (common) =>
    new Server({
      ...common,
      ...set,
      sendTo,
      loginCommand: loginCommandFor(server.input),
    });
  const { name, prefix, place } = server;
  return { name, prefix, place, operations, make, locate: locateIn };
}
