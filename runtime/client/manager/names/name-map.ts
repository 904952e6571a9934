/** The kept map between exposed names and tools. Nothing is ever found by taking a name apart. */
import { exposedName, fittingName, hashedName, type NamingScheme } from "./exposed-name.js";

/** A tool of a server, by the names that server and user gave. */
export interface ToolAddress {
  readonly server: string;
  readonly tool: string;
}

/** A tool that gets no name. */
export interface RefusedName extends ToolAddress {
  readonly reason: string;
}

/** Names of the tools of all servers at one time. */
export interface NameMap<T extends ToolAddress> {
  /** In the order of the given tools. */
  readonly byName: ReadonlyMap<string, T>;
  readonly refused: readonly RefusedName[];
}

/**
 * Names each tool. Who else is there changes a name only with a naming function that gives two tools one name: then each
 * of them ends with a hash.
 */
export function nameTools<T extends ToolAddress>(
  tools: Iterable<T>,
  scheme: NamingScheme,
  maxLength: number,
): NameMap<T> {
  const refused: RefusedName[] = [];
  const wanted = new Map<string, T[]>();
  for (const each of withoutTwins(tools, refused)) {
    const name = nameOf(each, scheme, maxLength, refused);
    if (name === undefined) continue;
    const others = wanted.get(name);
    if (others) others.push(each);
    else wanted.set(name, [each]);
  }
  const named = new Map<string, T[]>();
  for (const [name, same] of wanted) {
    for (const each of same) {
      const own = same.length === 1 ? name : hashedName(name, each.server, each.tool, maxLength);
      named.set(own, [...(named.get(own) ?? []), each]);
    }
  }
  const byName = new Map<string, T>();
  for (const [name, same] of named) {
    if (same.length === 1) byName.set(name, same[0]!);
    else {
      const reason = `Several tools would be called "${name}", so none of them is.`;
      for (const { server, tool } of same) refused.push({ server, tool, reason });
    }
  }
  return { byName, refused };
}

/** Leaves out all but the first of a server's tools of one name: a call can't say which of them it means. */
function* withoutTwins<T extends ToolAddress>(
  tools: Iterable<T>,
  refused: RefusedName[],
): Generator<T> {
  const seen = new Map<string, Set<string>>();
  for (const each of tools) {
    const { server, tool } = each;
    const names = seen.get(server) ?? new Set();
    seen.set(server, names);
    if (names.has(tool)) {
      refused.push({ server, tool, reason: `The server lists "${tool}" more than once.` });
    } else {
      names.add(tool);
      yield each;
    }
  }
}

function nameOf(
  { server, tool }: ToolAddress,
  scheme: NamingScheme,
  maxLength: number,
  refused: RefusedName[],
): string | undefined {
  if (typeof scheme !== "function") return exposedName(scheme, server, tool, maxLength);
  try {
    return fittingName(scheme(server, tool), server, tool, maxLength);
  } catch (error) {
    refused.push({ server, tool, reason: `The naming function failed: ${String(error)}` });
    return undefined;
  }
}
