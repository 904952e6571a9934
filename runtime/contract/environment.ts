/** Where base URL, server variables and credentials are read from. */
export type Environment = { readonly [name: string]: string | undefined };

/** A variable's value; undefined when it is unset or empty, which is how many launchers write "unset". */
export function variable(env: Environment, name: string): string | undefined {
  const value = env[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
