import { median } from "../measure-process.js";
import type { ContenderName } from "./contenders.js";
import type { Figures, Point } from "./measure.js";

export interface Row {
  readonly point: Point;
  readonly figures: Figures;
}

export function label({ transport, era, kind, window, keyed }: Point): string {
  return `${transport}, ${era}, ${kind}, ${window} at once, ${keyed ? "with" : "without"} key`;
}

/**
 * Returns the calls per CPU second of one server as a share of another's: the median of the ratios of each round, so that a
 * slow moment of the machine slows both.
 */
export function shareOf(
  figures: Figures,
  one: ContenderName,
  other: ContenderName,
): number | undefined {
  const others = figures.get(other) ?? [];
  const shares = (figures.get(one) ?? []).flatMap((each, round) => {
    const under = others[round];
    return under ? [each.requests / each.cpuSeconds / (under.requests / under.cpuSeconds)] : [];
  });
  return shares.length === 0 ? undefined : median(shares);
}

/** Returns the time within which a server answered 99 of 100 calls, in milliseconds. */
export function p99Of(figures: Figures, name: ContenderName): number | undefined {
  const rounds = figures.get(name);
  return rounds && median(rounds.map(({ p99Ms }) => p99Ms));
}

/** Returns a row per point: the limit's calls per CPU second, the shares of it that the others reach, and times. */
export function table(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap(({ figures }) => [...figures.keys()]))].filter(
    (name) => name !== "undici",
  );
  const header = ["call", "undici, calls per CPU second", ...names, "p99 of undici, ms", "of ours"];
  const lines = rows.map(({ point, figures }) => [
    label(point),
    rate(figures).toLocaleString("en-US"),
    ...names.map((name) => percent(shareOf(figures, name, "undici"))),
    p99Of(figures, "undici")?.toFixed(1) ?? "",
    p99Of(figures, "ours")?.toFixed(1) ?? "",
  ]);
  const rule = header.map((_, index) => (index === 0 ? "---" : "---:"));
  return [header, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function rate(figures: Figures): number {
  const rounds = figures.get("undici") ?? [];
  return Math.round(median(rounds.map((each) => each.requests / each.cpuSeconds)));
}

function percent(value: number | undefined): string {
  return value === undefined ? "" : `${(value * 100).toFixed(0)} %`;
}
