/** The parts of the bench in order. Each measures, prints its table, and compares it with its targets. */
import { aroundPairs, proxyContenders, type Contender } from "./contenders.js";
import { measureFirstList } from "./first-list.js";
import { measureIdleMemory } from "./idle-memory.js";
import { measureListeners } from "./listeners.js";
import type { Plan } from "./plan.js";
import { eras } from "./requests.js";
import { measureRoundTrips } from "./round-trips.js";
import { shareOf } from "./shares.js";
import {
  httpTable,
  listenerTable,
  ratioTable,
  stdioTable,
  type HttpRow,
  type RatioRow,
  type StdioRow,
} from "./tables.js";
import { targets, timesSdkV2At, type Checks } from "./targets.js";
import { measurePoint, type Point, type Rates } from "./throughput.js";

const manyTools = 1000;

/** Runs every part whose name contains `only`. A part that can't be measured fails, and the others continue. */
export async function measureEverything(
  plan: Plan,
  checks: Checks,
  workspace: string,
  only: string,
): Promise<void> {
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    http: () => overHttp(plan, checks, workspace),
    around: () => aroundCalls(plan, checks, workspace),
    proxies: () => proxies(plan, checks, workspace),
    stdio: () => overStdio(plan, checks, workspace),
    start: () => firstList(plan, checks, workspace),
    memory: () => idleMemory(plan, checks),
    listeners: () => listeners(plan, checks, workspace),
  };
  for (const [name, part] of Object.entries(parts)) {
    const isWanted = only === "" ? !plan.leftOut.includes(name) : name.includes(only);
    if (isWanted) await part();
  }
}

async function overHttp(plan: Plan, checks: Checks, workspace: string): Promise<void> {
  const rows: HttpRow[] = [];
  for (const point of plan.points) {
    say(label(point));
    const rates = await attempt(checks, label(point), () =>
      measurePoint(point, plan.contendersAt(point), plan.pace, workspace),
    );
    if (rates) rows.push({ point, rates });
  }
  print(httpTable(rows));
  const { time } = plan.margins;
  for (const { point, rates } of rows) {
    const ofLimit = shareOf(rates, "ours", "limit")?.middle;
    checks.compare(`${label(point)}: share of the limit`, ofLimit, targets.shareOfLimit, time);
    if (point.method === "tools/call") strictly(label(point), rates, checks, time);
    const target = timesSdkV2At(point);
    if (!target) continue;
    const times = shareOf(rates, "ours", "SDK v2")?.middle;
    checks.compare(`${label(point)}: times the SDK v2`, times, target, time);
  }
}

/** Compares calls, without a session and in one, with the limit that reads all that has arrived before it answers. */
function strictly(what: string, rates: Rates, checks: Checks, margin: number): void {
  for (const name of ["ours", "ours, in a session"] as const) {
    if (!rates.has(name)) continue;
    const share = shareOf(rates, name, "strict limit")?.middle;
    const text = `${what}: share of the strict limit, ${name}`;
    checks.compare(text, share, targets.shareOfStrictLimit, margin);
  }
}

/**
 * Compares ten guards and ten interceptors that do nothing, and five of each as users write them, with a server without any. Those
 * that wait are compared with the same ones called by hand: promises alone may take more than a twentieth of a call.
 */
async function aroundCalls(plan: Plan, checks: Checks, workspace: string): Promise<void> {
  const target = targets.shareOfUnguarded;
  for (const era of eras) {
    const point: Point = { method: "tools/call", era, tools: 1 };
    const share = async (what: string, pair: readonly [Contender, Contender]) => {
      const text = `guards and interceptors, ${era}, ${what}`;
      say(text);
      const [one, other] = pair;
      const rates = await attempt(checks, text, () =>
        measurePoint(point, pair, plan.warmPace, workspace),
      );
      return { text, middle: rates && shareOf(rates, one.name, other.name)?.middle };
    };
    const { idle, five, quick, waiting, byHand } = aroundPairs;
    for (const { text, middle } of [
      await share("ten of each that do nothing: share of a server without", idle),
      await share("five of each: share of a server without", five),
      await share("ten of each, ten wait: share of the same by hand", byHand),
    ]) {
      checks.compare(text, middle, target, plan.margins.time);
    }
    if (!plan.withoutTarget) continue;
    for (const { text, middle } of [
      await share("ten of each, none waits: share of a server without", quick),
      await share("ten of each, ten wait: share of a server without", waiting),
    ]) {
      print(`${text}: ${middle?.toFixed(2) ?? "not measured"}`);
    }
  }
}

/** Compares the proxy with one that looks at nothing; each in front of a server of ours. */
async function proxies(plan: Plan, checks: Checks, workspace: string): Promise<void> {
  const rows: HttpRow[] = [];
  for (const era of eras) {
    const point: Point = { method: "tools/call", era, tools: 1 };
    const what = `through a proxy, ${era}`;
    say(what);
    const rates = await attempt(checks, what, () =>
      measurePoint(point, proxyContenders, plan.warmPace, workspace),
    );
    if (rates) rows.push({ point, rates });
  }
  for (const { point, rates } of rows) {
    const share = shareOf(rates, "our proxy", "bare forwarding proxy");
    const what = `through a proxy, ${point.era}: share of a bare forwarding proxy`;
    checks.compare(what, share?.middle, targets.shareOfForwarding, plan.margins.time);
  }
}

async function overStdio(plan: Plan, checks: Checks, workspace: string): Promise<void> {
  const rows: StdioRow[] = [];
  for (const era of eras) {
    for (const window of [1, 32]) {
      const what = `${era}, ${window} at once`;
      say(`stdio, ${what}`);
      const rates = await attempt(checks, `stdio, ${what}`, () =>
        measureRoundTrips(era, window, plan, workspace),
      );
      if (rates) rows.push({ label: what, rates });
      const target = targets.shareOfLineEcho.get(window);
      if (!rates || !target) continue;
      const text = `stdio, ${what}: share of a bare echo of lines`;
      checks.compare(text, ratio(rates, "ours", "limit"), target, plan.margins.time);
    }
  }
  print(stdioTable(rows));
}

async function firstList(plan: Plan, checks: Checks, workspace: string): Promise<void> {
  const rows: RatioRow[] = [];
  for (const era of eras) {
    const what = `first tools/list over stdio, ${manyTools} tools, ${era}`;
    say(what);
    const figures = await attempt(checks, what, () =>
      measureFirstList(era, manyTools, plan, workspace),
    );
    if (figures) rows.push({ label: era, figures });
  }
  print(ratioTable("first `tools/list` over stdio", "", rows));
  for (const { label: era, figures } of rows) {
    const what = `first tools/list over stdio, ${era}: times node -e 0`;
    checks.compare(what, ratio(figures, "ours"), targets.firstList, plan.margins.time);
  }
}

async function idleMemory(plan: Plan, checks: Checks): Promise<void> {
  say("idle memory");
  const figures = await attempt(checks, "idle memory", () =>
    measureIdleMemory(manyTools, Math.min(plan.processRounds, 5)),
  );
  if (!figures) return;
  print(ratioTable("idle memory", "MiB", [{ label: `${manyTools} tools`, figures }]));
  for (const name of ["ours over stdio", "ours over HTTP"]) {
    const what = `memory of ${name} with ${manyTools} tools: times bare node`;
    checks.compare(what, ratio(figures, name), targets.idleMemory, plan.margins.memory);
  }
}

async function listeners(plan: Plan, checks: Checks, workspace: string): Promise<void> {
  const what = `${plan.listeners} idle listeners`;
  say(what);
  const figures = await attempt(checks, what, () => measureListeners(plan.listeners, workspace));
  if (!figures) return;
  print(listenerTable(figures));
  checks.record(true, `${what}: all acknowledged and held`);
}

/** Returns the ratio of a figure to another one, by default the first. */
function ratio(
  figures: ReadonlyMap<string, number>,
  name: string,
  to: string = [...figures.keys()][0] ?? "",
): number | undefined {
  const base = figures.get(to);
  const figure = figures.get(name);
  return base === undefined || figure === undefined ? undefined : figure / base;
}

async function attempt<T>(
  checks: Checks,
  what: string,
  measure: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await measure();
  } catch (error) {
    checks.record(false, `${what}: ${(error as Error).message}`);
    return undefined;
  }
}

function label({ method, era, tools, warmUpSeconds }: Point): string {
  const later = warmUpSeconds === undefined ? "" : `, after ${warmUpSeconds} s`;
  return `${method}, ${era}, ${tools} ${tools === 1 ? "tool" : "tools"}${later}`;
}

function print(text: string): void {
  say("");
  process.stdout.write(`${text}\n`);
}

function say(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${what}`);
}
