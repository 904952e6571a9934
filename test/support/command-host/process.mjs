/**
 * A process that runs commands of the built command line, one after another, as `pool.ts` sends them. Loading the modules
 * takes most of the time of a short command. (JavaScript, because it runs without tsx.)
 */
import path from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { reportChanges } from "../guard.mjs";

const cli = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../../dist/cli");
const { runCli } = await import(pathToFileURL(path.join(cli, "run-cli.js")).href);
/** Events for which a command may leave listeners, because its process ends with it. */
const events = ["exit", "SIGINT", "SIGTERM", "SIGHUP"];

const written = {};
for (const name of ["stdout", "stderr"]) {
  process[name].write = (chunk, ...rest) => {
    written[name].push(Buffer.from(chunk));
    const onWritten = rest.find((each) => typeof each === "function");
    if (onWritten) process.nextTick(onWritten);
    return true;
  };
}

process.on("message", (command) => void run(command).then((finished) => process.send(finished)));
process.on("disconnect", () => process.exit());
process.send("ready");

async function run({ args, cwd, env, stdin }) {
  written.stdout = [];
  written.stderr = [];
  process.chdir(cwd);
  replaceEnvironment(env);
  process.argv = [process.execPath, path.join(cli, "main.js"), ...args];
  process.exitCode = undefined;
  const input = new PassThrough().end(stdin);
  Object.defineProperty(process, "stdin", { configurable: true, value: input });
  const before = events.map((event) => process.listeners(event));
  let code = 1;
  try {
    code = await runCli(args);
  } catch (error) {
    // As main.ts does.
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
  events.forEach((event, at) => {
    for (const listener of process.listeners(event)) {
      if (before[at].includes(listener)) continue;
      process.off(event, listener);
      if (event === "exit") listener.call(process, code);
    }
  });
  reportChanges();
  const [stdout, stderr] = [written.stdout, written.stderr].map((chunks) =>
    Buffer.concat(chunks).toString("utf8"),
  );
  return { code: process.exitCode || code, stdout, stderr };
}

function replaceEnvironment(wanted) {
  for (const name of Object.keys(process.env)) if (!(name in wanted)) delete process.env[name];
  Object.assign(process.env, wanted);
}
