import type { ContenderName } from "./contenders.js";
import type { ListenerMemory } from "./listeners.js";
import { rateOf, shareOf, type Share } from "./shares.js";
import type { StdioName } from "./stdio-contenders.js";
import type { Point, Rates } from "./throughput.js";

export interface HttpRow {
  readonly point: Point;
  readonly rates: Rates;
}

/** Returns a row per point: the limit's figure, and the shares of it that the others reach. */
export function httpTable(rows: readonly HttpRow[]): string {
  const names = new Set(rows.flatMap(({ rates }) => [...rates.keys()]));
  const compared = [...names].filter((name) => name !== "limit");
  const header = [
    "HTTP",
    "revision",
    "tools",
    "limit, requests per CPU second",
    ...compared,
    "ours ÷ SDK v2",
    "ours in each round",
  ];
  const body = rows.map(({ point, rates }) => {
    const times = shareOf(rates, "ours", "SDK v2")?.middle;
    return [
      `\`${point.method}\`${point.warmUpSeconds === undefined ? "" : ` after ${point.warmUpSeconds} s`}`,
      point.era,
      count(point.tools),
      count(rateOf(rates, "limit")),
      ...compared.map((name) => percent(shareOf(rates, name, "limit")?.middle)),
      times === undefined ? "" : `${times.toFixed(times < 10 ? 1 : 0)} ×`,
      range(shareOf(rates, "ours", "limit")),
    ];
  });
  return table(header, body);
}

export interface StdioRow {
  readonly label: string;
  readonly rates: ReadonlyMap<StdioName, number>;
}

/** Returns a row per kind of call: the limit's round trips, and the shares of them that the others reach. */
export function stdioTable(rows: readonly StdioRow[]): string {
  const measured = new Set(rows.flatMap(({ rates }) => [...rates.keys()]));
  const names = [...measured].filter((name) => name !== "limit");
  const body = rows.map(({ label, rates }) => {
    const limit = rates.get("limit");
    const shares = names.map((name) => {
      const rate = rates.get(name);
      return percent(rate !== undefined && limit !== undefined ? rate / limit : undefined);
    });
    return [label, count(limit), ...shares];
  });
  return table(["stdio", "limit, round trips/s", ...names], body);
}

export interface RatioRow {
  readonly label: string;
  /** The others are compared with the first. */
  readonly figures: ReadonlyMap<string, number>;
}

/** Returns the others' time or memory, per row, compared with the first. `unit` is empty if that is also a ratio. */
export function ratioTable(title: string, unit: string, rows: readonly RatioRow[]): string {
  const names = [...new Set(rows.flatMap(({ figures }) => [...figures.keys()]))];
  const [base = "", ...others] = names;
  const body = rows.map(({ label, figures }) => {
    const under = figures.get(base);
    const ratios = others.map((name) => {
      const over = figures.get(name);
      return over !== undefined && under !== undefined ? `${(over / under).toFixed(2)} ×` : "";
    });
    return [label, under === undefined ? "" : under.toFixed(3), ...ratios];
  });
  return table([title, unit === "" ? base : `${base}, ${unit}`, ...others], body);
}

export function listenerTable(figures: ReadonlyMap<ContenderName, ListenerMemory>): string {
  const body = [...figures].map(([name, { heapBytes, residentBytes }]) => [
    name,
    count(heapBytes),
    count(residentBytes),
  ]);
  return table(["for each idle listener", "heap, bytes", "resident, bytes"], body);
}

function range(share: Share | undefined): string {
  return share ? `${percent(share.lowest)} to ${percent(share.highest)}` : "";
}

function percent(value: number | undefined): string {
  if (value === undefined) return "";
  return `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`;
}

function count(value: number | undefined): string {
  return value === undefined ? "" : Math.round(value).toLocaleString("en-US");
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = header.map((_, index) => (index === 0 ? "---" : "---:"));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}
