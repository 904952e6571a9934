/** Writes to the real standard output. */
export type WriteStdout = (text: string, done?: () => void) => boolean;

/** Standard output in the hands of a transport. */
export interface TakenStdout {
  readonly write: WriteStdout;
  giveBack(): void;
}

let taken: TakenStdout | undefined;

/**
 * Keeps standard output for protocol messages: from now on `process.stdout.write`, and with it `console.log`, writes
 * to standard error. Taking it again changes nothing until it is given back.
 */
export function takeStdout(): TakenStdout {
  if (taken) return taken;
  const { stdout } = process;
  const original = stdout.write;
  // Standard error is opened when something is written there: few servers write any.
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
