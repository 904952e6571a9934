/** What rounds that took turns say of each other. */
import { median } from "../measure-process.js";
import type { ContenderName } from "./contenders.js";
import type { Rates } from "./throughput.js";

export interface Share {
  readonly middle: number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * One server's rate over another's: the middle of the rounds, each over the other's of the same round, so that what
 * slows the machine for some seconds slows both. Undefined when either was not measured.
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

/** The middle of a server's rounds. */
export function rateOf(rates: Rates, name: ContenderName): number | undefined {
  const rounds = rates.get(name);
  return rounds && median(rounds);
}
