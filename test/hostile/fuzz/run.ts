/**
 * `npm run fuzz [SECONDS]`: makes documents, route maps, arguments and answers and checks what must hold of them, 60
 * seconds by default and an hour by `npm run fuzz -- 3600`. FUZZ_SEED repeats the inputs of a run.
 *
 * The inputs are tried in a process of their own, since one that hangs or crashes it must be found as well.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** An input that takes longer than this has hung. Inputs take milliseconds; a loaded machine may be slow. */
const patienceMs = 30_000;
const seconds = Number(process.argv[2] ?? 60);
const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() & 0x7fffffff);
const worker = fileURLToPath(new URL("worker.ts", import.meta.url));

const child = spawn(process.execPath, [...process.execArgv, worker], {
  env: { ...process.env, FUZZ_SEED: String(seed), FUZZ_SECONDS: String(seconds) },
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
let last: unknown;
let outcome: { inputs: number } | undefined;
let hung = false;
const onSilence = (): void => {
  hung = true;
  child.kill("SIGKILL");
};
let timer = setTimeout(onSilence, patienceMs);
child.on("message", (message: { input?: unknown; done?: { inputs: number } }) => {
  clearTimeout(timer);
  timer = setTimeout(onSilence, patienceMs);
  last = message.input ?? last;
  outcome = message.done ?? outcome;
});
child.on("exit", (code) => {
  clearTimeout(timer);
  const failed = hung || code !== 0 || !outcome;
  if (failed) {
    console.error(`${hung ? "An input hung" : "An input failed"}; FUZZ_SEED=${seed} repeats it.`);
    if (hung || !outcome) console.error(JSON.stringify(last));
  }
  console.log(`${outcome?.inputs ?? 0} passed, ${failed ? 1 : 0} failed`);
  process.exitCode = failed ? 1 : 0;
});
