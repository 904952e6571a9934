/** The hosts that are too heavy to be dependencies of the project; the scripts install them once. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { after } from "node:test";
import { root } from "../support/cli.js";

function run(script: string): string {
  const output = execFileSync(path.join(root, script), {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return output.trim();
}

/** Folder of a project whose node_modules has the bundlers and compilers. */
export const hosts: string = run(".ci/install-hosts");

/** The program of a package in it. */
export function hostProgram(name: string): string {
  return path.join(hosts, "node_modules", name);
}

/** Returns the program of Node.js 24. */
export function node24(): string {
  return path.join(run(".ci/install-node24"), "node");
}

/** Returns why a program of npm can't be run, if so: its package may not be there for this system, or not be fetched. */
export function whyMissing(name: string, command: string): string | false {
  const { status, error } = spawnSync(command, ["--version"], { encoding: "utf8" });
  return status === 0
    ? false
    : `npm did not install ${name}: ${error?.message ?? `exit ${status}`}`;
}

/** Returns an empty folder that finds the packages of the hosts, and is removed after the tests. */
export function workFolder(): string {
  const folder = mkdtempSync(path.join(hosts, "work-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
