/**
 * Builds the package and judges the sources by the compiler and the linter, which need the build, and at the same time by
 * Prettier, which uses one core for longer than the others take. For `npm run verify`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";

const npm = process.env["npm_execpath"] ?? "";

/** Runs scripts of npm until one fails, and prints what each printed when it has ended. */
async function run(...scripts: readonly string[]): Promise<boolean> {
  for (const script of scripts) {
    const child = spawn(process.execPath, [npm, "run", script], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const outputs = Promise.all([buffer(child.stdout), buffer(child.stderr)]);
    const [code] = (await once(child, "close")) as [number | null];
    for (const output of await outputs) process.stdout.write(output);
    if (code !== 0) return false;
  }
  return true;
}

const verdicts = await Promise.all([run("format:check"), run("build", "typecheck", "lint")]);
if (verdicts.includes(false)) process.exitCode = 1;
