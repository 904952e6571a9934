/**
 * `npm run bench:soak [-- --calls N] [--short]`: makes a million tool calls. Afterwards the server must not use more
 * memory than after the first ones, otherwise exits with 1.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { median } from "../measure-process.js";
import { load } from "./load.js";
import { post } from "./post.js";
import {
  badCallRequest,
  callRequest,
  initializeRequest,
  listRequest,
  type BenchRequest,
} from "./requests.js";
import { program, startServer, type Memory, type ServerProcess } from "./server-process.js";
import { Checks } from "./targets.js";

const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, calls: { type: "string" } },
});
const calls = Number(values.calls ?? (values.short ? 200_000 : 1_000_000));

/** One byte per call of a million: a leak per call would take many times that. */
const heapTolerance = 1024 * 1024;
/** Variation of the allocator, and later compilations of the engine. */
const residentTolerance = 24 * 1024 * 1024;
const samplesWanted = 20;
const tools = 1000;

const workspace = mkdtempSync(path.join(os.tmpdir(), "bench-soak-"));
const checks = new Checks();
try {
  await soak("without sessions", ["stateless"], () =>
    Promise.resolve([
      callRequest("2026-07-28"),
      callRequest("2025-11-25"),
      badCallRequest("2026-07-28"),
      badCallRequest("2025-11-25"),
    ]),
  );
  await soak("in a session", [], async (server) => {
    const { sessionId } = await post(server.url, initializeRequest());
    if (sessionId === null) throw new Error("initialize opened no session");
    // In a session an id must not be reused before its answer, and the connections send in parallel.
    return Array.from({ length: 256 }, (_, id) => {
      const call = callRequest("2025-11-25", id);
      return { ...call, headers: { ...call.headers, "mcp-session-id": sessionId } };
    });
  });
} finally {
  rmSync(workspace, { recursive: true, force: true });
}
process.stdout.write(`\n${checks.totals()}\n`);
process.exitCode = checks.failed > 0 ? 1 : 0;

async function soak(
  what: string,
  args: readonly string[],
  prepare: (server: ServerProcess) => Promise<readonly BenchRequest[]>,
): Promise<void> {
  const server = await startServer([program("ours-http.js"), String(tools), ...args], {
    reportsMemory: true,
  });
  try {
    const requests = await prepare(server);
    // Creates what is created once: lists, validators, compiled code.
    await post(server.url, listRequest("2026-07-28"));
    await loadTimes(calls / 10, server, requests);
    const samples: Memory[] = [await server.memory()];
    let done = 0;
    while (done < calls) {
      done += await loadTimes(calls / samplesWanted, server, requests);
      samples.push(await server.memory());
    }
    judge(what, done, samples);
  } catch (error) {
    checks.record(false, `${what}: ${(error as Error).message}`);
  } finally {
    await server.stop();
  }
}

/** Sends at least `wanted` requests, a second at a time. @returns their number */
async function loadTimes(
  wanted: number,
  server: ServerProcess,
  requests: readonly BenchRequest[],
): Promise<number> {
  let done = 0;
  while (done < wanted) done += (await load(server, requests, 1, workspace)).requests;
  return done;
}

/** Compares the medians of the samples' last and first quarter. */
function judge(what: string, done: number, samples: readonly Memory[]): void {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const growth = (kind: keyof Memory): number =>
    median(samples.slice(-quarter).map((sample) => sample[kind])) -
    median(samples.slice(0, quarter).map((sample) => sample[kind]));
  const course = (kind: keyof Memory): string =>
    samples.map((sample) => (sample[kind] / 1024 / 1024).toFixed(1)).join(" ");
  process.stdout.write(`${what}, heap in MiB: ${course("heapUsed")}\n`);
  process.stdout.write(`${what}, resident MiB: ${course("rss")}\n`);
  const report = (kind: keyof Memory, name: string, tolerance: number): void =>
    checks.record(
      growth(kind) <= tolerance,
      `${what}, ${done} calls: ${name} grew by ${kib(growth(kind))} KiB (at most ${kib(tolerance)})`,
    );
  report("heapUsed", "the heap", heapTolerance);
  report("rss", "resident memory", residentTolerance);
}

function kib(bytes: number): string {
  return Math.round(bytes / 1024).toLocaleString("en-US");
}
