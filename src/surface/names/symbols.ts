import type { Operation } from "../../operations/model.js";
import { readableName, shortHash, wordsOf } from "./names.js";
import type { KeepsName } from "./renames.js";
import { reservedMembers } from "./reserved.js";

/**
 * Gives operations TypeScript identifiers: the names of their constants in `operations.ts` and of their methods in
 * `server.ts`. A symbol is the operationId in camel case; symbols that clash each get a hash of their own method and path.
 *
 * @returns The operations in order; no symbol is reserved by the language or the runtime's class.
 */
export function nameSymbols<
  One extends KeepsName & { readonly operation: Operation; readonly name: string },
>(
  named: readonly One[],
  sharedIds: ReadonlySet<string>,
): readonly (One & { readonly symbol: string })[] {
  const drafts = named.map((one) => {
    const { operationId } = one.operation;
    const isOwn = operationId !== undefined && !sharedIds.has(operationId);
    return { one, base: camelCase(one.keptName ?? (isOwn ? operationId : one.name)) };
  });
  const holders = new Map<string, number>();
  for (const { base } of drafts) holders.set(base, (holders.get(base) ?? 0) + 1);
  const taken = new Set<string>();
  return drafts.map(({ one, base }) => {
    let symbol = (holders.get(base) ?? 0) > 1 ? `${base}_${shortHash(one.operation.key)}` : base;
    while (reservedMembers.has(symbol) || taken.has(symbol)) symbol += "_";
    taken.add(symbol);
    return { ...one, symbol };
  });
}

const maxLength = 120;

/** Joins words to an identifier: `repos/list-for-user` → `reposListForUser`, `2fa` → `operation2fa`. */
export function camelCase(text: string): string {
  const [first = "operation", ...rest] = wordsOf(
    readableName(text, /[^a-zA-Z0-9]+/g, "operation", maxLength),
  );
  const start = /^\d/.test(first) ? `operation${first}` : lowerStart(first);
  return start + rest.map(upperStart).join("");
}

export function upperStart(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `URL` → `url`, `List` → `list`. */
function lowerStart(word: string): string {
  return /^[A-Z0-9]+$/.test(word)
    ? word.toLowerCase()
    : word.charAt(0).toLowerCase() + word.slice(1);
}
