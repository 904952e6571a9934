import type { Api } from "../contract/api.js";
import { OpenApiServer, type OpenApiServerOptions } from "./openapi-server.js";

/** What the whole server does around its documents' servers, so that these must not do it once more. */
const ownOptions: ReadonlySet<string> = new Set<keyof OpenApiServerOptions>([
  "use",
  "lifespan",
  "limits",
  "declare",
  "extensions",
  "experimental",
  "onNotification",
]);

/** What is right for one API at most. */
const ofOneApi = ["baseUrl", "headers", "driftReport"] as const;

/**
 * Several APIs behind one endpoint. The class that a project of several documents generates has a method for each document,
 * which makes its server, and mounts these servers in `expose`. Override the method of a document to serve a class of your own.
 */
export abstract class OpenApiGateway extends OpenApiServer {
  /** The facts of the APIs, for `--help` and for what is told at start. */
  declare static readonly apis: readonly Api[];

  /** The options for the server of a document: those of the gateway, without what holds for the gateway as a whole. */
  protected readonly mounted: OpenApiServerOptions;

  /** @throws TypeError for `baseUrl`, `headers` and `driftReport`, which would reach every API */
  constructor(options: OpenApiServerOptions = {}) {
    for (const name of ofOneApi) {
      if (options[name] === undefined) continue;
      throw new TypeError(
        `The option ${name} is for one API. Give it to the server of that API, in the method that makes it.`,
      );
    }
    super(options);
    this.mounted = Object.fromEntries(
      Object.entries(options).filter(([name]) => !ownOptions.has(name)),
    );
  }
}
