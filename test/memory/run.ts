/**
 * Memories on disk, written by many processes that are killed. Needs SQLite: Node.js 22.13 or newer, or better-sqlite3.
 * `MEMORY_SEED` repeats a run, `MEMORY_ROUNDS` says how often processes are killed.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sqliteMemory } from "../../runtime/memory-server/factories.js";

const writers = 8;
const writesOfEach = 50;
const rounds = Number(process.env["MEMORY_ROUNDS"] ?? 25);
const seed = Number(process.env["MEMORY_SEED"] ?? Date.now() % 1_000_000);
const program = fileURLToPath(new URL("writer.ts", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "memory-"));
let passed = 0;
let failed = 0;

function check(what: string, isRight: boolean): void {
  if (isRight) passed++;
  else failed++;
  console.log(`${isRight ? "ok" : "FAILED"}: ${what}`);
}

/** Park and Miller's generator. */
let state = (seed % 2_147_483_646) + 1;
function random(): number {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
}

interface Writer {
  readonly child: ChildProcess;
  /** The names of the writes that were acknowledged. */
  readonly acknowledged: string[];
}

function start(file: string, name: string, first: number, count: number): Writer {
  const args = ["--import", "tsx", program, file, name, String(first), String(count)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const acknowledged: string[] = [];
  let rest = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    // A line that was cut off was not acknowledged.
    rest = lines.pop() ?? "";
    acknowledged.push(...lines.map((write) => `${name} ${write}`));
  });
  return { child, acknowledged };
}

/** Returns the names of all writes in a database. */
async function written(file: string): Promise<ReadonlySet<string>> {
  const store = await sqliteMemory(file);
  const facts = await store.facts("all");
  const conversations = await store.conversations("all");
  await store.close();
  return new Set([...facts.map(({ key }) => key), ...conversations.map(({ id }) => id)]);
}

async function manyAtOnce(): Promise<void> {
  const file = path.join(folder, "many.db");
  const all = Array.from({ length: writers }, (_, index) =>
    start(file, `writer${index}`, 0, writesOfEach),
  );
  const codes = await Promise.all(
    all.map(async ({ child }) => (await once(child, "close"))[0] as unknown),
  );
  check(
    `${writers} processes that write at once all end well`,
    codes.every((code) => code === 0),
  );
  const found = await written(file);
  check(
    `they lose nothing of ${writers * writesOfEach} writes`,
    found.size === writers * writesOfEach,
  );
}

async function killed(): Promise<void> {
  const file = path.join(folder, "killed.db");
  const acknowledged = new Set<string>();
  let lost = 0;
  for (let round = 0; round < rounds; round++) {
    const two = ["a", "b"].map((name) => start(file, name, round * 1_000_000, 1_000_000));
    await once(two[0]!.child.stdout!, "data");
    await pause(random() * 60);
    const closed = two.map(({ child }) => once(child, "close"));
    for (const { child } of two) child.kill("SIGKILL");
    await Promise.all(closed);
    for (const each of two) for (const name of each.acknowledged) acknowledged.add(name);
    const found = await written(file);
    lost += [...acknowledged].filter((name) => !found.has(name)).length;
  }
  console.log(`${acknowledged.size} writes were acknowledged in ${rounds} rounds; seed ${seed}`);
  check("kill -9 during writes loses nothing acknowledged", acknowledged.size > 0 && lost === 0);
}

try {
  await manyAtOnce();
  await killed();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
