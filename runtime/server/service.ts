import {
  encodeCallResult,
  encodeImplementation,
  encodeReadResult,
  writeResult,
  type CacheHints,
} from "../protocol/codec.js";
import { isObject, member, type JsonObject } from "../protocol/json.js";
import { isLogLevel, type CallToolResult, type Implementation } from "../protocol/model.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import { isModern, modernRevisions, type Revision } from "../protocol/revisions.js";
import { ToolError } from "../protocol/tool-error.js";
import type { IncomingRequest } from "../session/incoming-request.js";
import type { Service } from "../session/service.js";
import { UpstreamError } from "../upstream/upstream-error.js";
import type { Catalogue } from "./catalogue.js";
import { listCache, Lists } from "./lists.js";

/** What a server says of itself. */
export interface ServerFacts {
  readonly info: Implementation;
  readonly instructions?: string;
  /** Most items on a page of a list. */
  readonly pageSize: number;
}

/** What is read may change at any time. */
const readCache: CacheHints = { ttlMs: 0, cacheScope: "private" };
const noArguments: JsonObject = Object.freeze(Object.create(null) as JsonObject);
const listMethods = ["tools/list", "resources/list", "resources/templates/list"];

interface Method {
  readonly eras: "legacy" | "modern" | "both";
  /** The capability it belongs to. */
  readonly needs?: "tools" | "resources" | "logging";
  handle(request: IncomingRequest): string | Promise<string>;
}

/** The methods of an MCP server over a catalogue. One instance serves every client and every revision. */
export class CatalogueService implements Service {
  readonly #catalogue: Catalogue;
  readonly #facts: ServerFacts;
  readonly #lists: Lists;
  readonly #methods: ReadonlyMap<string, Method>;

  constructor(catalogue: Catalogue, facts: ServerFacts) {
    this.#catalogue = catalogue;
    this.#facts = facts;
    this.#lists = new Lists(catalogue, facts.info, facts.pageSize);
    this.#methods = new Map<string, Method>([
      ["initialize", { eras: "legacy", handle: (request) => this.#initialize(request) }],
      ["ping", { eras: "legacy", handle: () => "{}" }],
      [
        "logging/setLevel",
        { eras: "legacy", needs: "logging", handle: (request) => this.#setLevel(request) },
      ],
      ["server/discover", { eras: "modern", handle: (request) => this.#discover(request) }],
      [
        "tools/call",
        { eras: "both", needs: "tools", handle: (request) => this.#callTool(request) },
      ],
      [
        "resources/read",
        { eras: "both", needs: "resources", handle: (request) => this.#readResource(request) },
      ],
      ...listMethods.map((name): [string, Method] => [
        name,
        {
          eras: "both",
          needs: name === "tools/list" ? "tools" : "resources",
          handle: ({ method, protocolVersion, params }) =>
            this.#lists.page(method, protocolVersion, member(params, "cursor")),
        },
      ]),
    ]);
  }

  has(method: string, revision: Revision): boolean {
    const found = this.#methods.get(method);
    return found !== undefined && this.#serves(found, revision);
  }

  async handle(request: IncomingRequest): Promise<string> {
    const method = this.#methods.get(request.method);
    if (!method || !this.#serves(method, request.protocolVersion, request)) {
      throw new ProtocolError(
        errorCodes.methodNotFound,
        `There is no method ${request.method.slice(0, 100)}.`,
      );
    }
    return method.handle(request);
  }

  #serves(method: Method, revision: Revision, request?: IncomingRequest): boolean {
    if (method.eras !== "both" && (method.eras === "modern") !== isModern(revision)) return false;
    switch (method.needs) {
      case "tools":
        return this.#catalogue.tools.size > 0;
      case "resources":
        return this.#hasResources();
      case "logging":
        return request?.session !== undefined;
      default:
        return true;
    }
  }

  #hasResources(): boolean {
    return this.#catalogue.resources.size > 0 || this.#catalogue.templates.size > 0;
  }

  /** Exactly what there are handlers for. Log levels need somewhere to be remembered before 2026-07-28. */
  #capabilities(canLog: boolean): JsonObject {
    return {
      ...(canLog && { logging: {} }),
      ...(this.#hasResources() && { resources: {} }),
      ...(this.#catalogue.tools.size > 0 && { tools: {} }),
    };
  }

  /** @see MCP 2025-11-25, Lifecycle, Initialization */
  #initialize({ protocolVersion, session }: IncomingRequest): string {
    const { info, instructions } = this.#facts;
    return JSON.stringify({
      protocolVersion,
      capabilities: this.#capabilities(session !== undefined),
      serverInfo: encodeImplementation(info, protocolVersion),
      instructions,
    });
  }

  /** @see MCP 2026-07-28, Discovery */
  #discover({ protocolVersion }: IncomingRequest): string {
    const { info, instructions } = this.#facts;
    const result = {
      supportedVersions: modernRevisions,
      capabilities: this.#capabilities(true),
      instructions,
    };
    return writeResult(result, protocolVersion, info, listCache);
  }

  /** @see MCP 2025-11-25, Logging */
  #setLevel({ params, session }: IncomingRequest): string {
    const level = member(params, "level");
    if (!isLogLevel(level)) {
      throw new ProtocolError(errorCodes.invalidParams, "`level` must be a log level.");
    }
    if (session) session.logLevel = level;
    return "{}";
  }

  /** @see MCP 2026-07-28, Tools */
  async #callTool(request: IncomingRequest): Promise<string> {
    const name = member(request.params, "name");
    if (typeof name !== "string") {
      throw new ProtocolError(errorCodes.invalidParams, "`tools/call` needs `name`: a string.");
    }
    const tool = this.#catalogue.tools.get(name);
    if (!tool) {
      throw new ProtocolError(errorCodes.invalidParams, `Unknown tool: ${name.slice(0, 128)}`);
    }
    const given = member(request.params, "arguments");
    const args = given === undefined ? noArguments : given;
    if (!isObject(args)) {
      throw new ProtocolError(errorCodes.invalidParams, "`arguments` must be an object.");
    }
    let result: CallToolResult;
    try {
      result = await tool.call(args, request);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      result = failure(error, name, request.aborted);
    }
    const { protocolVersion } = request;
    return writeResult(
      encodeCallResult(result, protocolVersion),
      protocolVersion,
      this.#facts.info,
    );
  }

  /** @see MCP 2026-07-28, Resources */
  async #readResource(request: IncomingRequest): Promise<string> {
    const uri = member(request.params, "uri");
    if (typeof uri !== "string") {
      throw new ProtocolError(errorCodes.invalidParams, "`resources/read` needs `uri`: a string.");
    }
    const result = await this.#read(uri, request);
    const { protocolVersion } = request;
    const encoded = encodeReadResult(result, protocolVersion);
    return writeResult(encoded, protocolVersion, this.#facts.info, readCache);
  }

  async #read(uri: string, request: IncomingRequest) {
    try {
      const resource = this.#catalogue.resources.get(uri);
      if (resource) return await resource.read(request);
      for (const { template, read } of this.#catalogue.templates.values()) {
        const variables = template.match(uri);
        if (variables) return await read(uri, variables, request);
      }
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (!(error instanceof UpstreamError) || error.status !== 404) {
        throw new ProtocolError(errorCodes.internalError, error.message, { uri });
      }
    }
    throw resourceNotFound(uri, request.protocolVersion);
  }
}

/** @see MCP 2026-07-28, Resources, Error Handling */
function resourceNotFound(uri: string, revision: Revision): ProtocolError {
  const code = isModern(revision) ? errorCodes.invalidParams : errorCodes.legacyResourceNotFound;
  return new ProtocolError(code, `Resource not found: ${uri.slice(0, 500)}`, { uri });
}

/** A failure as the model sees it: its own message when it was made for it, else no particulars. */
function failure(error: unknown, tool: string, aborted: boolean): CallToolResult {
  let text: string;
  if (error instanceof ToolError) text = error.message;
  else {
    text = `The tool ${tool} failed because of an error in the server.`;
    if (!aborted) console.error(`Tool ${tool} failed:`, error);
  }
  return { content: [{ type: "text", text }], isError: true };
}
