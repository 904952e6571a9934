import type { JsonObject } from "../../protocol/json.js";
import type { CallToolResult, Tool } from "../../protocol/model.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { AnyOperation } from "../../contract/operation-reference.js";
import { argumentCheck, wrongArguments, type CheckArguments } from "../results/check-arguments.js";
import {
  callUnlisted,
  isHiddenUnlisted,
  listedName,
  mountedCallOf,
} from "../registry/mounted-call.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import type { ToolEntry } from "../registry/registry.js";
import type { ToolArguments } from "../types/definitions.js";
import type { OperationSearch } from "./operation-search.js";
import {
  defaultSearchLimit,
  searchFacts,
  searchListing,
  shownTags,
  type SearchFacts,
  type SearchListing,
} from "../../contract/search-listing.js";
import { searchToolNames, type SearchTool } from "../../contract/search-tool-names.js";
import type { SearchableOperation, SearchHost } from "./search-host.js";

type Hidden = ReadonlySet<AnyOperation>;
type ToolAnswer = CallToolResult | InputRequired;

/** The three tools that find, describe and call unlisted operations. Replaced when these change. */
export class SearchTools {
  readonly #operations: ReadonlyMap<string, SearchableOperation>;
  readonly #adaptTool: SearchHost["adaptTool"];
  readonly #about: SearchFacts;
  readonly #listing: SearchListing;
  /** Whether guards around operations hide some. Those of hosts are not among them. */
  readonly #hidesSome: boolean;
  readonly #checks = new Map<SearchTool, CheckArguments>();
  #search: Promise<OperationSearch> | undefined;

  constructor(
    operations: ReadonlyMap<string, SearchableOperation>,
    { title, adaptTool }: Pick<SearchHost, "title" | "adaptTool">,
  ) {
    this.#operations = operations;
    this.#adaptTool = adaptTool;
    this.#about = searchFacts(title, this.#facts());
    this.#listing = searchListing(this.#about);
    this.#hidesSome = [...operations.values()].some(({ entry }) => entry.guards?.mayHide);
  }

  /**
   * Returns a tool as clients see it, whose names of tools have the prefix.
   *
   * @param isGuarded whether guards around all operations hide some
   */
  describe(which: SearchTool, prefix = "", isGuarded = false): Tool {
    const hidesSome = isGuarded || this.#hidesSome;
    const isPlain = prefix === "" && !hidesSome;
    const listing = isPlain ? this.#listing : searchListing({ ...this.#about, hidesSome }, prefix);
    return this.#adaptTool(listing[which]);
  }

  /** @throws ToolError for wrong arguments, an unknown tag or an unknown operation */
  async call(which: SearchTool, args: ToolArguments, ctx: CallContext): Promise<ToolAnswer> {
    const checked = await this.#check(which)(args, wrongArguments);
    switch (which) {
      case "search":
        return this.#find(checked, await this.#hiddenFrom(ctx));
      case "describe":
        return this.#describe(checked["name"] as string, ctx);
      case "call":
        return this.#call(checked, ctx);
    }
  }

  #check(which: SearchTool): CheckArguments {
    let check = this.#checks.get(which);
    if (!check) {
      // A fault names the values that are allowed; `search` itself says which tags there are for its caller.
      const { inputSchema } = searchListing({ ...this.#about, hidesSome: true })[which];
      check = argumentCheck(() => inputSchema);
      this.#checks.set(which, check);
    }
    return check;
  }

  #facts(): AnyOperation[] {
    return Array.from(this.#operations.values(), ({ operation }) => operation);
  }

  async #find(args: ToolArguments, hidden: Hidden): Promise<CallToolResult> {
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
    const isVisible = (operation: AnyOperation): boolean => !hidden.has(operation);
    const hasTag = (operation: AnyOperation): boolean =>
      isVisible(operation) &&
      (operation.expose.tags?.some((each) => each.toLowerCase() === tagged) ?? false);
    if (tagged !== undefined && !this.#facts().some(hasTag)) {
      const { tags } = searchFacts("", this.#facts().filter(isVisible));
      const known = shownTags(tags).join(", ");
      const hint = known === "" ? "" : ` The tags are: ${known}.`;
      throw new ToolError(`No operation has the tag ${JSON.stringify(tag?.slice(0, 80))}.${hint}`);
    }
    const search = await this.#open();
    const found = search.finder.find(query, limit, tagged === undefined ? isVisible : hasTag);
    const hits = found.map(async (each) => {
      const entry = this.#operations.get(each.expose.name)?.entry;
      await entry?.ready?.();
      return search.hit(each, entry?.describe().inputSchema ?? {}, query);
    });
    return result({ operations: await Promise.all(hits) });
  }

  async #describe(name: string, ctx: CallContext): Promise<CallToolResult> {
    const { operation, entry } = await this.#get(name, ctx);
    if ((await this.#hiddenFrom(ctx)).has(operation)) throw await this.#unknown(name, ctx);
    await entry.ready?.();
    const { _meta: _, icons: __, ...described } = entry.describe();
    return result(described);
  }

  async #call(args: ToolArguments, ctx: CallContext): Promise<ToolAnswer> {
    const name = args["name"] as string;
    const { entry } = await this.#get(name, ctx);
    return callUnlisted(entry, name, (args["arguments"] ?? {}) as ToolArguments, ctx);
  }

  /** @throws ToolError that suggests similar names when there is no such operation */
  async #get(name: string, ctx: CallContext): Promise<SearchableOperation> {
    const found = this.#operations.get(name);
    if (found) return found;
    throw await this.#unknown(name, ctx);
  }

  /** Makes an error that suggests similar names. */
  async #unknown(name: string, ctx: CallContext): Promise<ToolError> {
    const hidden = await this.#hiddenFrom(ctx);
    const { finder } = await this.#open();
    const near = finder.find(name.slice(0, 200), 3, (each) => !hidden.has(each));
    const names = near.map(({ expose }) => expose.name).join(", ");
    const hint = names === "" ? "" : ` Did you mean ${names}?`;
    return new ToolError(
      `There is no operation ${JSON.stringify(name.slice(0, 128))}, so nothing was called.${hint} Use ${listedName(searchToolNames.search, ctx)} to find operations.`,
    );
  }

  /** Returns the operations that guards hide from a caller. */
  async #hiddenFrom(ctx: CallContext): Promise<Hidden> {
    const hidden = new Set<AnyOperation>();
    if (!this.#hidesSome && !hostsHideSome(ctx)) return hidden;
    for (const [name, { operation, entry }] of this.#operations) {
      const isHidden = isHiddenUnlisted(entry, name, ctx);
      if (isHidden !== false && (await isHidden)) hidden.add(operation);
    }
    return hidden;
  }

  #open(): Promise<OperationSearch> {
    this.#search ??= import("./operation-search.js").then(
      (module) => new module.OperationSearch(this.#facts()),
    );
    return this.#search;
  }
}

function result(value: JsonObject): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
}

/** An entry without guards of its own. */
const unguarded: ToolEntry = {
  describe: () => ({ name: "", inputSchema: { type: "object" } }),
  call: () => ({ content: [] }),
};

/** Whether guards around all entries of the hosts of a called server leave some tools out of searches. */
function hostsHideSome(ctx: CallContext): boolean {
  const mounted = mountedCallOf(ctx);
  if (!mounted) return false;
  return mounted.adopt(unguarded, "any").guards?.mayHide === true || hostsHideSome(mounted.ctx);
}
