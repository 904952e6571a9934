/** What the server must reach, and the count of what it does. */
import type { Point } from "./throughput.js";

/** Figures that must be at least or at most so much. */
export interface Target {
  readonly atLeast?: number;
  readonly atMost?: number;
}

export const targets = {
  /** Of what bare node:http does with the same bytes. */
  shareOfLimit: { atLeast: 0.85 },
  /** Times the calls of the SDK v2, by the number of tools. */
  timesSdkV2: new Map<number, Target>([
    [1, { atLeast: 18 }],
    [500, { atLeast: 100 }],
  ]),
  /** Of the whole process of `node -e 0`. */
  firstList: { atMost: 1.5 },
  /** Of a Node process that does nothing. */
  idleMemory: { atMost: 1.5 },
} as const;

/** The target for calls over those of the SDK v2, at points that have one. */
export function timesSdkV2At({ method, tools, warmUpSeconds }: Point): Target | undefined {
  // Of servers that have just started: the SDK takes half a minute to get as fast as it can be.
  if (method !== "tools/call" || warmUpSeconds !== undefined) return undefined;
  return targets.timesSdkV2.get(tools);
}

/** How much a figure may miss its target where other programs share the machine. */
export interface Margins {
  /** Of ratios of speed and time. */
  readonly time: number;
  /** Of ratios of memory: that hardly depends on what else runs. */
  readonly memory: number;
}

export const noMargins: Margins = { time: 0, memory: 0 };

/**
 * On two cores that other machines share, and with nothing else at work here, the share of the limit of one and the same build
 * came out between 0.87 and 1.14. With other programs at work it is less.
 */
export const sharedMachineMargins: Margins = { time: 0.2, memory: 0.05 };

/** Counts checks and prints each as it is made. */
export class Checks {
  #passed = 0;
  #failed = 0;

  get failed(): number {
    return this.#failed;
  }

  /** Compares a figure with its target, which may be missed by the margin. An unknown figure fails. */
  compare(what: string, figure: number | undefined, target: Target, margin: number): void {
    const { atLeast, atMost } = target;
    const bound =
      atLeast === undefined ? (atMost ?? Infinity) * (1 + margin) : atLeast * (1 - margin);
    const good =
      figure !== undefined && (atLeast === undefined ? figure <= bound : figure >= bound);
    const wanted = `${atLeast === undefined ? "at most" : "at least"} ${(atLeast ?? atMost)?.toFixed(2)}`;
    const leeway = margin > 0 ? `, ${bound.toFixed(2)} with the margin` : "";
    this.record(good, `${what}: ${figure?.toFixed(2) ?? "not measured"} (${wanted}${leeway})`);
  }

  record(good: boolean, what: string): void {
    if (good) this.#passed += 1;
    else this.#failed += 1;
    process.stdout.write(`${good ? "ok    " : "FAILED"} ${what}\n`);
  }

  /** The line that `.ci/run` adds up. */
  totals(): string {
    return `${this.#passed} passed, ${this.#failed} failed`;
  }
}
