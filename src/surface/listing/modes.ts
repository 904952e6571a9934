/** What is listed, and what is only found by the search tools. */
import { defined } from "../../../runtime/protocol/defined.js";
import {
  searchFacts,
  searchListing,
  shownTags,
  type SearchFacts,
} from "../../../runtime/contract/search-listing.js";
import { searchToolNames } from "../../../runtime/contract/search-tool-names.js";
import type { Exposure } from "../../../runtime/contract/operation.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Decision, RoutedOperation } from "../../routes/decision.js";
import type { Measure } from "./list-size.js";
import type { Surface, SurfaceOperation } from "../model.js";

/**
 * `tools`: every operation is a tool of the list. `search`: pinned ones are, the rest is behind the three search tools.
 * `auto`: the latter when the list would be larger than `autoLimit`.
 */
export type Mode = "tools" | "search" | "auto";

/**
 * Tokens of a `tools/list` from which on `auto` searches: a tenth of the 200,000 that many models can read, before
 * they have read the question.
 */
export const autoLimit = 20_000;

const searchNames: ReadonlySet<string> = new Set(Object.values(searchToolNames));

/** Keys of the operations that a route map or `x-mcp` pins. */
export function pinnedKeys(routed: readonly RoutedOperation[]): ReadonlySet<string> {
  return new Set(
    routed.flatMap(({ operation, decision }) => (decision.pin ? [operation.key] : [])),
  );
}

/** The tools of a surface, in its order. */
export function toolsOf({ operations }: Surface): readonly SurfaceOperation[] {
  return operations.filter(({ facts }) => facts.expose.as === "tool");
}

/**
 * The same surface with all tools but those `kept` behind the search tools. A tool that has the name of one of those is
 * behind them in any case: there can't be two.
 */
export function moveBehindSearch(surface: Surface, kept: ReadonlySet<string>): Surface {
  return {
    ...surface,
    operations: surface.operations.map((one): SurfaceOperation => {
      const { expose } = one.facts;
      if (expose.as !== "tool" || (kept.has(one.source.key) && !searchNames.has(expose.name))) {
        return one;
      }
      return { ...one, facts: { ...one.facts, expose: searchable(expose, one.source.tags) } };
    }),
  };
}

/** Unlike a list, a search can make use of the document's own tags. */
function searchable(expose: Exposure, own: readonly string[]): Exposure {
  const tags = [...new Set([...(expose.tags ?? []), ...own])];
  return {
    ...expose,
    as: "searchable",
    ...defined({ tags: tags.length > 0 ? tags : undefined }),
  } as Exposure;
}

/** What the three search tools of a surface weigh; nothing where there are none. */
export function searchToolsSize(surface: Surface, measure: Measure): number {
  const facts = factsBehind(surface);
  if (!facts) return 0;
  return Object.values(searchListing(facts)).reduce((sum, tool) => sum + measure(tool), 0);
}

/** Whether the search tool names all tags there are. */
export function listsTags(surface: Surface): boolean {
  const facts = factsBehind(surface);
  return !facts || facts.tags.length === shownTags(facts.tags).length;
}

function factsBehind({ api, operations }: Surface): SearchFacts | undefined {
  const behind = operations.flatMap(({ facts }) =>
    facts.expose.as === "searchable" ? [facts] : [],
  );
  return behind.length === 0 ? undefined : searchFacts(api.title, behind);
}

/** Tools that were pinned but can't be listed beside the search tools. */
export function unpinnable(
  surface: Surface,
  routed: readonly RoutedOperation[],
): readonly Diagnostic[] {
  const decisions = new Map<string, Decision>(
    routed.map(({ operation, decision }) => [operation.key, decision]),
  );
  return surface.operations.flatMap(({ source, facts }): Diagnostic[] => {
    const decision = decisions.get(source.key);
    if (facts.expose.as !== "searchable" || !decision?.pin) return [];
    if (!searchNames.has(facts.expose.name)) return [];
    return [
      {
        code: "name-taken",
        severity: "error",
        message: `${source.key} can't be pinned as ${facts.expose.name}: a search tool has that name.`,
        place: decision.place ?? source.place,
        hint: "Give it another name in the route map, or leave `pin` out.",
      },
    ];
  });
}
