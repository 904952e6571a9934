/** What the first tools/list of a server on stdio costs, as the time of its whole process. */
import { spawn } from "node:child_process";
import { root } from "../../support/cli.js";
import { median } from "../measure-process.js";
import { checkList } from "./post.js";
import { initialized, initializeRequest, listRequest, type Era } from "./requests.js";
import { serverCommand, stopChild } from "./server-process.js";
import { stdioContenders, type StdioName } from "./stdio-contenders.js";

/** How long a process may live on after its answer when its input has ended. */
const lingerMs = 2_000;

/**
 * Seconds from starting the process to its end, for servers and for `node -e 0`. For a server that lives on without
 * its client: until the answer was there.
 */
export async function measureFirstList(
  era: Era,
  tools: number,
  rounds: number,
): Promise<ReadonlyMap<StdioName | "node -e 0", number>> {
  const commands = new Map<StdioName | "node -e 0", readonly string[]>([
    ["node -e 0", ["-e", "0"]],
  ]);
  for (const { name, eras, file } of stdioContenders) {
    if (name !== "limit" && eras.includes(era)) commands.set(name, [file, String(tools)]);
  }
  const times = new Map([...commands.keys()].map((name) => [name, [] as number[]]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, command] of commands) {
      const seconds = await timeOne(command, era, name === "node -e 0" ? undefined : tools);
      // The first round reads the files from the disk.
      if (round >= 0) times.get(name)?.push(seconds);
    }
  }
  return new Map([...times].map(([name, each]) => [name, median(each)]));
}

function timeOne(command: readonly string[], era: Era, tools: number | undefined): Promise<number> {
  const [file, args] = serverCommand(command);
  const start = performance.now();
  const child = spawn(file, args, { stdio: ["pipe", "pipe", "inherit"], cwd: root });
  // `node -e 0` doesn't read.
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
    // Its output may come after its end.
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
