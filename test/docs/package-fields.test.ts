/** The fields of package.json that name the repository: there, empty, and filled in by the workflow that publishes. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { load } from "js-yaml";
import { root } from "../support/cli.js";
import { readDocument } from "./blocks.js";

interface Fields {
  readonly homepage: string;
  readonly repository: { readonly type: string; readonly url: string };
  readonly bugs: { readonly url: string };
}

interface Workflow {
  readonly jobs: {
    readonly publish: { readonly steps: readonly { name?: string; run?: string }[] };
  };
}

test("the workflow that publishes fills in where the package comes from", (t) => {
  const { homepage, repository, bugs } = JSON.parse(readDocument("package.json")) as Fields;
  assert.deepEqual([homepage, repository, bugs], ["", { type: "git", url: "" }, { url: "" }]);

  const { jobs } = load(readDocument(".github/workflows/publish.yml")) as Workflow;
  const step = jobs.publish.steps.find(({ name }) => name?.startsWith("Name the repository"));
  const folder = mkdtempSync(path.join(tmpdir(), "fields-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(path.join(root, "package.json"), path.join(folder, "package.json"));
  execFileSync("bash", ["-c", step?.run ?? "false"], {
    cwd: folder,
    env: { ...process.env, GITHUB_REPOSITORY: "owner/name" },
  });
  const filled = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Fields;
  assert.equal(filled.repository.url, "git+https://github.com/owner/name.git");
  assert.equal(filled.homepage, "https://github.com/owner/name#readme");
  assert.equal(filled.bugs.url, "https://github.com/owner/name/issues");
});
