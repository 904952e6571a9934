/** What the kernel knows of a process. Linux only. */
import { readdirSync, readFileSync } from "node:fs";

/** Resident memory in MiB. */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return Number(kib) / 1024;
}

/** Time that all threads of a process have had a core, in seconds. */
export function cpuSeconds(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [onCore] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    nanoseconds += Number(onCore);
  }
  return nanoseconds / 1e9;
}
