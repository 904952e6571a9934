/**
 * Amount of tests: small in `npm test`, large in `npm run fault`. Inputs are the same in each run unless a seed is
 * given.
 */
export const full: boolean = process.env["FAULT"] === "full";

export const seed: number = Number(process.env["FAULT_SEED"] ?? 20260728);

/** Returns the number of inputs per property. */
export function runs(short: number): number {
  const wanted = process.env["FAULT_RUNS"];
  return wanted === undefined ? short * (full ? 20 : 1) : Number(wanted);
}

/** Returns the parameters of a property. A failure prints the seed and path to repeat it. */
export function property(short: number): {
  seed: number;
  numRuns: number;
  endOnFailure: boolean;
  includeErrorInReport: boolean;
} {
  // Shrinking a failure would exceed the time limit of the tests.
  return { seed, numRuns: runs(short), endOnFailure: true, includeErrorInReport: true };
}
