/** What is measured, how long for, and the targets. */
import { eras } from "../server/requests.js";
import type { Target } from "../server/targets.js";
import { transports, type TransportName } from "./contenders.js";
import type { Pace, Point } from "./measure.js";

export interface Plan {
  readonly points: readonly Point[];
  readonly pace: Pace;
  /** Share by which figures may miss their targets if other programs share the machine. */
  readonly margin: number;
}

export interface ClientTargets {
  /** Multiple of the calls of the SDK v2's client. */
  readonly timesSdkV2: Target;
  /** Multiple of the time of a bare client. */
  readonly timesBare: Target;
}

const targets: Readonly<Partial<Record<TransportName, ClientTargets>>> = {
  stdio: { timesSdkV2: { atLeast: 3 }, timesBare: { atMost: 1.5 } },
  http: { timesSdkV2: { atLeast: 3 }, timesBare: { atMost: 1.5 } },
};

/** Enough calls to keep a client busy. */
const busy = 32;

const points: readonly Point[] = transports.flatMap((transport) =>
  eras.flatMap((era) => [1, busy].map((window) => ({ transport, era, window }))),
);

export const fullPlan: Plan = {
  points,
  pace: { starts: 3, rounds: 5, cpuSeconds: 1, warmUpCpuSeconds: 3 },
  margin: 0,
};

/** Only what has targets. */
export const shortPlan: Plan = {
  points: points.filter(targetsAt),
  pace: { starts: 1, rounds: 5, cpuSeconds: 0.25, warmUpCpuSeconds: 1.25 },
  margin: 0.15,
};

/** Only of busy clients, because one that waits for each answer measures the operating system more than itself. */
export function targetsAt({ transport, window }: Point): ClientTargets | undefined {
  return window === busy ? targets[transport] : undefined;
}
