import path from "node:path";
import type { StdioServer } from "../client-options.js";

/** Programs that run another: its name says more than theirs. */
const launchers =
  /^(?:npx|npm|pnpm|pnpx|yarn|bunx?|uvx?|pipx|docker|node|deno|tsx|python[\d.]*|ruby|java|dotnet|go|cmd)(?:\.(?:exe|cmd|bat))?$/i;
/** Words of launchers that name no program. */
const subcommands = /^(?:run|exec|x|dlx|tool|compose|create)$/;
/** Options of launchers without a value, and with one in the next argument. What follows another option may be its value. */
const withoutValue =
  /^(?:-[yqimuA]|-it|--yes|--quiet|--silent|--rm|--interactive|--init|--enable-source-maps|--no-warnings|--allow-\w+|--)$|^--?[\w-]+=/;
const withValue =
  /^(?:-[revpC]|--require|--import|--loader|--env|--env-file|--volume|--mount|--network|--name|--from|--with|--directory|--package)$/;
/** What looks like a program: a package, an image, a file. Anything else may hold a credential. */
const programName = /^(?:@|[A-Za-z]:[/\\]|[/\\]|\.{1,2}[/\\])?\w[\w.+-]*(?:[/\\:@][\w.+^~-]+)*$/;
const longestName = 80;

/**
 * Names a server by its command, for errors and logs. Of the arguments it shows at most the one that names the program, since
 * others may be credentials.
 */
export function commandName({ command, args = [] }: StdioServer): string {
  const program = path.basename(command.replaceAll("\\", "/"));
  if (!launchers.test(program)) return program.slice(0, longestName);
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? "";
    if (withValue.test(word)) index++;
    else if (!withoutValue.test(word) && !subcommands.test(word)) {
      if (!programName.test(word)) break;
      // Of a file its name, but a package or an image as a whole.
      const shown = /^(?:[A-Za-z]:)?[/\\]/.test(word)
        ? path.basename(word.replaceAll("\\", "/"))
        : word;
      return `${program} ${shown.slice(0, longestName)}`;
    }
  }
  return program;
}

/** Refuses a server that can't be a process. @throws TypeError */
export function checkCommand(server: StdioServer): void {
  const { command, args, env, cwd }: { readonly [K in keyof StdioServer]: unknown } = server;
  if (typeof command !== "string" || command.trim() === "") {
    throw new TypeError('command must be the name or path of a program, such as "npx".');
  }
  refuseNul("command", command);
  if (args !== undefined) {
    if (!Array.isArray(args)) {
      throw new TypeError('args must be an array with one text per argument: ["-y", "package"].');
    }
    args.forEach((arg: unknown, index) => checkText(`args[${index}]`, arg));
  }
  if (cwd !== undefined) checkText("cwd", cwd);
  if (env === undefined) return;
  if (typeof env !== "object" || env === null || Array.isArray(env)) {
    throw new TypeError('env must be an object with texts: { API_KEY: "…" }.');
  }
  for (const [name, value] of Object.entries(env)) {
    if (name === "" || /[=\0]/.test(name)) {
      throw new TypeError(`env has the name ${JSON.stringify(name)}, which no variable can have.`);
    }
    // The value itself may be a credential, so that the message does not show it.
    checkText(`env.${name}`, value);
  }
}

function checkText(place: string, value: unknown): void {
  if (typeof value !== "string") {
    throw new TypeError(
      `${place} must be a text, but is ${value === null ? "null" : typeof value}.`,
    );
  }
  refuseNul(place, value);
}

function refuseNul(place: string, text: string): void {
  if (text.includes("\0")) {
    throw new TypeError(`${place} contains the character NUL, which no program can receive.`);
  }
}
