import { isTerminal, printProgress } from "../../runtime/protocol/terminal/print.js";

export interface Progress {
  readonly show: (step: string) => void;
  readonly done: () => void;
}

/** Milliseconds before the first progress line, so that short runs show none. */
const quietMs = 500;

/** Returns a progress line on standard error, which stays silent unless that is a terminal. */
export function createProgress(enabled: boolean): Progress {
  if (!enabled || !isTerminal()) return { show: () => {}, done: () => {} };
  const start = Date.now();
  let shown = false;
  return {
    show(step) {
      if (Date.now() - start < quietMs) return;
      printProgress(`${step}…`);
      shown = true;
    },
    done() {
      if (shown) printProgress("");
    },
  };
}
