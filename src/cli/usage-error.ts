/** The command line is wrong: the message is printed with a pointer to --help, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}
