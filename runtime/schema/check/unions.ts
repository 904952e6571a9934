/** Keywords that combine schemas. @see JSON Schema 2020-12, 10.2 */
import { Alternatives } from "./discriminator.js";
import { KeywordFault } from "./fault.js";
import type { Check, Keyword, Node } from "./node-model.js";
import type { Run } from "./run.js";

/** The schemas of `allOf`, `anyOf` or `oneOf`. */
export function listed(node: Node, keyword: string): readonly Node[] {
  const stated = node.keywords![keyword] as readonly unknown[] | undefined;
  return (stated ?? []).map((_, at) => node.child(keyword, at));
}

function allOf(node: Node): Check {
  const schemas = listed(node, "allOf");
  return (value, run) => {
    let valid = true;
    for (const schema of schemas) {
      if (schema.check(value, run)) continue;
      if (run.isDone) return false;
      valid = false;
    }
    return valid;
  };
}

/** Collects what the alternatives that a value may match have against it. */
function complain({ all, candidates }: Choice, value: unknown, run: Run): void {
  const likely = candidates(value);
  for (const at of likely.length > 0 ? likely : all.keys()) all[at]!.check(value, run);
}

interface Choice {
  readonly all: readonly Node[];
  candidates(value: unknown): readonly number[];
}

/** Compares the alternatives when the first value comes. */
function choiceOf(node: Node, keyword: string): Choice {
  const all = listed(node, keyword);
  let alternatives: Alternatives | undefined;
  return { all, candidates: (value) => (alternatives ??= new Alternatives(all)).candidates(value) };
}

function anyOf(node: Node): Check {
  const choice = choiceOf(node, "anyOf");
  const fault = new KeywordFault(node, "anyOf", {}, "must match a schema in anyOf");
  return (value, run) => {
    for (const at of choice.candidates(value)) {
      if (run.decides(choice.all[at]!, value)) return true;
    }
    if (run.complaints !== undefined) complain(choice, value, run);
    return run.failsAsWhole(fault, value);
  };
}

function oneOf(node: Node): Check {
  const choice = choiceOf(node, "oneOf");
  const message = "must match exactly one schema in oneOf";
  const none = new KeywordFault(node, "oneOf", { passingSchemas: null }, message);
  return (value, run) => {
    let first = -1;
    for (const at of choice.candidates(value)) {
      if (!run.decides(choice.all[at]!, value)) continue;
      if (first < 0) {
        first = at;
        continue;
      }
      if (run.complaints === undefined) return false;
      const params = { passingSchemas: [first, at] };
      return run.failsAsWhole(new KeywordFault(node, "oneOf", params, message), value);
    }
    if (first >= 0) return true;
    if (run.complaints !== undefined) complain(choice, value, run);
    return run.failsAsWhole(none, value);
  };
}

function not(node: Node): Check {
  const schema = node.child("not");
  const fault = new KeywordFault(node, "not", {}, "must NOT be valid");
  return (value, run) => !run.decides(schema, value) || run.fails(fault, value);
}

/** @see JSON Schema 2020-12, 10.2.2 */
function condition(node: Node): Check | undefined {
  const has = (keyword: string): boolean => node.keywords![keyword] !== undefined;
  if (!has("then") && !has("else")) return undefined;
  const test = node.child("if");
  const branch = (keyword: string): { readonly schema: Node; readonly fault: KeywordFault } => ({
    schema: node.child(keyword),
    fault: new KeywordFault(
      node,
      "if",
      { failingKeyword: keyword },
      `must match "${keyword}" schema`,
    ),
  });
  const then = has("then") ? branch("then") : undefined;
  const otherwise = has("else") ? branch("else") : undefined;
  return (value, run) => {
    const chosen = run.decides(test, value) ? then : otherwise;
    return !chosen || chosen.schema.check(value, run) || run.failsAsWhole(chosen.fault, value);
  };
}

export const unionKeywords: readonly Keyword[] = [
  { name: "not", compile: not },
  { name: "anyOf", compile: anyOf },
  { name: "oneOf", compile: oneOf },
  { name: "allOf", compile: allOf },
  { name: "if", compile: condition },
];
