import { spawn, type ChildProcess } from "node:child_process";
import type { Writable } from "node:stream";

/** Time for a server to end by itself once its input is closed, and then after SIGTERM. */
export const stopStepMs = 2_000;
/** How long to wait for the end of a watchdog that has nothing to do. */
const longestEndMs = 1_000;
const stopStepSeconds = stopStepMs / 1_000;

/**
 * Reads which process groups there are, and stops what is left of them when its input ends: then this process is gone,
 * whatever ended it. It ignores the signals that a terminal sends to all of its processes.
 */
const script = `
trap "" HUP INT QUIT TERM
# Busybox does not know "--"; others need it.
signal() { kill -s "$1" -- "-$2" || kill -s "$1" "-$2"; }
groups=" "
while read -r sign group; do
  case "$sign" in
    +) groups="$groups$group " ;;
    -) groups="\${groups%% $group *} \${groups#* $group }" ;;
  esac
done
pause() {
  left=${stopStepSeconds}
  while [ $left -gt 0 ]; do
    alive=
    for group in $groups; do signal 0 "$group" && alive=yes; done
    [ $alive ] || exit 0
    sleep 1
    left=$((left - 1))
  done
}
pause
for group in $groups; do signal TERM "$group"; done
pause
for group in $groups; do signal KILL "$group"; done
`;

/**
 * A small process beside this one that ends the servers which this one leaves behind, even if it is killed with SIGKILL. One is
 * enough for all servers, and it runs only while there are any.
 *
 * Not on Windows, where Node makes its children end with it.
 */
class Watchdog {
  readonly #groups = new Set<number>();
  #process: ChildProcess | undefined;

  /** Starts the watchdog, so that a server is watched from its first moment. */
  prepare(): void {
    if (this.#process) return;
    const own = spawn("/bin/sh", ["-c", script], {
      stdio: ["pipe", "ignore", "ignore"],
      // In a session of its own, it outlives the terminal.
      detached: true,
      cwd: "/",
      env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
    });
    this.#process = own;
    own.unref();
    // Without a shell, servers end when they see that their input is closed.
    const gone = (): void => {
      if (this.#process === own) this.#process = undefined;
    };
    own.on("error", gone);
    own.on("exit", gone);
    // There is none when the system has no more pipes.
    const input = own.stdin as (Writable & { unref?(): void }) | null | undefined;
    input?.on("error", gone);
    input?.unref?.();
    // Those of a watchdog that was killed.
    for (const group of this.#groups) this.#tell(`+ ${group}\n`);
  }

  add(group: number): void {
    this.#groups.add(group);
    this.#tell(`+ ${group}\n`);
  }

  /** Resolves when the watchdog has ended, if no group is left. */
  async remove(group: number): Promise<void> {
    if (!this.#groups.delete(group)) return;
    this.#tell(`- ${group}\n`);
    await this.release();
  }

  /** Ends the watchdog if it has nothing to watch. */
  async release(): Promise<void> {
    const own = this.#process;
    if (this.#groups.size > 0 || !own) return;
    this.#process = undefined;
    if (own.pid === undefined || own.exitCode !== null) return;
    await new Promise<void>((resolve) => {
      // It keeps this process running meanwhile, and nothing of it is left afterwards, unlike of a process that has just ended.
      const timer = setTimeout(resolve, longestEndMs);
      own.once("exit", () => {
        clearTimeout(timer);
        resolve();
      });
      own.stdin?.end();
    });
  }

  #tell(line: string): void {
    this.#process?.stdin?.write(line);
  }
}

export const watchdog = new Watchdog();
