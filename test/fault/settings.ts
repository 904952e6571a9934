/** How much is tried: little inside `npm test`, much with `npm run fault`; the same each time unless a seed is given. */
export const full: boolean = process.env["FAULT"] === "full";

export const seed: number = Number(process.env["FAULT_SEED"] ?? 20260728);

/** How many inputs a property is tried with. */
export function runs(short: number): number {
  const wanted = process.env["FAULT_RUNS"];
  return wanted === undefined ? short * (full ? 20 : 1) : Number(wanted);
}

/** The parameters of each property; a failure prints the seed and the path that repeat it. */
export function property(short: number): {
  seed: number;
  numRuns: number;
  endOnFailure: boolean;
  includeErrorInReport: boolean;
} {
  // To shrink what failed would take longer than the tests may.
  return { seed, numRuns: runs(short), endOnFailure: true, includeErrorInReport: true };
}
