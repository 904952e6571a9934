/** Plays the client's part of a scenario. Rejects if the client does not behave as a user would expect. */
export type Scenario = (url: string) => Promise<void>;

/** Returns a member of what the suite tells about the scenario. @throws Error if it tells none */
export function told<T = string>(member: string): T {
  const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as object;
  const value = (context as Readonly<Record<string, unknown>>)[member];
  if (value === undefined) throw new Error(`The suite tells no ${member}.`);
  return value as T;
}

/** @throws Error if a value that the server sent is not the expected one */
export function expect(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected) {
    throw new Error(`${what} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}.`);
  }
}
