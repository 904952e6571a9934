/**
 * Measures requests over HTTP per second of CPU time. The servers take turns, so that a busy moment affects all. The
 * core is always busy, so that this is the wall-clock figure of a dedicated machine.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { joined } from "../rounds.js";
import type { Contender, ContenderName } from "./contenders.js";
import { load } from "./load.js";
import { checkEcho, checkList, post } from "./post.js";
import {
  callRequest,
  initializeRequest,
  listRequest,
  type BenchRequest,
  type Era,
} from "./requests.js";
import { startServer, type ServerProcess } from "./server-process.js";

/** A request, and the number of tools of the servers. */
export interface Point {
  readonly method: "tools/call" | "tools/list";
  readonly era: Era;
  readonly tools: number;
  /** If given: measured once after this time, because servers get faster for a while. */
  readonly warmUpSeconds?: number;
}

export interface Pace {
  /** Number of times that all servers are restarted. */
  readonly starts: number;
  /** Rounds after each start. */
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** If given: the warm-up lasts until a server has answered so many requests, which is as good on a busy machine. */
  readonly warmUpRequests?: number;
}

/** Every server's rounds in order, as requests per second of CPU time. */
export type Rates = ReadonlyMap<ContenderName, readonly number[]>;

interface Measured {
  readonly name: ContenderName;
  readonly server: ServerProcess;
  readonly request: BenchRequest;
}

/** Returns how a point is measured: after a long warm-up with one start. */
export function paceOf({ warmUpSeconds }: Point, pace: Pace): Pace {
  return warmUpSeconds === undefined ? pace : { ...pace, starts: 1, warmUpSeconds };
}

/**
 * Measures the contenders.
 *
 * @param contendersAt returns them, ours as the first, by the number of starts before
 * @param startsBefore starts of earlier measurements of the point
 * @returns the rounds of every server that supports the era
 * @throws Error if a server's answer is wrong, before the load or under it
 */
export async function measurePoint(
  point: Point,
  contendersAt: (start: number) => readonly Contender[],
  pace: Pace,
  workspace: string,
  startsBefore = 0,
): Promise<Rates> {
  let rates: Rates = new Map();
  for (let start = startsBefore; start < startsBefore + pace.starts; start += 1) {
    const more = await measureOnce(point, contendersAt(start), start % 2 === 1, pace, workspace);
    rates = joined(rates, more);
  }
  return rates;
}

async function measureOnce(
  point: Point,
  contenders: readonly Contender[],
  isReversed: boolean,
  pace: Pace,
  workspace: string,
): Promise<Rates> {
  const measured: Measured[] = [];
  try {
    const listFile = path.join(workspace, "list.json");
    for (const contender of contenders) {
      if (!contender.eras.includes(point.era)) continue;
      const one = await named(contender.name, prepare(contender, point, listFile));
      measured.push(one);
      // Ours is first, because the limit repeats its list.
      if (contender.name === "ours") {
        const { text } = await post(one.server.url, listRequest(point.era));
        writeFileSync(listFile, JSON.stringify((JSON.parse(text) as { result: object }).result));
      }
      await named(one.name, probe(one, point));
    }
    // The first to be warm waits for the others, and is slower for it.
    return await takeTurns(isReversed ? measured.toReversed() : measured, pace, workspace);
  } finally {
    await Promise.all(measured.map(({ server }) => server.stop()));
  }
}

async function prepare(contender: Contender, point: Point, listFile: string): Promise<Measured> {
  const server = await startServer(contender.start(point.tools, listFile));
  const request = point.method === "tools/call" ? callRequest(point.era) : listRequest(point.era);
  if (!contender.inSession) return { name: contender.name, server, request };
  try {
    const { sessionId } = await post(server.url, initializeRequest());
    if (sessionId === null) throw new Error("initialize opened no session");
    const headers = { ...request.headers, "mcp-session-id": sessionId };
    return { name: contender.name, server, request: { ...request, headers } };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** @throws Error if the server's answer is wrong */
async function probe({ server, request }: Measured, point: Point): Promise<void> {
  const answer = await post(server.url, request);
  if (point.method === "tools/call") checkEcho(answer);
  else checkList(answer, point.tools);
}

/** Adds the server's name to an error. */
async function named<T>(name: ContenderName, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}

async function takeTurns(
  measured: readonly Measured[],
  pace: Pace,
  workspace: string,
): Promise<Rates> {
  const rounds = new Map<ContenderName, number[]>();
  for (const one of measured) await named(one.name, warmUp(one, pace, workspace));
  for (let round = 0; round < pace.rounds; round += 1) {
    // In alternating order, because the server after the SDK, which fills caches and heap, would look slower.
    const turn = round % 2 === 0 ? measured : measured.toReversed();
    for (const { name, server, request } of turn) {
      const figures = await named(name, load(server, [request], pace.seconds, workspace));
      const rates = rounds.get(name) ?? [];
      rounds.set(name, rates);
      rates.push(figures.requests / figures.cpuSeconds);
    }
  }
  return rounds;
}

async function warmUp({ server, request }: Measured, pace: Pace, workspace: string): Promise<void> {
  const { warmUpSeconds, warmUpRequests = 0 } = pace;
  let answered = 0;
  do {
    const { requests } = await load(server, [request], warmUpSeconds, workspace);
    answered += requests;
  } while (answered < warmUpRequests);
}
