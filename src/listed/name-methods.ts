import { shortHash } from "../surface/names/names.js";
import { reservedMembers } from "../surface/names/reserved.js";
import { camelCase, upperStart } from "../surface/names/symbols.js";

/** Members of the runtime's `TypedClient`, and of the generated class. */
const clientMembers: ReadonlySet<string> = new Set("mcp calls close connect".split(" "));

export type ListedKind = "tool" | "resource" | "template" | "prompt";

/** Whether a method of a client can't have this name. */
export function isReservedInClients(name: string): boolean {
  return clientMembers.has(name) || reservedMembers.has(name);
}

/**
 * Gives the entries of a server's lists names of methods, in order: `echo` for a tool, `readReadme` for a resource,
 * `reviewPrompt` for a prompt. Names that clash each get a hash of their own kind and key, so that none depends on others'
 * order.
 *
 * @param key identifies the entry in its list: its name, URI or template
 */
export function nameMethods<
  Entry extends { readonly kind: ListedKind; readonly name: string; readonly key: string },
>(entries: readonly Entry[]): readonly (Entry & { readonly symbol: string })[] {
  const bases = entries.map(({ kind, name }) => methodName(kind, name));
  const holders = new Map<string, number>();
  for (const base of bases) holders.set(base, (holders.get(base) ?? 0) + 1);
  const taken = new Set<string>();
  return entries.map((entry, at) => {
    const base = bases[at] ?? "";
    const isAlone = holders.get(base) === 1;
    let symbol = isAlone ? base : `${base}_${shortHash(`${entry.kind} ${entry.key}`)}`;
    while (isReservedInClients(symbol) || taken.has(symbol)) symbol += "_";
    taken.add(symbol);
    return { ...entry, symbol };
  });
}

function methodName(kind: ListedKind, name: string): string {
  const words = camelCase(name);
  if (kind === "tool") return words;
  if (kind === "prompt") return /prompt$/i.test(words) ? words : `${words}Prompt`;
  return `read${upperStart(words)}`;
}
