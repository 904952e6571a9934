/** Targets of the server, and the count of those reached. */
import type { Point } from "./throughput.js";

/** Bounds of a figure. */
export interface Target {
  readonly atLeast?: number;
  readonly atMost?: number;
}

export const targets = {
  /** Share of what bare node:http does with the same bytes. */
  shareOfLimit: { atLeast: 0.85 },
  /** Share of what it does for calls if it reads all that has arrived before it answers. */
  shareOfStrictLimit: { atLeast: 0.95 },
  /** Share of what a bare echo of lines does over stdio, by the number of calls that are open at once. */
  shareOfLineEcho: new Map<number, Target>([[32, { atLeast: 0.9 }]]),
  /** Share of what the same server does without guards and interceptors, or with the same ones called by hand. */
  shareOfUnguarded: { atLeast: 0.95 },
  /** Share of what a proxy of node:http does that looks at nothing. */
  shareOfForwarding: { atLeast: 0.8 },
  /** Multiple of the SDK v2's calls, by the number of tools. */
  timesSdkV2: new Map<number, Target>([
    [1, { atLeast: 18 }],
    [500, { atLeast: 100 }],
  ]),
  /** Multiple of the whole process `node -e 0`. */
  firstList: { atMost: 1.5 },
  /** Multiple of an idle Node process. */
  idleMemory: { atMost: 1.5 },
} as const;

/** Returns the target for calls relative to the SDK v2, at points that have one. */
export function timesSdkV2At({ method, tools, warmUpSeconds }: Point): Target | undefined {
  // Only for servers that have just started, because the SDK takes half a minute to reach full speed.
  if (method !== "tools/call" || warmUpSeconds !== undefined) return undefined;
  return targets.timesSdkV2.get(tools);
}

/** Margins by which figures may miss their targets if other programs share the machine. */
export interface Margins {
  /** For ratios of speed and time. */
  readonly time: number;
  /** For ratios of memory, which hardly depend on other programs. */
  readonly memory: number;
}

export const noMargins: Margins = { time: 0, memory: 0 };

/**
 * On two cores that are shared with other machines, the share of the limit of one build varied between 0.87 and 1.14
 * without other programs. With other programs it is lower.
 */
export const sharedMachineMargins: Margins = { time: 0.2, memory: 0.05 };

/** A figure beside the target that it must meet, but for a margin. */
export interface Comparison {
  readonly what: string;
  readonly figure: number | undefined;
  readonly target: Target;
  readonly margin: number;
}

/** Whether the figure is within target and margin. An unknown figure is not. */
function isMet({ figure, target, margin }: Comparison): boolean {
  if (figure === undefined) return false;
  const bound = boundOf(target, margin);
  return target.atLeast === undefined ? figure <= bound : figure >= bound;
}

/** Returns the target with its margin. */
function boundOf({ atLeast, atMost = Infinity }: Target, margin: number): number {
  return atLeast === undefined ? atMost * (1 + margin) : atLeast * (1 - margin);
}

function described({ what, figure, target, margin }: Comparison): string {
  const { atLeast, atMost } = target;
  const wanted = `${atLeast === undefined ? "at most" : "at least"} ${(atLeast ?? atMost)?.toFixed(2)}`;
  const leeway = margin > 0 ? `, ${boundOf(target, margin).toFixed(2)} with the margin` : "";
  return `${what}: ${figure?.toFixed(2) ?? "not measured"} (${wanted}${leeway})`;
}

/** Counts checks and prints each as it is made. */
export class Checks {
  readonly #isShared: boolean;
  #passed = 0;
  #failed = 0;

  /** @param isShared whether other programs share the machine, so that what misses is measured a second time */
  constructor(isShared = false) {
    this.#isShared = isShared;
  }

  get failed(): number {
    return this.#failed;
  }

  /**
   * Measures figures, on a shared machine once more if one of them misses its target: another program may slow one of two
   * contenders down for a while. What is slow in itself is slow both times.
   *
   * @param joined returns the figures of two measurements as those of one. If it is given, a quiet machine measures what misses
   *   once more, too, and the figures of both count.
   * @returns the figures to print and to compare; undefined, with a failed check, if they can't be measured
   */
  async measure<T>(
    what: string,
    measure: () => Promise<T>,
    comparisonsOf: (figures: T) => readonly Comparison[] = () => [],
    joined?: (first: T, second: T) => T,
  ): Promise<T | undefined> {
    try {
      const figures = await measure();
      const missed = comparisonsOf(figures).filter((comparison) => !isMet(comparison));
      if (missed.length === 0 || !(this.#isShared || joined)) return figures;
      for (const comparison of missed) process.stdout.write(`again  ${described(comparison)}\n`);
      const second = await measure();
      return this.#isShared || !joined ? second : joined(figures, second);
    } catch (error) {
      this.record(false, `${what}: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** Compares a figure with its target and margin. An unknown figure fails. */
  compare(comparison: Comparison): void {
    this.record(isMet(comparison), described(comparison));
  }

  record(good: boolean, what: string): void {
    if (good) this.#passed += 1;
    else this.#failed += 1;
    process.stdout.write(`${good ? "ok    " : "FAILED"} ${what}\n`);
  }

  /** Returns the line of totals that `.ci/run` adds up. */
  totals(): string {
    return `${this.#passed} passed, ${this.#failed} failed`;
  }
}
