/** The streams of a process on Node, for programs. What servers behind `fetchHandler` reach must not import this module. */

/** Returns the stream of the terminal, for a library that draws its questions there. */
export function terminalStream(): NodeJS.WriteStream {
  return process.stderr;
}
