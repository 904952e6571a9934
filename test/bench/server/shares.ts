/** Compares servers by rounds that took turns. */
import { median } from "../measure-process.js";
import type { ContenderName } from "./contenders.js";
import type { Rates } from "./throughput.js";

export interface Share {
  readonly middle: number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * Returns one server's rate relative to another's: the median of the ratios of each round, so that a slow moment of the
 * machine slows both. Undefined if either was not measured.
 */
export function shareOf(rates: Rates, one: ContenderName, other: ContenderName): Share | undefined {
  const others = rates.get(other) ?? [];
  const shares = (rates.get(one) ?? []).flatMap((rate, round) => {
    const under = others[round];
    return under === undefined ? [] : [rate / under];
  });
  if (shares.length === 0) return undefined;
  return { middle: median(shares), lowest: Math.min(...shares), highest: Math.max(...shares) };
}

export function rateOf(rates: Rates, name: ContenderName): number | undefined {
  const rounds = rates.get(name);
  return rounds && median(rounds);
}
