/** Measures the first tools/list of a server on stdio, as the time of its whole process. */
import { spawn } from "node:child_process";
import { root } from "../../support/cli.js";
import { median } from "../measure-process.js";
import { writeBesideRuntime } from "./beside-runtime.js";
import type { Plan } from "./plan.js";
import { checkList } from "./post.js";
import { initialized, initializeRequest, listRequest, type Era } from "./requests.js";
import { serverCommand, stopChild } from "./server-process.js";
import type { StdioName } from "./stdio-contenders.js";

/** Time that a process may live after its answer and the end of its input. */
const lingerMs = 2_000;

export type StarterName = StdioName | "node -e 0" | "ours, as a package";

/**
 * Measures the time from the start of a process to its end, relative to `node -e 0` before and after it. If a server
 * outlives its client, the time ends with the answer. Ours is measured as in generated projects, and as a package.
 *
 * @returns the median ratios by name; 1 for `node -e 0`, the first
 */
export async function measureFirstList(
  era: Era,
  tools: number,
  plan: Plan,
  workspace: string,
): Promise<ReadonlyMap<StarterName, number>> {
  const count = String(tools);
  const programs = new Map<StarterName, string>([["ours", writeBesideRuntime(workspace)]]);
  for (const { name, eras, file } of plan.stdioContenders) {
    if (name === "limit" || !eras.includes(era)) continue;
    programs.set(name === "ours" ? "ours, as a package" : name, file);
  }
  const timeBase = (): Promise<number> => timeOne(["-e", "0"], era, undefined);
  const ratios = new Map([...programs.keys()].map((name) => [name, [] as number[]]));
  // Only neighbours are compared, because the speed of a shared machine changes within minutes.
  let before = await timeBase();
  for (let round = -1; round < plan.processRounds; round += 1) {
    for (const [name, file] of programs) {
      const seconds = await timeOne([file, count], era, tools);
      const after = await timeBase();
      // The first round reads the files from disk.
      if (round >= 0) ratios.get(name)?.push((2 * seconds) / (before + after));
      before = after;
    }
  }
  const medians = [...ratios].map(([name, each]): [StarterName, number] => [name, median(each)]);
  return new Map<StarterName, number>([["node -e 0", 1], ...medians]);
}

function timeOne(command: readonly string[], era: Era, tools: number | undefined): Promise<number> {
  const [file, args] = serverCommand(command);
  const start = performance.now();
  const child = spawn(file, args, { stdio: ["pipe", "pipe", "inherit"], cwd: root });
  // `node -e 0` does not read its input.
  child.stdin.on("error", () => {});
  if (era === "2025-11-25") {
    child.stdin.write(`${initializeRequest().body}\n${initialized}\n`);
  }
  child.stdin.end(`${listRequest(era).body}\n`);
  const chunks: Buffer[] = [];
  let answered = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    answered = performance.now();
  });
  return new Promise((resolve, reject) => {
    const finish = (end: number): void => {
      try {
        if (tools !== undefined) checkLastLine(Buffer.concat(chunks).toString(), tools);
        resolve((end - start) / 1000);
      } catch (error) {
        reject(new Error(`${command.join(" ")}: ${(error as Error).message}`, { cause: error }));
      }
    };
    const timer = setInterval(() => {
      if (answered === 0 || performance.now() - answered < lingerMs) return;
      clearInterval(timer);
      child.removeAllListeners("exit");
      void stopChild(child).then(() => finish(answered));
    }, 100);
    child.once("error", reject);
    let end = 0;
    child.once("exit", () => {
      end = performance.now();
    });
    // Output may arrive after the exit.
    child.once("close", () => {
      clearInterval(timer);
      if (end > 0) finish(end);
    });
  });
}

function checkLastLine(output: string, tools: number): void {
  const line = output.trimEnd().split("\n").at(-1) ?? "";
  checkList({ status: 200, sessionId: null, text: line }, tools);
}
