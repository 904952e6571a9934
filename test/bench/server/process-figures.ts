/** Reads figures of a process from the kernel. Linux only. */
import { readdirSync, readFileSync } from "node:fs";

export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return Number(kib) / 1024;
}

/** Returns the CPU time of all threads of a process, in seconds. */
export function cpuSeconds(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [onCore] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    nanoseconds += Number(onCore);
  }
  return nanoseconds / 1e9;
}
