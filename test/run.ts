/**
 * Runs tests with `node --test` and the reporter of this folder: `node --import tsx test/run.ts [FLAG…] [FILE | FOLDER…]`.
 * A folder stands for the `.test.ts` files below it; without any, all of test/ is run. Flags go to Node, for example
 * `--watch`, `--test-only`, `--test-name-pattern=TEXT` or `--test-shard=1/3`.
 */
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runTypeScript } from "./support/typescript/flags.js";
// Prints once, rather than in the process of each test file, that messages are not checked against the schemas.
import "./support/wire/schemas.js";

const folder = path.dirname(fileURLToPath(import.meta.url));
const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith("-"));
const named = args.filter((arg) => !arg.startsWith("-"));
const files = (named.length > 0 ? named : [folder])
  .map((each) => path.resolve(each))
  .flatMap(testsIn);
const child = spawn(
  process.execPath,
  [
    ...runTypeScript,
    "--test",
    // One more than CI has cores: many files mostly wait for processes, timers and connections.
    "--test-concurrency=3",
    "--test-timeout=300000",
    `--test-reporter=${path.join(folder, "reporter.js")}`,
    ...flags,
    ...files,
  ],
  { stdio: "inherit" },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => (process.exitCode = code ?? 1));

function testsIn(file: string): string[] {
  if (!statSync(file).isDirectory()) return [file];
  return readdirSync(file, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .sort()
    .map((name) => path.join(file, name));
}
