/** Writes to the real standard output. */
export type WriteStdout = (text: string, encoding: BufferEncoding, done?: () => void) => boolean;

/** Standard output, reserved for a transport. */
export interface TakenStdout {
  readonly write: WriteStdout;
  giveBack(): void;
}

let taken: TakenStdout | undefined;

/**
 * Reserves standard output for protocol messages: `process.stdout.write`, and with it `console.log`, then writes to
 * standard error. Further calls return the same object until it is given back.
 */
export function takeStdout(): TakenStdout {
  if (taken) return taken;
  const { stdout } = process;
  const original = stdout.write;
  // `process.stderr` is opened only on the first write, since few servers write to it.
  const redirected = ((...args: Parameters<typeof stdout.write>) =>
    process.stderr.write(...args)) as typeof stdout.write;
  stdout.write = redirected;
  taken = {
    write: original.bind(stdout) as WriteStdout,
    giveBack: () => {
      taken = undefined;
      if (stdout.write === redirected) stdout.write = original;
    },
  };
  return taken;
}
