/** Writes to the real standard output. */
export type WriteStdout = (text: string, done?: () => void) => boolean;

/**
 * Keeps standard output for protocol messages: from now on `process.stdout.write`, and with it `console.log`, writes
 * to standard error.
 */
export function takeStdout(): { readonly write: WriteStdout; readonly giveBack: () => void } {
  const { stdout, stderr } = process;
  const original = stdout.write;
  const write = original.bind(stdout) as WriteStdout;
  const redirected = stderr.write.bind(stderr) as typeof stdout.write;
  stdout.write = redirected;
  return {
    write,
    giveBack: () => {
      if (stdout.write === redirected) stdout.write = original;
    },
  };
}
