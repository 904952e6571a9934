import type {
  CallToolResult,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  Tool,
} from "../protocol/model.js";
import type { RawVariables, UriTemplate } from "../resources/uri-template.js";
import type { IncomingRequest } from "../session/incoming-request.js";
import type { ToolArguments } from "./registrar.js";

export interface ToolEntry {
  /** As clients see it; made when first listed. */
  describe(): Tool;
  /** @throws ToolError for a failure the model should see, ProtocolError for one it should not */
  call(args: ToolArguments, request: IncomingRequest): Promise<CallToolResult>;
}

export interface ResourceEntry {
  readonly listed: Resource;
  read(request: IncomingRequest): Promise<ReadResourceResult>;
}

export interface TemplateEntry {
  readonly listed: ResourceTemplate;
  readonly template: UriTemplate;
  read(uri: string, variables: RawVariables, request: IncomingRequest): Promise<ReadResourceResult>;
}

/** Everything a server offers, by name, in the order it was added. */
export class Catalogue {
  readonly #tools = new Map<string, ToolEntry>();
  readonly #resources = new Map<string, ResourceEntry>();
  readonly #templates = new Map<string, TemplateEntry>();
  #version = 0;

  /** Rises with each change: what was built for an earlier version is stale. */
  get version(): number {
    return this.#version;
  }

  get tools(): ReadonlyMap<string, ToolEntry> {
    return this.#tools;
  }

  /** By URI. */
  get resources(): ReadonlyMap<string, ResourceEntry> {
    return this.#resources;
  }

  /** By URI template. */
  get templates(): ReadonlyMap<string, TemplateEntry> {
    return this.#templates;
  }

  addTool(name: string, entry: ToolEntry): void {
    if (!/^[A-Za-z0-9_.-]{1,128}$/.test(name)) {
      throw new TypeError(
        `A tool's name has 1 to 128 of A-Z a-z 0-9 _ - . only: ${JSON.stringify(name)}`,
      );
    }
    this.#add(this.#tools, name, entry, "tool");
  }

  addResource(entry: ResourceEntry): void {
    this.#add(this.#resources, entry.listed.uri, entry, "resource");
  }

  addTemplate(entry: TemplateEntry): void {
    this.#add(this.#templates, entry.listed.uriTemplate, entry, "resource template");
  }

  #add<T>(entries: Map<string, T>, key: string, entry: T, kind: string): void {
    if (entries.has(key)) throw new TypeError(`There is a ${kind} ${JSON.stringify(key)} already.`);
    entries.set(key, entry);
    this.#version++;
  }
}
