/** Loads an HTTP server with wrk if it is installed, otherwise with autocannon. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../support/cli.js";
import { runProcess } from "../../support/run-process.js";
import { clientCore, pinned } from "./cores.js";
import { cpuSeconds } from "./process-figures.js";
import type { BenchRequest } from "./requests.js";
import type { ServerProcess } from "./server-process.js";

export interface LoadFigures {
  readonly requests: number;
  /** Of the server. */
  readonly cpuSeconds: number;
  /** The time within which 99 of 100 requests were answered. */
  readonly p99Ms: number;
}

const usualConnections = 32;
const longestSeconds = 20;

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

export const generator = hasWrk ? "wrk" : "autocannon (wrk is not on PATH)";

interface Raw {
  readonly requests: number;
  readonly failed: number;
  readonly p99Ms: number;
}

interface Load {
  readonly requests: readonly BenchRequest[];
  readonly seconds: number;
  readonly connections: number;
}

/**
 * Sends the requests in turn, repeatedly, from one core. Takes longer than `seconds` if the server is so slow that not
 * every connection gets an answer.
 *
 * @throws Error if an answer is not a 2xx, or a connection fails
 */
export async function load(
  server: ServerProcess,
  requests: readonly BenchRequest[],
  seconds: number,
  workspace: string,
  connections: number = usualConnections,
): Promise<LoadFigures> {
  const before = cpuSeconds(server.pid);
  const wanted = { requests, seconds, connections };
  const raw = await (hasWrk ? wrk : autocannon)(server.url, wanted, workspace);
  const used = cpuSeconds(server.pid) - before;
  if (raw.failed > 0) throw new Error(`${raw.failed} of ${raw.requests} requests failed`);
  if (raw.requests < connections && seconds < longestSeconds) {
    return load(server, requests, seconds * 4, workspace, connections);
  }
  if (raw.requests === 0) throw new Error(`no request was answered in ${seconds} s`);
  return { requests: raw.requests, cpuSeconds: used, p99Ms: raw.p99Ms };
}

async function wrk(
  url: string,
  { requests, seconds, connections }: Load,
  workspace: string,
): Promise<Raw> {
  const script = path.join(workspace, "load.lua");
  writeFileSync(script, luaScript(requests));
  const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", "-s", script, url];
  return run(pinned(clientCore, ["wrk", ...args]), seconds);
}

async function autocannon(
  url: string,
  { requests, seconds, connections }: Load,
  workspace: string,
): Promise<Raw> {
  const plan = path.join(workspace, "load.json");
  writeFileSync(plan, JSON.stringify({ url, connections, duration: seconds, requests }));
  const client = path.join(root, "test/bench/server/autocannon-client.js");
  return run(pinned(clientCore, [process.execPath, client, plan]), seconds);
}

async function run([file, args]: [string, string[]], seconds: number): Promise<Raw> {
  const done = await runProcess(file, args, { timeoutMs: (seconds + 60) * 1000 });
  const figures = /^figures (.*)$/m.exec(done.stdout)?.[1];
  if (done.code !== 0 || figures === undefined) {
    throw new Error(`${args.join(" ")}: ${done.stderr || done.stdout}`);
  }
  return JSON.parse(figures) as Raw;
}

function luaScript(requests: readonly BenchRequest[]): string {
  const [only] = requests;
  const prepare =
    requests.length === 1 && only
      ? // wrk sends an unchanging request without calling Lua each time.
        `wrk.method, wrk.body, wrk.headers = "POST", ${luaString(only.body)}, ${luaTable(only)}`
      : `local prepared, turn = {}, 0
function init()
${requests.map((each) => `  prepared[#prepared + 1] = wrk.format("POST", nil, ${luaTable(each)}, ${luaString(each.body)})`).join("\n")}
end
function request()
  turn = turn % #prepared + 1
  return prepared[turn]
end`;
  return `${prepare}
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  local p99 = latency:percentile(99) / 1000
  print(string.format('figures {"requests":%d,"failed":%d,"p99Ms":%f}', summary.requests, failed, p99))
end
`;
}

function luaTable({ headers }: BenchRequest): string {
  const fields = Object.entries(headers).map(
    ([name, value]) => `["${name}"] = ${luaString(value)}`,
  );
  return `{ ${fields.join(", ")} }`;
}

function luaString(text: string): string {
  return `[==[${text}]==]`;
}
