/**
 * Measures calls per second of the server's CPU time, and the time within which 99 of 100 are answered. The servers take
 * turns, so that a busy moment affects all. The API has the core of the load.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../support/cli.js";
import { runProcess } from "../../support/run-process.js";
import { joined } from "../rounds.js";
import { clientCore, pinned } from "../server/cores.js";
import { load, type LoadFigures } from "../server/load.js";
import { post } from "../server/post.js";
import {
  initialized,
  initializeRequest,
  toolCall,
  type BenchRequest,
  type Era,
} from "../server/requests.js";
import { serverCommand, startServer, type ServerProcess } from "../server/server-process.js";
import { contenders, type ContenderName, type Transport } from "./contenders.js";
import { calls, spoken, type Call, type CallKind } from "./document.js";
import { program } from "./program.js";
import type { Workspace } from "./workspace.js";

export interface Point {
  readonly transport: Transport;
  readonly era: Era;
  readonly kind: CallKind;
  /** Calls that are open at once, over HTTP each on a connection. */
  readonly window: number;
  readonly keyed: boolean;
}

export interface Pace {
  /** Number of times that all servers are started. */
  readonly starts: number;
  /** Rounds after each start. */
  readonly rounds: number;
  readonly seconds: number;
  /** CPU time of each server before it is measured, for the engine to compile what is called often. */
  readonly warmUpCpuSeconds: number;
}

/** Every server's rounds in order. */
export type Figures = ReadonlyMap<ContenderName, readonly LoadFigures[]>;

/**
 * Options of Node that keep the young generation at one size. V8 enlarges it each time that as much has survived as it holds, to 16
 * MB at last: of a bare proxy over stdio after 12 seconds of calls, of a server that keeps less after 65. A bench of fewer seconds
 * compares one that has grown with one that hasn't. Over HTTP all reach 8 MB within the calls before those that are measured.
 */
const fixedYoungGeneration: readonly string[] = [
  "--min-semi-space-size=8",
  "--max-semi-space-size=8",
];

interface Started {
  readonly name: ContenderName;
  readonly args: readonly string[];
  readonly call: Call;
}

/**
 * @param namesAt returns those who take part, by the number of starts before
 * @throws Error if a server's answer is wrong, before the load or under it
 */
export async function measurePoint(
  point: Point,
  namesAt: (start: number) => readonly ContenderName[],
  pace: Pace,
  workspace: Workspace,
): Promise<Figures> {
  let figures: Figures = new Map();
  for (let start = 0; start < pace.starts; start += 1) {
    const taking = takingPart(point, namesAt(start), workspace);
    // The first to start waits until the others are warm and is slower for it: the first of four copies of a program by 7 %.
    const order = start % 2 === 0 ? taking : taking.toReversed();
    const measure = point.transport === "http" ? overHttp : overStdio;
    figures = joined(figures, await measure(point, order, pace, workspace));
  }
  return figures;
}

function takingPart(
  { transport, era, kind, keyed }: Point,
  names: readonly ContenderName[],
  workspace: Workspace,
): readonly Started[] {
  return contenders.flatMap(({ name, eras, transports, start, callOf }): Started[] => {
    const takesPart = names.includes(name) && eras.includes(era) && transports.includes(transport);
    const args = takesPart ? start(workspace, transport, keyed) : undefined;
    return args ? [{ name, args, call: callOf?.(kind) ?? calls[kind] }] : [];
  });
}

async function overHttp(
  { era, window }: Point,
  taking: readonly Started[],
  pace: Pace,
  { folder }: Workspace,
): Promise<Figures> {
  const figures = new Map<ContenderName, LoadFigures[]>();
  const servers: { name: ContenderName; server: ServerProcess; request: BenchRequest }[] = [];
  try {
    for (const { name, args, call } of taking) {
      const server = await startServer(args);
      const request = toolCall(era, 1, call);
      servers.push({ name, server, request });
      figures.set(name, []);
      const answer = await post(server.url, request);
      checkAnswer(name, answer.text);
    }
    for (const { server, request } of servers) {
      for (let used = 0; used < pace.warmUpCpuSeconds;) {
        used += (await load(server, [request], pace.seconds, folder, window)).cpuSeconds;
      }
    }
    for (let round = 0; round < pace.rounds; round += 1) {
      for (const { name, server, request } of round % 2 === 0 ? servers : servers.toReversed()) {
        figures.get(name)!.push(await load(server, [request], pace.seconds, folder, window));
      }
    }
    return figures;
  } finally {
    await Promise.all(servers.map(({ server }) => server.stop()));
  }
}

/** @throws Error unless the answer is a result with the answer of the API */
function checkAnswer(name: ContenderName, answer: string): void {
  const { result } = JSON.parse(answer) as { result?: { content?: { text?: string }[] } };
  if (!result?.content?.[0]?.text?.includes(spoken)) {
    throw new Error(`${name}: unexpected answer ${answer.slice(0, 300)}`);
  }
}

async function overStdio(
  { era, window }: Point,
  taking: readonly Started[],
  pace: Pace,
  { folder }: Workspace,
): Promise<Figures> {
  // Twice as many as are open, so that an id is free when its turn comes.
  const ids = Array.from({ length: 2 * window }, (_, id) => id);
  const servers = taking.map(({ name, args: own, call }) => {
    const [command, args] = serverCommand(own, fixedYoungGeneration);
    return { name, command, args, lines: ids.map((id) => toolCall(era, id, call).body) };
  });
  const opening = era === "2025-11-25" ? [initializeRequest().body, initialized] : [];
  const plan = {
    servers,
    opening,
    openingAnswers: opening.length > 0 ? 1 : 0,
    window,
    text: spoken,
    warmUpCpuSeconds: pace.warmUpCpuSeconds,
    rounds: pace.rounds,
    seconds: pace.seconds,
  };
  const file = path.join(folder, "stdio.json");
  writeFileSync(file, JSON.stringify(plan));
  const [node, rest] = pinned(clientCore, [process.execPath, program("stdio-load.js"), file]);
  const run = await runProcess(node, rest, { cwd: root, timeoutMs: 300_000 });
  if (run.code !== 0) throw new Error(`over stdio: ${run.stderr}`);
  const figures = new Map<ContenderName, LoadFigures[]>(taking.map(({ name }) => [name, []]));
  for (const line of run.stdout.trimEnd().split("\n")) {
    const { name, ...figure } = JSON.parse(line) as LoadFigures & { readonly name: ContenderName };
    figures.get(name)?.push(figure);
  }
  return figures;
}
