/**
 * Measures calls per second of the client's CPU time. The clients take turns, so that a busy moment affects all. A client
 * with enough open calls keeps its core busy, so that this is the wall-clock figure of a dedicated machine; the wall-clock
 * figure of this machine also depends on what else runs, and on the server where the client is faster.
 */
import type { Era } from "../server/requests.js";
import { startServer } from "../server/server-process.js";
import { ClientProcess } from "./client-process.js";
import { contenders, program, type ContenderName, type TransportName } from "./contenders.js";

export interface Point {
  readonly transport: TransportName;
  readonly era: Era;
  /** Number of calls that are open at once. */
  readonly window: number;
}

export interface Pace {
  /** Number of times that all clients are started. */
  readonly starts: number;
  /** Rounds after each start. */
  readonly rounds: number;
  /** How long a round is, in CPU time of the client: on a busy machine it takes longer by the clock. */
  readonly cpuSeconds: number;
  /** Time for the engine to compile what is called often. */
  readonly warmUpCpuSeconds: number;
}

export interface Rate {
  readonly perCpuSecond: number;
  readonly perSecond: number;
}

/** Every client's rounds in order. */
export type Rates = ReadonlyMap<ContenderName, readonly Rate[]>;

export async function measurePoint(point: Point, pace: Pace): Promise<Rates> {
  const rates = new Map<ContenderName, Rate[]>();
  for (let start = 0; start < pace.starts; start += 1) {
    const server =
      point.transport === "http" ? await startServer([program("server-http.js")]) : undefined;
    try {
      await measureOnce(point, pace, server?.url, rates);
    } finally {
      await server?.stop();
    }
  }
  return rates;
}

async function measureOnce(
  { transport, era, window }: Point,
  pace: Pace,
  url: string | undefined,
  rates: Map<ContenderName, Rate[]>,
): Promise<void> {
  const clients: [ContenderName, ClientProcess][] = [];
  try {
    for (const contender of contenders) {
      if (!contender.eras.includes(era)) continue;
      const { name } = contender;
      const start = ClientProcess.start(contender.program(transport), transport, era, url);
      clients.push([name, await named(name, start)]);
    }
    for (const [name, client] of clients) {
      await named(name, client.measure(pace.warmUpCpuSeconds, window));
    }
    for (let round = 0; round < pace.rounds; round += 1) {
      // In alternating order, because the client after the SDK's would look slower.
      for (const [name, client] of round % 2 === 0 ? clients : clients.toReversed()) {
        const { calls, seconds, cpuSeconds } = await named(
          name,
          client.measure(pace.cpuSeconds, window),
        );
        const rounds = rates.get(name) ?? [];
        rates.set(name, rounds);
        rounds.push({ perCpuSecond: calls / cpuSeconds, perSecond: calls / seconds });
      }
    }
  } finally {
    await Promise.all(clients.map(([, client]) => client.stop()));
  }
}

/** Adds the client's name to an error. */
async function named<T>(name: ContenderName, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
