/** A name of the API, such as a scheme's, and the environment variable that the user names for it. */
export interface NamedVariable {
  readonly name: string;
  readonly variable: string;
}

/** Names of environment variables, as a regular expression of JSON Schema. */
export const variablePattern = "^[A-Za-z_][A-Za-z0-9_]{0,127}$";

/**
 * Parses the environment variable of a value: `apiKeyAuth=GITHUB_TOKEN`.
 *
 * @throws RangeError for anything else
 */
export function readNamedVariable(text: string): NamedVariable {
  const [, name, variable = ""] = /^(.+)=([^=]*)$/.exec(text) ?? [];
  if (name !== undefined && new RegExp(variablePattern).test(variable)) return { name, variable };
  throw new RangeError(
    `Expected a scheme or server variable and an environment variable, such as apiKeyAuth=GITHUB_TOKEN, not ${text.slice(0, 80)}.`,
  );
}
