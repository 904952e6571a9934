/**
 * `test/oracle/decisions.json`: the kinds of differences where the specification supports us. Each names a predicate of
 * `predicates.ts`, which recomputes what the specification requires rather than only recognising a difference.
 */
import { readFileSync } from "node:fs";
import type { Difference } from "./compare.js";
import { predicates } from "./predicates.js";

export interface Decision {
  readonly clause: string;
  readonly why: string;
}

export type Decisions = Readonly<Record<string, Decision>>;

export function readDecisions(file: string): Decisions {
  return JSON.parse(readFileSync(file, "utf8")) as Decisions;
}

/** Returns the name of the decision that covers a difference. If undefined, our request is wrong. */
export function decide(difference: Difference, decisions: Decisions): string | undefined {
  return Object.keys(decisions).find((name) => predicates[name]?.(difference) ?? false);
}
