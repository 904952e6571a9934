import { Redactor } from "../../protocol/text/redactor.js";
import type { StdioServer } from "../client-options.js";

/** Shorter values are settings such as "true" and "info", or can't be told from ordinary text. */
const shortestSecret = 6;
/** Variables whose values are no secrets, and are of use in messages. */
const harmless =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|TZ|LANG|LC_\w+|TMPDIR|TEMP|NODE_ENV|NODE_PATH|\w*_?LOG_LEVEL)$/i;
const secretOption = /^--?[\w-]*(?:auth|key|passw|secret|token)[\w-]*(?:=(.+))?$/i;

/** Returns a function that hides the secrets which were given to a server, in what the server writes about itself. */
export function redactionOf({ env = {}, args = [] }: StdioServer): (text: string) => string {
  const values = Object.entries(env).flatMap(([name, value]) =>
    harmless.test(name) ? [] : [value, ...value.split(/\r?\n/)],
  );
  args.forEach((arg, index) => {
    const option = secretOption.exec(arg);
    if (option) values.push(option[1] ?? args[index + 1] ?? "");
  });
  const secrets = values.filter((text) => text.trim().length >= shortestSecret);
  const redactor = new Redactor(secrets.map((text) => ({ text })));
  return (text) => redactor.text(text);
}
