import type { RoutedOperation } from "../../routes/decision.js";
import type { Operation } from "../../operations/model.js";
import { readableName, toolNamePattern, withHash } from "./names.js";
import type { KeepsName } from "./renames.js";

const forbidden = /[^a-zA-Z0-9_-]+/g;

/**
 * Names tools and resources. A name given by the user, or kept from before, is taken. Otherwise the name is the operationId, made valid where
 * necessary, or, if that is missing or shared, method and path: `get_pets_by_petId`. Names that clash each get a hash of
 * their own method and path, so that no name depends on the order of operations.
 *
 * @returns The operations in order, with unique names `^[a-zA-Z0-9_-]{1,64}$`.
 */
export function nameTools<One extends RoutedOperation & KeepsName>(
  routed: readonly One[],
  sharedIds: ReadonlySet<string>,
): readonly (One & { readonly name: string })[] {
  const drafts = routed.map((one) => ({ one, ...preferredName(one, sharedIds) }));
  const given = new Set(drafts.filter(({ origin }) => origin === "user").map(({ name }) => name));
  const valid = new Set(drafts.filter(({ origin }) => origin === "id").map(({ name }) => name));
  const holders = new Map<string, number>();
  for (const { name, origin } of drafts) {
    if (origin !== "user") holders.set(name, (holders.get(name) ?? 0) + 1);
  }
  const clashes = ({ name, origin }: { name: string; origin: Origin }): boolean => {
    if (origin === "user") return false;
    const isDerived = origin === "derived";
    return given.has(name) || (isDerived && (valid.has(name) || (holders.get(name) ?? 0) > 1));
  };
  const clashing = drafts.filter(clashes);
  const isClashing = new Set(clashing);
  const taken = new Set(given);
  const reserve = (name: string, key: string): string => {
    let unique = name;
    for (let salt = key; taken.has(unique); salt += "'") unique = withHash(name, salt);
    taken.add(unique);
    return unique;
  };
  for (const draft of drafts) {
    if (draft.origin === "user" || isClashing.has(draft)) continue;
    draft.name = reserve(draft.name, draft.one.operation.key);
  }
  for (const draft of clashing) {
    const { key } = draft.one.operation;
    draft.name = reserve(withHash(draft.name, key), key);
  }
  return drafts.map(({ one, name }) => ({ ...one, name }));
}

/** Returns the operationIds that more than one operation has. */
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

/** `user`: given by the user. `id`: an operationId that is valid as it is. */
type Origin = "user" | "id" | "derived";

function preferredName(
  { operation, decision, keptName }: RoutedOperation & KeepsName,
  sharedIds: ReadonlySet<string>,
): { name: string; readonly origin: Origin } {
  const given = decision.name ?? keptName;
  if (given !== undefined) return { name: given, origin: "user" };
  const { operationId, method, path } = operation;
  if (operationId && !sharedIds.has(operationId)) {
    return toolNamePattern.test(operationId)
      ? { name: operationId, origin: "id" }
      : { name: readableName(operationId, forbidden, "operation"), origin: "derived" };
  }
  const spelt = path.replace(/\{([^{}]*)\}/g, "_by_$1_");
  const name = readableName(`${method.toLowerCase()}_${spelt}`, forbidden, "operation");
  return { name, origin: "derived" };
}
