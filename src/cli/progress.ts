import { isTerminal, printError, printProgress } from "../../runtime/protocol/terminal/print.js";
import type { Options } from "../options/table.js";

export interface Progress {
  /** Tells what happens now. */
  readonly show: (step: string) => void;
  /** Removes what is shown, before anything else is printed. */
  readonly done: () => void;
}

/** Milliseconds before a terminal shows the step, so that short runs show none. */
const quietMs = 500;
/** Milliseconds before a log gets its only line. */
const plainMs = 10_000;

/**
 * Returns what shows the steps of long work on standard error: one line that changes, on a terminal; elsewhere and in CI one
 * plain line at most; nothing with `--quiet` or `--json`.
 */
export function createProgress({ quiet, json }: Pick<Options, "quiet" | "json">): Progress {
  if (quiet || json) return { show: () => {}, done: () => {} };
  return isTerminal() && !isCi() ? changingLine() : plainLine();
}

/** Runs work that tells its steps, and removes what is shown of them when it ends. */
export async function withProgress<Result>(
  options: Pick<Options, "quiet" | "json">,
  work: (onProgress: Progress["show"]) => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(options);
  try {
    return await work(progress.show);
  } finally {
    progress.done();
  }
}

/** @see https://github.com/watson/ci-info: every service sets `CI` */
function isCi(): boolean {
  return !["", "0", "false"].includes(process.env["CI"] ?? "");
}

function changingLine(): Progress {
  let isShown = false;
  const later = delayed(quietMs, (step) => {
    printProgress(`${step}…`);
    isShown = true;
  });
  return {
    show: later.show,
    done() {
      later.stop();
      if (isShown) printProgress("");
      isShown = false;
    },
  };
}

function plainLine(): Progress {
  let isPrinted = false;
  const later = delayed(plainMs, (step) => {
    if (!isPrinted) printError(`${step}…\n`);
    isPrinted = true;
  });
  return { show: later.show, done: later.stop };
}

/** Prints the present step when work has taken some time, and each one after that. */
function delayed(
  ms: number,
  print: (step: string) => void,
): { readonly show: Progress["show"]; readonly stop: () => void } {
  const start = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let current = "";
  const stop = (): void => clearTimeout(timer);
  return {
    show(step) {
      current = step;
      stop();
      const left = start + ms - Date.now();
      // A step that computes lets no timer fire.
      if (left <= 0) print(step);
      else timer = setTimeout(() => print(current), left).unref();
    },
    stop,
  };
}
