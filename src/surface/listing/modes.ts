import { stripHidden } from "../../diagnostics/hidden-characters.js";
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
 * `tools`: every operation is listed as a tool. `search`: only pinned ones are, the others are behind the three search
 * tools. `auto`: `search` if the list would exceed `autoLimit`, else `tools`.
 */
export type Mode = "tools" | "search" | "auto";

/**
 * Maximum size of a `tools/list` that `auto` lists, in tokens: a tenth of the 200,000 that many models can read, used
 * before they see the question.
 */
export const autoLimit = 20_000;

const searchNames: ReadonlySet<string> = new Set(Object.values(searchToolNames));

/** Returns the keys of the operations that a route map or `x-mcp` pins. */
export function pinnedKeys(routed: readonly RoutedOperation[]): ReadonlySet<string> {
  return new Set(
    routed.flatMap(({ operation, decision }) => (decision.pin ? [operation.key] : [])),
  );
}

export function toolsOf({ operations }: Surface): readonly SurfaceOperation[] {
  return operations.filter(({ facts }) => facts.expose.as === "tool");
}

/**
 * Moves all tools except `kept` behind the search tools. A tool with the name of a search tool is always moved, because
 * names are unique.
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

/** Adds the document's tags, which a search can use, unlike a list. */
function searchable(expose: Exposure, own: readonly string[]): Exposure {
  const tags = [...new Set([...(expose.tags ?? []), ...own.map(stripHidden)])];
  return {
    ...expose,
    as: "searchable",
    ...defined({ tags: tags.length > 0 ? tags : undefined }),
  } as Exposure;
}

/** Returns the size of a surface's three search tools; 0 if it has none. */
export function searchToolsSize(surface: Surface, measure: Measure): number {
  const facts = factsBehind(surface);
  if (!facts) return 0;
  return Object.values(searchListing(facts)).reduce((sum, tool) => sum + measure(tool), 0);
}

/** Whether the search tool lists all tags. */
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

/** Reports pinned tools that can't be listed because a search tool has their name. */
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
