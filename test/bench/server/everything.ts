/** The parts of the bench in order. Each measures, prints its table, and compares it with its targets. */
import { joined, withFurtherStarts } from "../rounds.js";
import { aroundPairs, proxyContenders, type Contender, type ContenderName } from "./contenders.js";
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
import { targets, timesSdkV2At, type Checks, type Comparison, type Target } from "./targets.js";
import { measurePoint, paceOf, type Pace, type Point, type Rates } from "./throughput.js";

const manyTools = 1000;

/**
 * Runs every part whose name contains `only`, and of the calls over HTTP the points whose labels contain it. A part that can't be
 * measured fails, and the others continue.
 */
export async function measureEverything(
  plan: Plan,
  checks: Checks,
  workspace: string,
  only: string,
): Promise<void> {
  const points = plan.points.filter((point) => `http, ${label(point)}`.includes(only));
  if (points.length > 0) await overHttp({ ...plan, points }, checks, workspace);
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    around: () => aroundCalls(plan, checks, workspace),
    proxies: () => proxies(plan, checks, workspace),
    stdio: () => overStdio(plan, checks, workspace),
    start: () => firstList(plan, checks, workspace),
    memory: () => idleMemory(plan, checks),
    listeners: () => listeners(plan, checks, workspace),
  };
  for (const [name, part] of Object.entries(parts)) {
    if (name.includes(only)) await part();
  }
}

async function overHttp(plan: Plan, checks: Checks, workspace: string): Promise<void> {
  const comparisonsOf = (row: HttpRow): readonly Comparison[] =>
    comparisonsOverHttp(row, plan.margins.time);
  const rows: HttpRow[] = [];
  for (const point of plan.points) {
    say(label(point));
    const contendersAt = (start: number) => plan.contendersAt(point, start);
    const rates = await checks.measure(
      label(point),
      measuring(point, contendersAt, plan.pace, workspace),
      (each) => comparisonsOf({ point, rates: each }),
      joined,
    );
    if (rates) rows.push({ point, rates });
  }
  print(httpTable(rows));
  for (const comparison of rows.flatMap(comparisonsOf)) checks.compare(comparison);
}

/** Returns a function that measures a point, each time with starts of its own. */
function measuring(
  point: Point,
  contendersAt: (start: number) => readonly Contender[],
  pace: Pace,
  workspace: string,
): () => Promise<Rates> {
  const own = paceOf(point, pace);
  return withFurtherStarts(own.starts, (startsBefore, starts) =>
    measurePoint(point, contendersAt, { ...own, starts }, workspace, startsBefore),
  );
}

function comparisonsOverHttp({ point, rates }: HttpRow, margin: number): readonly Comparison[] {
  const share = (what: string, one: ContenderName, other: ContenderName, target: Target) => ({
    what: `${label(point)}: ${what}`,
    figure: shareOf(rates, one, other)?.middle,
    target,
    margin,
  });
  const ofLimit = share("share of the limit", "ours", "limit", targets.shareOfLimit);
  const called = (["ours", "ours, in a session"] as const).filter(
    (name) => point.method === "tools/call" && rates.has(name),
  );
  // The strict limit reads all that has arrived before it answers.
  const ofStrictLimit = called.map((name) =>
    share(`share of the strict limit, ${name}`, name, "strict limit", targets.shareOfStrictLimit),
  );
  const target = timesSdkV2At(point);
  const ofSdk = target ? [share("times the SDK v2", "ours", "SDK v2", target)] : [];
  return [ofLimit, ...ofStrictLimit, ...ofSdk];
}

/**
 * Compares ten guards and ten interceptors that do nothing, and five of each as users write them, with a server without any. Those
 * that wait are compared with the same ones called by hand: promises alone may take more than a twentieth of a call.
 */
async function aroundCalls(plan: Plan, checks: Checks, workspace: string): Promise<void> {
  for (const era of eras) {
    const point: Point = { method: "tools/call", era, tools: 1 };
    const share = async (name: string, pair: readonly [Contender, Contender], target?: Target) => {
      const [one, other] = pair;
      const what = `guards and interceptors, ${era}, ${name}`;
      const figureOf = (rates: Rates): number | undefined =>
        shareOf(rates, one.name, other.name)?.middle;
      const comparisonsOf = (rates: Rates): readonly Comparison[] =>
        target ? [{ what, figure: figureOf(rates), target, margin: plan.margins.time }] : [];
      say(what);
      const pace = target ? plan.warmPace : { ...plan.warmPace, starts: plan.pace.starts };
      const measure = measuring(point, () => pair, pace, workspace);
      const rates = await checks.measure(what, measure, comparisonsOf, joined);
      if (!rates) return;
      if (!target) print(`${what}: ${figureOf(rates)?.toFixed(2) ?? "not measured"}`);
      for (const comparison of comparisonsOf(rates)) checks.compare(comparison);
    };
    const { idle, five, quick, waiting, byHand } = aroundPairs;
    const target = targets.shareOfUnguarded;
    await share("ten of each that do nothing: share of a server without", idle, target);
    await share("five of each: share of a server without", five, target);
    await share("ten of each, ten wait: share of the same by hand", byHand, target);
    if (!plan.withoutTarget) continue;
    await share("ten of each, none waits: share of a server without", quick);
    await share("ten of each, ten wait: share of a server without", waiting);
  }
}

/** Compares the proxy with one that looks at nothing; each in front of a server of ours. */
async function proxies(plan: Plan, checks: Checks, workspace: string): Promise<void> {
  for (const era of eras) {
    const point: Point = { method: "tools/call", era, tools: 1 };
    const what = `through a proxy, ${era}: share of a bare forwarding proxy`;
    const comparisonOf = (rates: Rates): Comparison => ({
      what,
      figure: shareOf(rates, "our proxy", "bare forwarding proxy")?.middle,
      target: targets.shareOfForwarding,
      margin: plan.margins.time,
    });
    say(what);
    const measure = measuring(point, () => proxyContenders, plan.warmPace, workspace);
    const rates = await checks.measure(what, measure, (each) => [comparisonOf(each)], joined);
    if (rates) checks.compare(comparisonOf(rates));
  }
}

async function overStdio(plan: Plan, checks: Checks, workspace: string): Promise<void> {
  const rows: StdioRow[] = [];
  for (const era of eras) {
    for (const window of [1, 32]) {
      const what = `${era}, ${window} at once`;
      const target = targets.shareOfLineEcho.get(window);
      const comparisonsOf = ({ rates }: StdioRow): readonly Comparison[] =>
        target
          ? [
              {
                what: `stdio, ${what}: share of a bare echo of lines`,
                figure: ratio(rates, "ours", "limit"),
                target,
                margin: plan.margins.time,
              },
            ]
          : [];
      say(`stdio, ${what}`);
      const measure = async (): Promise<StdioRow> => ({
        label: what,
        rates: await measureRoundTrips(era, window, plan, workspace),
      });
      const row = await checks.measure(`stdio, ${what}`, measure, comparisonsOf);
      if (!row) continue;
      rows.push(row);
      for (const comparison of comparisonsOf(row)) checks.compare(comparison);
    }
  }
  print(stdioTable(rows));
}

async function firstList(plan: Plan, checks: Checks, workspace: string): Promise<void> {
  const comparisonOf = ({ label: era, figures }: RatioRow): Comparison => ({
    what: `first tools/list over stdio, ${era}: times node -e 0`,
    figure: ratio(figures, "ours"),
    target: targets.firstList,
    margin: plan.margins.time,
  });
  const rows: RatioRow[] = [];
  for (const era of eras) {
    const what = `first tools/list over stdio, ${manyTools} tools, ${era}`;
    say(what);
    const measure = async (): Promise<RatioRow> => ({
      label: era,
      figures: await measureFirstList(era, manyTools, plan, workspace),
    });
    const row = await checks.measure(what, measure, (each) => [comparisonOf(each)]);
    if (row) rows.push(row);
  }
  print(ratioTable("first `tools/list` over stdio", "", rows));
  for (const row of rows) checks.compare(comparisonOf(row));
}

async function idleMemory(plan: Plan, checks: Checks): Promise<void> {
  say("idle memory");
  const figures = await checks.measure("idle memory", () =>
    measureIdleMemory(manyTools, Math.min(plan.processRounds, 5)),
  );
  if (!figures) return;
  print(ratioTable("idle memory", "MiB", [{ label: `${manyTools} tools`, figures }]));
  for (const name of ["ours over stdio", "ours over HTTP"]) {
    checks.compare({
      what: `memory of ${name} with ${manyTools} tools: times bare node`,
      figure: ratio(figures, name),
      target: targets.idleMemory,
      margin: plan.margins.memory,
    });
  }
}

async function listeners(plan: Plan, checks: Checks, workspace: string): Promise<void> {
  const what = `${plan.listeners} idle listeners`;
  say(what);
  const figures = await checks.measure(what, () => measureListeners(plan.listeners, workspace));
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
