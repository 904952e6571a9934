import type { Lock } from "./lock.js";

/** Stands for the server's instructions, a name that no tool can have. */
const instructions = "(instructions)";

/** Returns the names of the tools and resources that both servers have and whose texts differ, sorted. */
export function changedTexts(before: Lock, now: Lock): readonly string[] {
  const old = textsByName(before);
  return [...textsByName(now)]
    .flatMap(([name, texts]) => ((old.get(name) ?? texts) === texts ? [] : [name]))
    .sort();
}

function textsByName({ server, operations }: Lock): ReadonlyMap<string, string> {
  const entries = [...operations.values()].map(({ name, texts }) => [name, texts] as const);
  return new Map([[instructions, server.texts], ...entries]);
}
