/** What is measured, and how long for. */
import { contenders, type Contender } from "./contenders.js";
import { eras } from "./requests.js";
import { noMargins, sharedMachineMargins, type Margins } from "./targets.js";
import type { Pace, Point } from "./throughput.js";

export interface Plan {
  readonly points: readonly Point[];
  readonly contenders: readonly Contender[];
  readonly pace: Pace;
  /** Rounds of what is not load: starts and idle memory. */
  readonly processRounds: number;
  readonly listeners: number;
  readonly margins: Margins;
}

export const fullPlan: Plan = {
  points: [
    ...points([1, 50, 500, 1000]),
    ...eras.map((era): Point => ({ method: "tools/call", era, tools: 1, warmUpSeconds: 30 })),
  ],
  contenders,
  pace: { starts: 3, rounds: 5, seconds: 1, warmUpSeconds: 1 },
  processRounds: 15,
  listeners: 10_000,
  margins: noMargins,
};

/** A few seconds for each point. Without the SDK v1: no target speaks of it. */
export const shortPlan: Plan = {
  points: points([1, 500, 1000]),
  contenders: contenders.filter(({ name }) => !name.startsWith("SDK v1")),
  pace: { starts: 1, rounds: 5, seconds: 1, warmUpSeconds: 1 },
  processRounds: 7,
  listeners: 2_000,
  margins: sharedMachineMargins,
};

function points(toolCounts: readonly number[]): Point[] {
  return eras.flatMap((era) => [
    ...toolCounts.map((tools): Point => ({ method: "tools/call", era, tools })),
    { method: "tools/list", era, tools: 1000 },
  ]);
}
