/** docs/recipes/github-actions.md: the lines of the workflow do what it says, in a repository of Git. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync, type SpawnSyncReturns } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { load } from "js-yaml";
import { cliPath } from "../../support/cli.js";
import { openProject, recipe } from "./project.js";

interface Workflow {
  readonly jobs: { readonly check: { readonly steps: readonly { name?: string; run?: string }[] } };
}

const project = openProject();
const [text = ""] = recipe("github-actions");
const { steps } = (load(text) as Workflow).jobs.check;

function git(...args: readonly string[]): string {
  const identity = ["-c", "user.name=docs", "-c", "user.email=docs@example.com"];
  return execFileSync("git", [...identity, ...args], { cwd: project.folder, encoding: "utf8" });
}

/** Runs a step of the workflow as the runner does. */
function runStep(
  name: string,
  env: Readonly<Record<string, string>> = {},
): SpawnSyncReturns<string> {
  const step = steps.find((each) => each.name === name);
  const bin = path.join(project.folder, ".git/bin");
  return spawnSync("bash", ["-e", "-c", step?.run ?? "false"], {
    cwd: project.folder,
    encoding: "utf8",
    env: { ...process.env, ...env, PATH: `${bin}:${process.env["PATH"]}` },
  });
}

test("a stale output fails, and the comment names what changes for clients", async () => {
  await project.generate("openapi.yaml");
  project.write(".gitignore", "node_modules\n");
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "base");
  const base = git("rev-parse", "HEAD").trim();
  mkdirSync(path.join(project.folder, ".git/bin"));
  const npx = path.join(project.folder, ".git/bin/npx");
  writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${cliPath}" "$@"\n`);
  chmodSync(npx, 0o755);

  const fresh = runStep("The output is what the document gives");
  assert.equal(fresh.status, 0, fresh.stderr + fresh.stdout);

  const document = readFileSync(path.join(project.folder, "openapi.yaml"), "utf8");
  project.write("openapi.yaml", document.replace("operationId: deletePet", "operationId: sellPet"));
  assert.equal(runStep("The output is what the document gives").status, 1);
  const told = runStep("What changes for clients", { BASE: base });
  assert.equal(told.status, 0, told.stderr);
  const comment = readFileSync(path.join(project.folder, "changes.md"), "utf8");
  assert.match(comment, /deletePet/);
  assert.match(comment, /sellPet/);
});
