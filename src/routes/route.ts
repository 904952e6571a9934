import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import type { ApiModel, Operation } from "../operations/model.js";
import type { Decision, RoutedOperation } from "./decision.js";
import { matchOperations } from "./match.js";
import type { ExtensionTrust } from "./extension-trust.js";
import type { Defaults, RouteMap, Rule, RouteSettings } from "./route-map.js";
import { settleExposures, settleNames, type DecisionSource } from "./settle.js";
import { XMcpReader } from "./x-mcp.js";

/**
 * Decides what each operation becomes. For each setting, the first source that has it decides:
 *
 * 1. the first rule of the route map that matches the operation,
 * 2. the document's `x-mcp`, then its `x-speakeasy-mcp`, of the operation, its path item or the document,
 * 3. the route map's `defaults`,
 * 4. the default: a tool, named and described by the document.
 *
 * @returns all operations of the model, in order, with their decisions. A rule that cannot be obeyed is an error; a rule
 *   without effect, and an `x-mcp` that is invalid or not trusted, are warnings.
 */
export function routeOperations(
  model: ApiModel,
  routeMap: RouteMap | undefined,
  trust?: ExtensionTrust,
): { routed: readonly RoutedOperation[]; diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const ruleOf = routeMap
    ? applyRules(model.operations, routeMap, diagnostics)
    : new Map<Operation, Rule>();
  const xMcp = new XMcpReader(trust);
  const said = model.operations.map((operation) => ({
    operation,
    rule: ruleOf.get(operation),
    xMcp: xMcp.read(operation),
  }));
  diagnostics.push(...xMcp.diagnostics);

  const routed = said.map((one) => ({
    operation: one.operation,
    decision: decide(one, routeMap),
  }));
  const settled = settleNames(
    settleExposures(routed, said, routeMap, diagnostics),
    said,
    routeMap,
    diagnostics,
  );
  return { routed: settled, diagnostics };
}

/** Finds the rule of each operation, and reports rules that match none. */
function applyRules(
  operations: readonly Operation[],
  { rules, label }: RouteMap,
  diagnostics: Diagnostic[],
): ReadonlyMap<Operation, Rule> {
  const ruleOf = new Map<Operation, Rule>();
  for (const rule of rules) {
    const answers = matchOperations(rule.match, operations);
    if (!answers) {
      diagnostics.push({
        code: "routes-invalid",
        severity: "error",
        message: `The pattern of rule ${rule.number} takes too long to match the paths of this document.`,
        place: rule.place,
        hint: "Nested repetition, such as (a+)+, is the usual reason. Simplify the pattern, or use a `path` glob.",
      });
      continue;
    }
    const matched = operations.filter((_, index) => answers[index]);
    const takers = new Set<Rule>();
    let takesSome = false;
    for (const operation of matched) {
      const taker = ruleOf.get(operation);
      if (taker) takers.add(taker);
      else {
        ruleOf.set(operation, rule);
        takesSome = true;
      }
    }
    if (matched.length === 0) {
      diagnostics.push({
        code: "routes-unmatched",
        severity: "warning",
        message: `Rule ${rule.number} of ${label} matches none of the ${operations.length} operations.`,
        place: rule.place,
      });
    } else if (!takesSome) {
      const earlier = [...takers].map(({ number }) => number).join(", ");
      diagnostics.push({
        code: "routes-shadowed",
        severity: "warning",
        message: `Rule ${rule.number} of ${label} has no effect: rule ${earlier} already decides all operations that it matches.`,
        place: rule.place,
        hint: "The first rule that matches decides. Move the narrower rule up.",
      });
    }
  }
  return ruleOf;
}

const noDefaults: Defaults = { expose: "tool" };

function decide(said: DecisionSource, routeMap: RouteMap | undefined): Decision {
  const { operation, rule } = said;
  const xMcp = said.xMcp?.settings;
  const defaults = routeMap?.defaults ?? noDefaults;
  const byDefault = (operation.deprecated ? defaults.deprecated : undefined) ?? defaults.expose;
  const annotations = {
    ...defaults.annotations,
    ...xMcp?.annotations,
    ...rule?.settings.annotations,
  };
  const args = new Map(
    [defaults, xMcp, rule?.settings].flatMap((settings) => [...(settings?.args ?? [])]),
  );
  const { expose: _, deprecated: __, ...byDefaults } = defaults;
  const { expose, ...rest }: RouteSettings = { ...byDefaults, ...xMcp, ...rule?.settings };
  return {
    expose: expose ?? byDefault,
    ...decidedBy(said, routeMap),
    ...rest,
    ...defined({
      annotations: Object.keys(annotations).length > 0 ? annotations : undefined,
      args: args.size > 0 ? args : undefined,
    }),
  };
}

function decidedBy(
  { operation, rule, xMcp }: DecisionSource,
  routeMap: RouteMap | undefined,
): { because: string; place?: Place } {
  if (rule && (rule.settings.expose !== undefined || xMcp?.settings.expose === undefined)) {
    return {
      because: `rule ${rule.number} of ${routeMap?.label ?? "the route map"}`,
      place: rule.place,
    };
  }
  if (xMcp) return { because: xMcp.because, place: operation.place };
  return { because: "defaults" };
}
