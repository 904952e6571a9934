import type { Options } from "../options/table.js";
import { refusedCombination } from "../refused-combination.js";
import { UsageError } from "./usage-error.js";

/** @throws UsageError for options that can't be combined */
export function refuseCombinations(options: Options): void {
  if (options.layout === "module" && options.out === undefined) {
    throw new UsageError("--layout module needs --out.");
  }
  const refusal = refusedCombination(options);
  if (refusal !== undefined) throw new UsageError(refusal);
}
