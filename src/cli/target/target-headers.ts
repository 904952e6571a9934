import { readHeader } from "../../options/header-option.js";
import { UsageError } from "../usage-error.js";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the headers of `--header`, with the values of variables in place of `${env:NAME}`.
 *
 * @throws UsageError for a variable that is not set
 */
export function targetHeaders(given: readonly string[], env: Environment): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const text of given) {
    const { name, value } = readHeader(text);
    headers[name.toLowerCase()] = value.replace(/\$\{env:([^}]*)\}/g, (_, variable: string) =>
      valueOf(variable, env),
    );
  }
  return headers;
}

/** Returns the variables of `--pass-env`. @throws UsageError for one that is not set */
export function passedVariables(
  names: readonly string[],
  env: Environment,
): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name, env)]));
}

function valueOf(variable: string, env: Environment): string {
  const value = Object.hasOwn(env, variable) ? env[variable] : undefined;
  if (value === undefined) throw new UsageError(`The variable ${variable} is not set.`);
  return value;
}
