/** The streams of a process on Node, for programs. What servers behind `fetchHandler` reach must not import this module. */

/** Ends the process when the reader of standard output closes it, as `head` does when it has enough. */
export function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}

/** Returns the stream of the terminal, for a library that draws its questions there. */
export function terminalStream(): NodeJS.WriteStream {
  return process.stderr;
}
