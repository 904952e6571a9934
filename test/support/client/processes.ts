/** Which processes run, as the operating system tells. */
import { execFileSync } from "node:child_process";

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly command: string;
}

/** Returns all processes but those that have ended and wait for their parent to notice. */
export function runningProcesses(): readonly RunningProcess[] {
  const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat=,args="], {
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  });
  return text.split("\n").flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (!found || found[4]?.startsWith("Z")) return [];
    const [, pid, parent, group, , command = ""] = found;
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), command }];
  });
}

/** Returns the processes whose command line has a text. */
export function processesWith(text: string): readonly RunningProcess[] {
  return runningProcesses().filter(({ command }) => command.includes(text));
}

/** Returns the processes that one has started, but for those of the tests themselves. */
export function childrenOf(parent: number = process.pid): readonly RunningProcess[] {
  const ofTests = /^ps |\/esbuild /;
  return runningProcesses().filter((each) => each.parent === parent && !ofTests.test(each.command));
}
