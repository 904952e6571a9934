/** An error in the command line. Its message is printed with a pointer to --help; the exit code is 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}
