import { defined } from "../../../runtime/protocol/defined.js";
import type { Generation } from "../../read-surface.js";
import { nearestName } from "../../../runtime/contract/nearest-name.js";
import type { Skipped } from "../../operations/model.js";
import type { RoutedOperation } from "../../routes/decision.js";
import type { SurfaceOperation } from "../../surface/model.js";

/** An operation of the document and the results of the stages that it reached. */
export interface FoundOperation {
  readonly key: string;
  readonly routed?: RoutedOperation;
  /** Absent when the operation is not exposed. */
  readonly offered?: SurfaceOperation;
  readonly skipped?: Skipped;
}

type SearchResult =
  | { readonly ok: true; readonly found: FoundOperation }
  /** Similar names. */
  | { readonly ok: false; readonly near: readonly string[] };

/**
 * Finds an operation by its operationId, by `GET /path`, or by its name for clients. An exact match comes before one that
 * ignores case.
 */
export function findOperation(
  { model, routed = [], surface }: Generation,
  wanted: string,
): SearchResult {
  const operations = new Map<string, FoundOperation>();
  const names = new Map<string, string>();
  const add = (found: FoundOperation, ...aliases: readonly (string | undefined)[]): void => {
    operations.set(found.key, found);
    for (const name of [found.key, ...aliases]) {
      if (name !== undefined && !names.has(name)) names.set(name, found.key);
    }
  };
  const offered = new Map(surface?.operations.map((each) => [each.source.key, each]));
  const skipped = [...(model?.skipped ?? []), ...(surface?.skipped ?? [])];
  for (const each of skipped) add({ key: each.key, skipped: each }, each.operationId);
  for (const each of routed) {
    const { key, operationId } = each.operation;
    const surfaceOperation = offered.get(key);
    const found = {
      key,
      routed: each,
      ...defined({
        offered: surfaceOperation,
        skipped: skipped.find((other) => other.key === key),
      }),
    };
    add(found, operationId, surfaceOperation?.facts.expose.name);
  }
  const lower = wanted.trim().toLowerCase();
  const name = names.has(wanted)
    ? wanted
    : [...names.keys()].find((known) => known.toLowerCase() === lower);
  const found = operations.get(names.get(name ?? "") ?? "");
  return found ? { ok: true, found } : { ok: false, near: nearNames(lower, [...names.keys()]) };
}

/** Returns up to five names that are similar to `wanted` or contain it. */
function nearNames(wanted: string, names: readonly string[]): readonly string[] {
  const nearest = nearestName(wanted.slice(0, 200), names);
  const within = names.filter((name) => wanted !== "" && name.toLowerCase().includes(wanted));
  return [...new Set([...(nearest === undefined ? [] : [nearest]), ...within])].slice(0, 5);
}
