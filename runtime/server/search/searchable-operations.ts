import type { JsonObject } from "../../protocol/json.js";
import type { CallToolResult, Tool } from "../../protocol/model.js";
import { ToolError } from "../../protocol/tool-error.js";
import { adaptSchema } from "../../upstream/adapt-schema.js";
import type { Api } from "../../upstream/api.js";
import type { Operation } from "../../upstream/operation.js";
import { argumentCheck, wrongArguments } from "../arguments.js";
import type { CallContext, InputRequired } from "../call-context.js";
import type { Catalogue, ToolEntry } from "../catalogue.js";
import type { Registration, ToolArguments } from "../registrar.js";
import type { OperationFinder } from "./operation-finder.js";
import {
  defaultSearchLimit,
  searchFacts,
  searchListing,
  searchToolNames,
  type SearchListing,
} from "./search-listing.js";

/** An operation that is not listed, and what describes and calls it. */
interface SearchableOperation {
  readonly operation: Operation;
  readonly entry: ToolEntry;
}

type ToolAnswer = CallToolResult | InputRequired;

/** In characters, of one line of a result. */
const maxSummary = 120;
/** Required arguments that a result names. */
const maxRequired = 20;

/** The operations that a server offers without listing them, and the three tools that lead to them. */
export class SearchableOperations {
  readonly #catalogue: Catalogue;
  readonly #api: Pick<Api, "title" | "listing">;
  readonly #operations = new Map<string, SearchableOperation>();
  #tools: readonly Registration[] = [];
  #listing: SearchListing | undefined;
  #finder: Promise<OperationFinder> | undefined;

  constructor(catalogue: Catalogue, api: Pick<Api, "title" | "listing">) {
    this.#catalogue = catalogue;
    this.#api = api;
  }

  /** @throws TypeError when the name is taken, or that of one of the three tools is */
  add(operation: Operation, entry: ToolEntry): Registration {
    const { name } = operation.expose;
    if (this.#operations.has(name)) {
      throw new TypeError(`There is an operation ${JSON.stringify(name)} already.`);
    }
    const added = { operation, entry };
    this.#operations.set(name, added);
    this.#changed();
    return {
      remove: () => {
        if (this.#operations.get(name) !== added) return;
        this.#operations.delete(name);
        this.#changed();
      },
    };
  }

  /** What is listed tells of the operations: once it has been made it is made anew, and clients hear of it. */
  #changed(): void {
    this.#finder = undefined;
    const isStale = this.#listing !== undefined || this.#operations.size === 0;
    if (isStale) {
      this.#listing = undefined;
      for (const tool of this.#tools) tool.remove();
      this.#tools = [];
    }
    if (this.#tools.length > 0 || this.#operations.size === 0) return;
    this.#tools = [
      this.#addTool("search", (args) => this.#search(args)),
      this.#addTool("describe", ({ name }) => this.#describe(name as string)),
      this.#addTool("call", (args, ctx) => this.#call(args, ctx)),
    ];
  }

  #addTool(
    which: keyof SearchListing,
    run: (args: ToolArguments, ctx: CallContext) => ToolAnswer | Promise<ToolAnswer>,
  ): Registration {
    // Made anew with the tool whenever what is listed changes.
    const check = argumentCheck(() => this.#list()[which].inputSchema);
    return this.#catalogue.addTool(searchToolNames[which], {
      describe: () => this.#shown(this.#list()[which]),
      call: async (args, ctx) => run(await check(args, wrongArguments), ctx),
    });
  }

  #list(): SearchListing {
    this.#listing ??= searchListing(searchFacts(this.#api.title, this.#facts()));
    return this.#listing;
  }

  #shown(tool: Tool): Tool {
    const { listing } = this.#api;
    if (!listing) return tool;
    return { ...tool, inputSchema: adaptSchema(tool.inputSchema, listing).schema };
  }

  #facts(): Operation[] {
    return Array.from(this.#operations.values(), ({ operation }) => operation);
  }

  async #search(args: ToolArguments): Promise<CallToolResult> {
    const {
      query,
      limit = defaultSearchLimit,
      tag,
    } = args as {
      query: string;
      limit?: number;
      tag?: string;
    };
    const tagged = tag?.toLowerCase();
    const hasTag = ({ expose }: Operation): boolean =>
      expose.tags?.some((each) => each.toLowerCase() === tagged) ?? false;
    if (tagged !== undefined && !this.#facts().some(hasTag)) {
      throw new ToolError(`No operation has the tag ${JSON.stringify(tag?.slice(0, 80))}.`);
    }
    const finder = await this.#find();
    const found = finder.find(query, limit, tagged === undefined ? undefined : hasTag);
    return result({ operations: found.map(hit) });
  }

  async #describe(name: string): Promise<CallToolResult> {
    const { _meta: _, icons: __, ...described } = (await this.#get(name)).entry.describe();
    return result(described);
  }

  async #call(args: ToolArguments, ctx: CallContext): Promise<ToolAnswer> {
    const { entry } = await this.#get(args["name"] as string);
    return entry.call((args["arguments"] ?? {}) as ToolArguments, ctx);
  }

  /** @throws ToolError that names those it may mean */
  async #get(name: string): Promise<SearchableOperation> {
    const found = this.#operations.get(name);
    if (found) return found;
    const finder = await this.#find();
    const near = finder.find(name.slice(0, 200), 3).map(({ expose }) => expose.name);
    const hint = near.length > 0 ? ` Did you mean ${near.join(", ")}?` : "";
    throw new ToolError(
      `There is no operation ${JSON.stringify(name.slice(0, 128))}, so nothing was called.${hint} ${searchToolNames.search} finds others.`,
    );
  }

  #find(): Promise<OperationFinder> {
    this.#finder ??= import("./operation-finder.js").then(
      (module) => new module.OperationFinder(this.#facts()),
    );
    return this.#finder;
  }
}

/** What a search says of an operation: enough to choose it, and to call it when that is easy. */
function hit({ expose, description, id, input }: Operation): JsonObject {
  const [line = ""] = (description || expose.title || id).split("\n", 1);
  const required = Array.isArray(input["required"]) ? input["required"] : [];
  return {
    name: expose.name,
    summary: line.length > maxSummary ? `${line.slice(0, maxSummary - 1).trimEnd()}\u2026` : line,
    required: required.slice(0, maxRequired),
  };
}

function result(value: JsonObject): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
}
