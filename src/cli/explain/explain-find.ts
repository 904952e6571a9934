import { defined } from "../../../runtime/protocol/defined.js";
import type { Generation } from "../../generate.js";
import { nearestName } from "../../load/nearest.js";
import type { Skipped } from "../../operations/model.js";
import type { RoutedOperation } from "../../routes/decision.js";
import type { SurfaceOperation } from "../../surface/model.js";

/** An operation of the document, as far as it got. */
export interface FoundOperation {
  readonly key: string;
  readonly routed?: RoutedOperation;
  /** Absent: it is not offered. */
  readonly offered?: SurfaceOperation;
  readonly skipped?: Skipped;
}

/**
 * Finds an operation by its operationId, by `GET /path`, or by what clients know it by: exactly, else whatever the case
 * of its letters.
 *
 * @returns names that may have been meant when there is none
 */
export function findOperation(
  { model, routed = [], surface }: Generation,
  wanted: string,
): FoundOperation | { readonly near: readonly string[] } {
  const operations = new Map<string, FoundOperation>();
  const names = new Map<string, string>();
  const know = (found: FoundOperation, ...known: readonly (string | undefined)[]): void => {
    operations.set(found.key, found);
    for (const name of [found.key, ...known]) {
      if (name !== undefined && !names.has(name)) names.set(name, found.key);
    }
  };
  const offered = new Map(surface?.operations.map((each) => [each.source.key, each]));
  const skipped = [...(model?.skipped ?? []), ...(surface?.skipped ?? [])];
  for (const each of skipped) know({ key: each.key, skipped: each }, each.operationId);
  for (const each of routed) {
    const { key, operationId } = each.operation;
    const one = offered.get(key);
    const left = skipped.find((other) => other.key === key);
    know(
      {
        key,
        routed: each,
        ...defined({ offered: one, skipped: left }),
      },
      operationId,
      one?.facts.expose.name,
    );
  }
  const lower = wanted.trim().toLowerCase();
  const name = names.has(wanted)
    ? wanted
    : [...names.keys()].find((known) => known.toLowerCase() === lower);
  const found = operations.get(names.get(name ?? "") ?? "");
  return found ?? { near: nearNames(lower, [...names.keys()]) };
}

/** Names like the one that was asked for, or that have it in them. */
function nearNames(wanted: string, names: readonly string[]): readonly string[] {
  const nearest = nearestName(wanted.slice(0, 200), names);
  const within = names.filter((name) => wanted !== "" && name.toLowerCase().includes(wanted));
  return [...new Set([...(nearest === undefined ? [] : [nearest]), ...within])].slice(0, 5);
}
