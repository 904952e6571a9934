/** What is measured, how long for, and the targets. */
import { eras } from "../server/requests.js";
import type { Target } from "../server/targets.js";
import type { ContenderName, Transport } from "./contenders.js";
import type { CallKind } from "./document.js";
import type { Pace, Point } from "./measure.js";

export interface Plan {
  readonly points: readonly Point[];
  /** Returns those who take part, by the number of starts before. */
  contendersAt(point: Point, start: number): readonly ContenderName[];
  readonly pace: Pace;
  /** Calls over which memory must stay flat. */
  readonly soakCalls: number;
  /** Calls that wait on a slow API. */
  readonly waitingCalls: number;
  /** Shares by which figures may miss their targets if other programs share the machine. */
  readonly margins: Readonly<Record<keyof typeof targets, number>>;
}

export const targets = {
  /** Share of the calls of a bare proxy on undici. */
  shareOfUndici: { atLeast: 0.9 },
  /** Multiple of the time within which that proxy answers 99 of 100 calls. */
  p99: { atMost: 1.5 },
  /** Bytes of a call that waits. */
  waitingBytes: { atMost: 20_000 },
} as const satisfies Record<string, Target>;

/** Ours and what it is measured by. */
const limits = ["ours", "undici"] as const;

/** openapi-mcp-generator's servers take part without a key only. */
function othersAt(keyed: boolean): readonly ContenderName[] {
  return keyed ? ["node:http", "fetch", "fastmcp"] : ["openapi-mcp-generator"];
}

const kinds: readonly CallKind[] = ["GET 50 B", "GET 50 KB", "POST JSON"];
const transports: readonly Transport[] = ["http", "stdio"];

const points: readonly Point[] = transports.flatMap((transport) =>
  eras.flatMap((era) =>
    kinds.flatMap((kind) =>
      [1, 16, 64].flatMap((window) =>
        [false, true].map((keyed): Point => ({ transport, era, kind, window, keyed })),
      ),
    ),
  ),
);

export const fullPlan: Plan = {
  points,
  // The others have no target. At every point they take hours.
  contendersAt: ({ window, keyed }, start) => [
    ...limits,
    ...(start === 0 && window === 16 ? othersAt(keyed) : []),
  ],
  pace: { starts: 2, rounds: 5, seconds: 1, warmUpCpuSeconds: 3 },
  soakCalls: 1_000_000,
  waitingCalls: 5_000,
  margins: { shareOfUndici: 0, p99: 0, waitingBytes: 0 },
};

/** Each kind of call once in each way, beside the limit only. */
export const shortPlan: Plan = {
  points: points.filter(
    ({ transport, era, kind, window, keyed }) =>
      window === 16 && keyed && (kind === "GET 50 B" || (transport === "http" && era === eras[1])),
  ),
  contendersAt: () => limits,
  pace: { starts: 2, rounds: 3, seconds: 1, warmUpCpuSeconds: 3 },
  soakCalls: 0,
  waitingCalls: 5_000,
  // The slowest calls of a second are those that other programs interrupted.
  margins: { shareOfUndici: 0.3, p99: 1, waitingBytes: 0.25 },
};
