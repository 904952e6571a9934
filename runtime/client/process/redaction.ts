import type { StdioServer } from "../client-options.js";

/** Shorter values are settings such as "true" and "info", or can't be told from ordinary text. */
const shortestSecret = 6;
/** Variables whose values are no secrets, and are of use in messages. */
const harmless =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|TZ|LANG|LC_\w+|TMPDIR|TEMP|NODE_ENV|NODE_PATH|\w*_?LOG_LEVEL)$/i;
const secretOption = /^--?[\w-]*(?:auth|key|passw|secret|token)[\w-]*(?:=(.+))?$/i;

export type Redaction = (text: string) => string;

/** Returns a function that hides the secrets which were given to a server, in what the server writes about itself. */
export async function redactionOf({ env = {}, args = [] }: StdioServer): Promise<Redaction> {
  const values = Object.entries(env).flatMap(([name, value]) =>
    harmless.test(name) ? [] : [value, ...value.split(/\r?\n/)],
  );
  args.forEach((arg, index) => {
    const option = secretOption.exec(arg);
    if (option) values.push(option[1] ?? args[index + 1] ?? "");
  });
  const secrets = values.filter((text) => text.trim().length >= shortestSecret);
  if (secrets.length === 0) return (text) => text;
  const { Redactor } = await import("../../protocol/text/redactor.js");
  const redactor = new Redactor(secrets.map((text) => ({ text })));
  return (text) => redactor.text(text);
}
