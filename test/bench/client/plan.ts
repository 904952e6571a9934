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

/** Enough calls to keep a client busy. */
const busy = 32;

export const fullPlan: Plan = {
  points: transports.flatMap((transport) =>
    eras.flatMap((era) => [1, busy].map((window) => ({ transport, era, window }))),
  ),
  pace: { starts: 3, rounds: 5, seconds: 1, warmUpSeconds: 4 },
  margin: 0,
};

export const shortPlan: Plan = {
  points: transports.flatMap((transport) => eras.map((era) => ({ transport, era, window: busy }))),
  pace: { starts: 1, rounds: 3, seconds: 0.5, warmUpSeconds: 1 },
  margin: 0.15,
};

export interface ClientTargets {
  /** Multiple of the calls of the SDK v2's client. */
  readonly timesSdkV2: Target;
  /** Multiple of the time of a bare client. */
  readonly timesBare: Target;
}

/** Only of busy clients, because one that waits for each answer measures the operating system more than itself. */
export function targetsAt({ transport, window }: Point): ClientTargets | undefined {
  return window === busy ? targets[transport] : undefined;
}

const targets: Readonly<Partial<Record<TransportName, ClientTargets>>> = {
  stdio: { timesSdkV2: { atLeast: 3 }, timesBare: { atMost: 1.5 } },
  http: { timesSdkV2: { atLeast: 3 }, timesBare: { atMost: 1.5 } },
};
