import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Operation } from "../operations/model.js";
import type { RoutedOperation } from "./decision.js";
import type { RouteMap, Rule } from "./route-map.js";
import type { OperationExtension } from "./x-mcp.js";

/** The sources of an operation's settings, strongest first. */
export interface DecisionSource {
  readonly operation: Operation;
  readonly rule: Rule | undefined;
  readonly xMcp: OperationExtension | undefined;
}

/** Reports methods other than GET and HEAD that would become resources; they stay tools. */
export function settleExposures(
  routed: readonly RoutedOperation[],
  said: readonly DecisionSource[],
  routeMap: RouteMap | undefined,
  diagnostics: Diagnostic[],
): readonly RoutedOperation[] {
  const refused = new Map<Rule | Operation, Operation[]>();
  const settled = routed.map((one, index): RoutedOperation => {
    const { operation, decision } = one;
    if (decision.expose !== "resource" && decision.expose !== "template") return one;
    if (operation.method === "GET" || operation.method === "HEAD") return one;
    const rule = said[index]?.rule;
    const key = rule?.settings.expose === undefined ? operation : rule;
    const operations = refused.get(key);
    if (operations) operations.push(operation);
    else refused.set(key, [operation]);
    return { operation, decision: { ...decision, expose: "tool" } };
  });
  for (const [source, operations] of refused) {
    const isRule = "settings" in source;
    diagnostics.push({
      code: "expose-impossible",
      severity: isRule ? "error" : "warning",
      message: `Only GET and HEAD can be exposed as ${isRule ? source.settings.expose : "resources"}: ${someKeys(operations)}.`,
      place: isRule ? source.places.expose : source.place,
      ...(isRule
        ? { hint: `Add \`method: GET\` to the match of rule ${source.number}${of(routeMap)}.` }
        : { hint: "It becomes a tool." }),
    });
  }
  return settled;
}

/** Drops a name or URI that a source gives to several operations, and reports it. */
export function settleNames(
  routed: readonly RoutedOperation[],
  said: readonly DecisionSource[],
  routeMap: RouteMap | undefined,
  diagnostics: Diagnostic[],
): readonly RoutedOperation[] {
  let settled = routed;
  for (const setting of ["name", "uri"] as const) {
    const holders = new Map<string, number[]>();
    settled.forEach(({ decision }, index) => {
      const value = decision[setting];
      if (value === undefined || decision.expose === "exclude") return;
      if (setting === "uri" && decision.expose === "tool") return;
      const indexes = holders.get(value);
      if (indexes) indexes.push(index);
      else holders.set(value, [index]);
    });
    const losers = new Set<number>();
    for (const [value, indexes] of holders) {
      if (indexes.length < 2) continue;
      for (const index of indexes) losers.add(index);
      const rule = indexes
        .map((index) => said[index]?.rule)
        .findLast((candidate) => candidate?.settings[setting] !== undefined);
      const keys = someKeys(indexes.flatMap((index) => routed[index]?.operation ?? []));
      const place = rule?.places[setting] ?? routed[indexes[0] ?? 0]?.operation.place;
      diagnostics.push({
        code: "name-taken",
        severity: rule ? "error" : "warning",
        message: rule
          ? `Rule ${rule.number}${of(routeMap)} makes ${JSON.stringify(value)} the ${setting} of several operations: ${keys}.`
          : `x-mcp gives the ${setting} ${JSON.stringify(value)} to several operations, so none has it: ${keys}.`,
        ...defined({
          place,
          hint: rule && "Give each operation a rule of its own, or leave the setting out.",
        }),
      });
    }
    if (losers.size > 0) {
      settled = settled.map((one, index) => {
        if (!losers.has(index)) return one;
        const { [setting]: _, ...decision } = one.decision;
        return { operation: one.operation, decision };
      });
    }
  }
  return settled;
}

function of(routeMap: RouteMap | undefined): string {
  return routeMap ? ` of ${routeMap.label}` : "";
}

/** Formats keys as `GET /a, GET /b, GET /c and 4 more`. */
function someKeys(operations: readonly Operation[]): string {
  const shown = operations.slice(0, 3).map(({ key }) => key);
  const rest = operations.length - shown.length;
  return shown.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
