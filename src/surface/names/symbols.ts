import type { Operation } from "../../operations/model.js";
import { readableName, shortHash, wordsOf } from "./names.js";
import { reservedMembers } from "./reserved.js";

/**
 * TypeScript identifiers for operations: name of the constant in `operations.ts` and of the method in `server.ts`.
 * The operationId in camel case; where two would be the same, each gets a hash of its own method and path.
 *
 * @returns One symbol per operation, unique, reserved neither by the language nor by the runtime's class.
 */
export function symbolsOf(
  operations: readonly Operation[],
  toolNames: readonly string[],
  sharedIds: ReadonlySet<string>,
): readonly string[] {
  const wanted = operations.map(({ operationId }, index) => {
    const isOwn = operationId !== undefined && !sharedIds.has(operationId);
    return camelCase((isOwn ? operationId : toolNames[index]) ?? "");
  });
  const holders = new Map<string, number>();
  for (const name of wanted) holders.set(name, (holders.get(name) ?? 0) + 1);
  const taken = new Set<string>();
  return operations.map(({ key }, index) => {
    const name = wanted[index] ?? "";
    let symbol = (holders.get(name) ?? 0) > 1 ? `${name}_${shortHash(key)}` : name;
    while (reservedMembers.has(symbol) || taken.has(symbol)) symbol += "_";
    taken.add(symbol);
    return symbol;
  });
}

const maxLength = 120;

/** Words joined as an identifier: `repos/list-for-user` → `reposListForUser`, `2fa` → `operation2fa`. */
export function camelCase(text: string): string {
  const [first = "operation", ...rest] = wordsOf(
    readableName(text, /[^a-zA-Z0-9]+/g, "operation", maxLength),
  );
  const start = /^\d/.test(first) ? `operation${first}` : lowerStart(first);
  return start + rest.map(upperStart).join("");
}

export function upperStart(setting: string): string {
  return setting.charAt(0).toUpperCase() + setting.slice(1);
}

/** `URL` → `url`, `List` → `list`. */
function lowerStart(setting: string): string {
  return /^[A-Z0-9]+$/.test(setting)
    ? setting.toLowerCase()
    : setting.charAt(0).toLowerCase() + setting.slice(1);
}
