import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { stopStepMs } from "./watchdog.js";

const isWindows = process.platform === "win32";
const pollMs = 20;

/** Sends a signal to a process and to those that it started. On Windows it ends them, since there are no signals. */
export function signalGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (isWindows) endTree(child, pid);
  else if (!send(pid, signal)) child.kill(signal);
}

/** Ends what is left of a group whose first process has ended. */
export async function endGroup(group: number): Promise<void> {
  // Windows knows the processes of a tree by their parent, which is gone.
  if (isWindows || !send(group, "SIGTERM")) return;
  for (const deadline = performance.now() + stopStepMs; performance.now() < deadline;) {
    if (!runs(group)) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  send(group, "SIGKILL");
}

/** @returns whether the group has processes, and may be sent signals */
function send(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

function runs(group: number): boolean {
  return send(group, 0) && (process.platform !== "linux" || hasLiving(group));
}

/**
 * Whether a group has more than processes that have ended: in containers whose first process is no init, nobody takes notice of
 * their end.
 */
function hasLiving(group: number): boolean {
  const living = new RegExp(String.raw`\) [^ZX] \d+ ${group} `);
  try {
    return readdirSync("/proc").some((name) => /^\d/.test(name) && living.test(statOf(name)));
  } catch {
    return true;
  }
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return "";
  }
}

function endTree(child: ChildProcess, pid: number): void {
  const killer = spawn("taskkill", ["/pid", String(pid), "/T", "/F"], {
    stdio: "ignore",
    windowsHide: true,
  });
  killer.once("error", () => child.kill());
}
