/** The tools of all servers that are connected, by the names that models call. */
import type { Log } from "../../protocol/log.js";
import type { Tool } from "../../protocol/model.js";
import type { ExposedTool } from "./manager-model.js";
import type { ServerLink } from "./link/server-link.js";
import { grantName, type Need } from "./grants/grant.js";
import type { NamingScheme } from "./names/exposed-name.js";
import { nameTools, type RefusedName, type ToolAddress } from "./names/name-map.js";
import type { ShowsTool } from "./names/tool-filter.js";

/** A tool with the connection that it is called over. */
export interface CatalogTool {
  readonly link: ServerLink;
  readonly exposed: ExposedTool;
  /** What a call needs to be granted. */
  readonly need: Need;
}

export interface CatalogSettings {
  readonly naming: NamingScheme;
  readonly maxNameLength: number;
  /** The filter for all servers. */
  readonly shows: ShowsTool;
  readonly log: Log;
}

interface Candidate extends ToolAddress {
  readonly link: ServerLink;
  readonly definition: Tool;
}

export class Catalog {
  readonly #byName = new Map<string, CatalogTool>();
  readonly #byServer = new Map<string, ExposedTool[]>();
  /** Tools that get no name. */
  readonly refused: readonly RefusedName[];

  constructor(links: Iterable<ServerLink>, settings: CatalogSettings) {
    const candidates = [...links]
      .filter((link) => link.isLive)
      .flatMap((link) => {
        const shown = toolsOf(link).filter((tool) => isShown(tool, link, settings));
        return shown.map((definition): Candidate => ({
          server: link.name,
          tool: definition.name,
          link,
          definition,
        }));
      });
    const { byName, refused } = nameTools(candidates, settings.naming, settings.maxNameLength);
    this.refused = refused;
    for (const [name, { link, definition }] of byName) {
      const need: Need = { server: link.name, kind: "tool", name: definition.name };
      const exposed = exposedTool(name, need, definition);
      this.#byName.set(name, { link, exposed, need });
      const same = this.#byServer.get(link.name);
      if (same) same.push(exposed);
      else this.#byServer.set(link.name, [exposed]);
    }
  }

  get size(): number {
    return this.#byName.size;
  }

  names(): string[] {
    return [...this.#byName.keys()];
  }

  tools(): ExposedTool[] {
    return [...this.#byName.values()].map(({ exposed }) => exposed);
  }

  /** Returns the names of another catalog, and of those that had departed before, whose servers are not connected now. */
  departedSince(
    before: Catalog,
    earlier: ReadonlyMap<string, ServerLink>,
  ): ReadonlyMap<string, ServerLink> {
    const known = [...before.#byName].map(([name, { link }]) => [name, link] as const);
    return new Map([...earlier, ...known].filter(([, link]) => !link.isLive && !link.isForgotten));
  }

  /** Whether a server has the same tools by the same names in another catalog. */
  hasSame(other: Catalog, server: string): boolean {
    const [own, others] = [this.of(server), other.of(server)];
    return (
      own.length === others.length &&
      own.every((each, index) => {
        const { name, definition } = others[index]!;
        return each.name === name && each.definition === definition;
      })
    );
  }

  find(name: string): CatalogTool | undefined {
    return this.#byName.get(name);
  }

  of(server: string): readonly ExposedTool[] {
    return this.#byServer.get(server) ?? [];
  }

  refusedOf(server: string): readonly RefusedName[] {
    return this.refused.filter((each) => each.server === server);
  }
}

/** Whether both filters show the tool. One that throws hides it. */
export function isShown(tool: Tool, link: ServerLink, { shows, log }: CatalogSettings): boolean {
  try {
    return shows(tool, link.name) && link.shows(tool, link.name);
  } catch (error) {
    log.warn("A filter of tools failed, so the tool is hidden.", error, { server: link.name });
    return false;
  }
}

/** Returns the tools of a server: those that the user registered, and those that it lists by other names. */
export function toolsOf(link: ServerLink): readonly Tool[] {
  const { registered } = link;
  if (registered.length === 0) return link.lists.tools;
  const names = new Set(registered.map((each) => each.name));
  return [...link.lists.tools.filter((each) => !names.has(each.name)), ...registered];
}

/** Returns the tool as it is shown, which `name` may not be. */
function exposedTool(name: string, need: Need, definition: Tool): ExposedTool {
  const { name: tool, title = definition.annotations?.title, description } = definition;
  const { inputSchema } = definition;
  return {
    name,
    server: need.server,
    tool,
    title,
    description,
    inputSchema,
    definition,
    grantName: grantName(need),
  };
}
