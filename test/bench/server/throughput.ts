/** Requests per second over HTTP: every server in turn, round after round, so that a busy moment falls on all. */
import { writeFileSync } from "node:fs";
import path from "node:path";
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

/** What is asked of the servers, and how many tools they have. */
export interface Point {
  readonly method: "tools/call" | "tools/list";
  readonly era: Era;
  readonly tools: number;
}

export interface Pace {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/** What one round measured. */
export interface Rate {
  readonly perSecond: number;
  /** Requests for each second that the server had its core: the same figure where nothing else wants the cores. */
  readonly perCpuSecond: number;
}

/** Which of the two figures ratios are made of. */
export type Basis = keyof Rate;

/** Every server's rounds, in order. */
export type Rates = ReadonlyMap<ContenderName, readonly Rate[]>;

interface Measured {
  readonly name: ContenderName;
  readonly server: ServerProcess;
  readonly request: BenchRequest;
}

/**
 * Ours has to be the first of the contenders.
 *
 * @returns the rounds of every server that speaks the era
 * @throws Error when a server's answer is wrong, before the load or under it
 */
export async function measurePoint(
  point: Point,
  contenders: readonly Contender[],
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
      // Ours comes first: the limit repeats the list that it gave.
      if (contender.name === "ours") {
        const { text } = await post(one.server.url, listRequest(point.era));
        writeFileSync(listFile, JSON.stringify((JSON.parse(text) as { result: object }).result));
      }
      await named(one.name, probe(one, point));
    }
    return await takeTurns(measured, pace, workspace);
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

/** @throws Error unless the server answers as it must */
async function probe({ server, request }: Measured, point: Point): Promise<void> {
  const answer = await post(server.url, request);
  if (point.method === "tools/call") checkEcho(answer);
  else checkList(answer, point.tools);
}

/** Says which server it is that fails. */
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
  const rounds = new Map<ContenderName, Rate[]>();
  for (let round = -1; round < pace.rounds; round += 1) {
    const seconds = round < 0 ? pace.warmUpSeconds : pace.seconds;
    for (const { name, server, request } of measured) {
      const figures = await named(name, load(server, [request], seconds, workspace));
      if (round < 0) continue;
      const rates = rounds.get(name) ?? [];
      rounds.set(name, rates);
      rates.push({
        perSecond: figures.requests / figures.seconds,
        perCpuSecond: figures.requests / figures.cpuSeconds,
      });
    }
  }
  return rounds;
}
