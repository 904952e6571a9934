import { median } from "../measure-process.js";
import { contenders, type ContenderName } from "./contenders.js";
import type { Point, Rate, Rates } from "./measure.js";

export interface Row {
  readonly label: string;
  readonly point: Point;
  readonly rates: Rates;
}

/**
 * Returns one client's calls per CPU second relative to another's: the median of the ratios of each round. Undefined if
 * either was not measured.
 */
export function ratioOf(
  rates: Rates,
  one: ContenderName,
  other: ContenderName,
): number | undefined {
  const others = rates.get(other) ?? [];
  const ratios = (rates.get(one) ?? []).flatMap((rate, round) => {
    const under = others[round];
    return under ? [rate.perCpuSecond / under.perCpuSecond] : [];
  });
  return ratios.length === 0 ? undefined : median(ratios);
}

/** Returns a row per point: each client's calls per CPU second, and per second of the clock in parentheses. */
export function ratesTable(rows: readonly Row[]): string {
  const names = contenders.map(({ name }) => name);
  const header = [
    "calls per CPU second (per second)",
    ...names,
    "ours ÷ SDK v2",
    "time of ours ÷ bare",
  ];
  const body = rows.map(({ label, rates }) => [
    label,
    ...names.map((name) => rate(rates.get(name))),
    times(ratioOf(rates, "ours", "SDK v2")),
    times(ratioOf(rates, "bare", "ours")),
  ]);
  const rule = header.map((_, index) => (index === 0 ? "---" : "---:"));
  return [header, rule, ...body].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function rate(rounds: readonly Rate[] | undefined): string {
  if (!rounds) return "";
  const cpu = median(rounds.map(({ perCpuSecond }) => perCpuSecond));
  return `${count(cpu)} (${count(median(rounds.map(({ perSecond }) => perSecond)))})`;
}

function times(value: number | undefined): string {
  return value === undefined ? "" : `${value.toFixed(2)} ×`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
