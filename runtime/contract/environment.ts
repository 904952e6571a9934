/** Environment variables: base URL, server variables and credentials. */
export type Environment = { readonly [name: string]: string | undefined };

/** Returns a variable's value, or undefined if it is unset or empty: many launchers write "unset" as empty. */
export function variable(env: Environment, name: string): string | undefined {
  const value = env[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
