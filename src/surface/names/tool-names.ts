import type { RoutedOperation } from "../../routes/decision.js";
import type { Operation } from "../../operations/model.js";
import { readableName, toolNamePattern, withHash } from "./names.js";

const forbidden = /[^a-zA-Z0-9_-]+/g;

/**
 * Names of tools and resources. A name of the user's own holds. Otherwise the operationId, made valid where it is not;
 * without one, or when others have the same, method and path: `get_pets_by_petId`. Where valid names meet, each gets a
 * hash of its own method and path, so that no name depends on the order of operations.
 *
 * @returns One name per operation, unique, `^[a-zA-Z0-9_-]{1,64}$`.
 */
export function toolNames(
  routed: readonly RoutedOperation[],
  sharedIds: ReadonlySet<string>,
): readonly string[] {
  const given = new Set(routed.flatMap(({ decision }) => decision.name ?? []));
  const wanted = routed.map(({ operation, decision }) =>
    decision.name === undefined ? wantedName(operation, sharedIds) : undefined,
  );
  const holders = new Map<string, number>();
  const verbatim = new Set<string>();
  for (const want of wanted) {
    if (!want) continue;
    holders.set(want.name, (holders.get(want.name) ?? 0) + 1);
    if (want.isVerbatim) verbatim.add(want.name);
  }
  const taken = new Set(given);
  const settle = (name: string, key: string): string => {
    let unique = name;
    for (let salt = key; taken.has(unique); salt += "'") unique = withHash(name, salt);
    taken.add(unique);
    return unique;
  };
  const names: string[] = [];
  const late: number[] = [];
  routed.forEach(({ operation, decision }, index) => {
    const want = wanted[index];
    if (!want) names[index] = decision.name ?? operation.key;
    else if (given.has(want.name)) late.push(index);
    else if (want.isVerbatim) names[index] = settle(want.name, operation.key);
    else if (verbatim.has(want.name) || (holders.get(want.name) ?? 0) > 1) late.push(index);
    else names[index] = settle(want.name, operation.key);
  });
  for (const index of late) {
    const { key } = routed[index]!.operation;
    names[index] = settle(withHash(wanted[index]!.name, key), key);
  }
  return names;
}

/** The operationIds that more than one operation has. */
export function sharedOperationIds(operations: readonly Operation[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { operationId } of operations) {
    if (operationId === undefined) continue;
    if (seen.has(operationId)) shared.add(operationId);
    seen.add(operationId);
  }
  return shared;
}

function wantedName(
  { operationId, method, path }: Operation,
  sharedIds: ReadonlySet<string>,
): { readonly name: string; readonly isVerbatim: boolean } {
  if (operationId && !sharedIds.has(operationId)) {
    return toolNamePattern.test(operationId)
      ? { name: operationId, isVerbatim: true }
      : { name: readableName(operationId, forbidden, "operation"), isVerbatim: false };
  }
  const spelt = path.replace(/\{([^{}]*)\}/g, "_by_$1_");
  const name = readableName(`${method.toLowerCase()}_${spelt}`, forbidden, "operation");
  return { name, isVerbatim: false };
}
