/** What is measured, and how long for. */
import { contenders, type Contender } from "./contenders.js";
import { eras } from "./requests.js";
import { stdioContenders, type StdioContender } from "./stdio-contenders.js";
import { noMargins, sharedMachineMargins, timesSdkV2At, type Margins } from "./targets.js";
import type { Pace, Point } from "./throughput.js";

export interface Plan {
  readonly points: readonly Point[];
  /** Returns those who take part, by the number of starts before. */
  contendersAt(point: Point, start: number): readonly Contender[];
  readonly stdioContenders: readonly StdioContender[];
  readonly pace: Pace;
  /**
   * For programs that run more code of ours than the server alone does. V8 compiles it within the first ten thousand calls, which
   * costs as much as these calls; servers answer many more. Starts are more than elsewhere, because one
   * start differs from the next by more than the twentieth that is asked about.
   */
  readonly warmPace: Pace;
  readonly roundTripRounds: number;
  /** Rounds of what is not load: starts and idle memory. With 15, two runs of the first list differ by 0.04. */
  readonly processRounds: number;
  readonly listeners: number;
  /** Whether figures without a target are measured, too. */
  readonly withoutTarget: boolean;
  readonly margins: Margins;
}

const fullPace: Pace = { starts: 3, rounds: 5, seconds: 1, warmUpSeconds: 1 };
const shortPace: Pace = { starts: 1, rounds: 5, seconds: 1, warmUpSeconds: 1 };
const warmUpRequests = 20_000;

export const fullPlan: Plan = {
  points: [
    ...points([1, 50, 500, 1000]),
    ...eras.map((era): Point => ({ method: "tools/call", era, tools: 1, warmUpSeconds: 30 })),
  ],
  contendersAt: (point, start) => (start === 0 ? contenders : comparedAt(point)),
  stdioContenders,
  pace: fullPace,
  warmPace: { ...fullPace, starts: 7, warmUpRequests },
  roundTripRounds: 5,
  processRounds: 31,
  listeners: 10_000,
  withoutTarget: true,
  margins: noMargins,
};

/** A few seconds per point. */
export const shortPlan: Plan = {
  points: points([1, 500]),
  contendersAt: comparedAt,
  stdioContenders: stdioContenders.filter(({ name }) => !isSdk(name)),
  pace: shortPace,
  warmPace: { ...shortPace, warmUpRequests },
  roundTripRounds: 1,
  processRounds: 7,
  listeners: 2_000,
  withoutTarget: false,
  margins: sharedMachineMargins,
};

/** Returns those that a target needs: the SDK, which starts and answers slowly, only where it has one. */
function comparedAt(point: Point): readonly Contender[] {
  const hasTarget = timesSdkV2At(point) !== undefined;
  return contenders.filter(({ name }) => !isSdk(name) || (name === "SDK v2" && hasTarget));
}

function isSdk(name: string): boolean {
  return name.startsWith("SDK");
}

function points(toolCounts: readonly number[]): Point[] {
  return eras.flatMap((era) => [
    ...toolCounts.map((tools): Point => ({ method: "tools/call", era, tools })),
    { method: "tools/list", era, tools: 1000 },
  ]);
}
