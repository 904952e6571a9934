/** Makes a route map that exposes what the other tool exposes, under the names that it has there. */
import { defined } from "../../runtime/protocol/defined.js";
import { toolName } from "../routes/setting-schemas.js";
import type { Expose } from "../routes/route-map.js";
import type { MigratedOperation, MigratedRule, Migration } from "./migrate-model.js";

/** An operation with what this generator makes of it without a route map. */
export interface OwnOperation extends MigratedOperation {
  /** Absent if it is not exposed. */
  readonly name?: string;
}

type WrittenRule = Readonly<Record<string, unknown>>;

export interface MigratedRouteMap {
  /** Absent if none is needed. */
  readonly value?: { readonly defaults?: object; readonly routes?: readonly WrittenRule[] };
  /** Tools of the other tool, by the name there, with the operation. */
  readonly tools: ReadonlyMap<string, string>;
  /** Tools whose name can't be had here, with the operation. */
  readonly lost: ReadonlyMap<string, string>;
}

const validName = new RegExp(toolName.pattern);

export function routeMapOf(
  { rules, others, names, namesHidden = false }: Migration,
  operations: readonly OwnOperation[],
): MigratedRouteMap {
  const exposures = operations.map((operation) => {
    const rule = rules.find((each) => each.matches(operation));
    const expose = rule?.expose ?? others ?? (operation.name === undefined ? "exclude" : "tool");
    return { operation, rule, expose };
  });
  const exposed = exposures.filter(({ expose }) => namesHidden || expose === "tool");
  const theirs = names(exposed.map(({ operation }) => operation));
  const ids = countIds(operations);
  const tools = new Map<string, string>();
  const lost = new Map<string, string>();
  const named: WrittenRule[] = [];
  for (const { operation, rule, expose } of exposures) {
    const name = theirs.get(operation.key);
    if (expose !== "tool" || name === undefined) continue;
    if (!validName.test(name) || tools.has(name)) {
      lost.set(name, operation.key);
      continue;
    }
    tools.set(name, operation.key);
    if (name === operation.name) continue;
    const isSaid = rule !== undefined || others !== undefined;
    named.push({
      match: matchOf(operation, ids),
      ...defined({ expose: isSaid ? expose : undefined, name, tags: rule?.tags }),
    });
  }
  const written = rules.flatMap((rule, index) =>
    writtenRule(rule, rules.slice(0, index), operations, ids, others),
  );
  const routes = [...named, ...written];
  const value = {
    ...defined({ defaults: others === undefined ? undefined : { expose: others } }),
    ...defined({ routes: routes.length > 0 ? routes : undefined }),
  };
  return { ...(Object.keys(value).length > 0 && { value }), tools, lost };
}

/** Writes a rule as it is, or as the list of operations that it decides. */
function writtenRule(
  rule: MigratedRule,
  before: readonly MigratedRule[],
  operations: readonly OwnOperation[],
  ids: ReadonlyMap<string, number>,
  others: Expose | undefined,
): readonly WrittenRule[] {
  const { match, expose, tags } = rule;
  const settings = { expose, ...defined({ tags }) };
  if (match) return [{ match, ...settings }];
  const decided = operations.filter(
    (each) => rule.matches(each) && !before.some((earlier) => earlier.matches(each)),
  );
  const isUsual = (each: OwnOperation): boolean =>
    others === undefined &&
    tags === undefined &&
    expose === (each.name === undefined ? "exclude" : "tool");
  const told = decided.filter((each) => !isUsual(each));
  const matches = told.map((each) => matchOf(each, ids));
  const listed = matches.flatMap((each) => ("operationId" in each ? [each["operationId"]] : []));
  return [
    ...(listed.length > 0 ? [{ match: { operationId: listed }, ...settings }] : []),
    ...matches.flatMap((each) => ("operationId" in each ? [] : [{ match: each, ...settings }])),
  ];
}

/** Matches one operation and no other. */
function matchOf(
  { operationId, method, path }: MigratedOperation,
  ids: ReadonlyMap<string, number>,
): WrittenRule {
  // Other characters have a meaning in patterns.
  if (operationId !== undefined && /^[\w.-]+$/.test(operationId) && ids.get(operationId) === 1) {
    return { operationId };
  }
  return { method, pathRegex: `^${path.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$` };
}

function countIds(operations: readonly MigratedOperation[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { operationId = "" } of operations) {
    counts.set(operationId, (counts.get(operationId) ?? 0) + 1);
  }
  return counts;
}
