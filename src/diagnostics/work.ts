import type { Diagnostic, Place } from "./diagnostic.js";
import { formatCount } from "./display.js";

/** Ends a run whose budget is spent. Only `generate.ts` catches it. */
export class WorkExceeded extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

let current: Work | undefined;

/**
 * The work of one run, in steps: schemas read, references followed, values made, nodes written. A small document can ask
 * for endless work, where members double or forms multiply. Steps are counted, not timed, so that the same document
 * always ends in the same way.
 */
export class Work {
  readonly #limit: number;
  #left: number;
  #doing = "";
  #place: Place | undefined;

  /** @param limit maximum number of steps */
  constructor(limit: number) {
    this.#limit = limit;
    this.#left = limit;
  }

  begin(doing: string, place: Place | undefined): void {
    this.#doing = doing;
    this.#place = place;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left >= 0) return;
    const during = this.#doing === "" ? "" : `, while ${this.#doing}`;
    throw new WorkExceeded({
      code: "work-exceeded",
      severity: "error",
      message: `The run was stopped after ${formatCount(this.#limit)} steps of work${during}.`,
      ...(this.#place && { place: this.#place }),
      hint: "Simplify the document at this place, exclude the operation with a route map, or raise --max-work.",
    });
  }
}

/** Runs a stage, or a part of one, that does not wait for anything: its steps are taken from this budget. */
export function within<Result>(work: Work, stage: () => Result): Result {
  const outer = current;
  current = work;
  try {
    return stage();
  } finally {
    current = outer;
  }
}

/** States what the next steps are for, in words that follow "while". */
export function begin(doing: string, place: Place | undefined): void {
  current?.begin(doing, place);
}

/** Takes steps from the budget of the run, if there is one. @throws WorkExceeded when it is spent */
export function spend(steps: number): void {
  current?.spend(steps);
}
