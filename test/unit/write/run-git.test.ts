/** How Git is started. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { findMerge } from "../../../src/write/git-merge.js";
import { gitProgram } from "../../../src/run-git.js";

const started = process.cwd();
let folder = "";

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "run-git-"));
  process.chdir(folder);
});

after(() => {
  process.chdir(started);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test("a merge is found from within a hook of another repository", async (t) => {
  const git = (...args: readonly string[]): void => {
    const own = ["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...own, ...args], { cwd: folder, stdio: "ignore" });
  };
  const commit = (text: string): void => {
    writeFileSync(path.join(folder, `${text}.txt`), text);
    git("add", ".");
    git("commit", "--quiet", "--message", text);
  };
  git("init", "--quiet", "--initial-branch", "main");
  commit("first");
  git("switch", "--quiet", "--create", "other");
  commit("theirs");
  git("switch", "--quiet", "main");
  commit("ours");
  git("merge", "--quiet", "--no-edit", "other");
  process.env["GIT_DIR"] = path.join(folder, "nowhere");
  t.after(() => delete process.env["GIT_DIR"]);
  const merge = await findMerge(folder);
  assert.equal(await merge?.sides[1]("theirs.txt"), "theirs");
  assert.equal(await merge?.sides[0]("theirs.txt"), undefined);
});

test(
  "Windows: only a git.exe of an absolute folder of the search path is started",
  { skip: process.platform === "win32" && "the names are made for another system" },
  () => {
    const named = "C:\\Program Files\\git\\git.exe";
    // Here these are names of files in the working directory.
    for (const file of [named, "git.exe", ".\\git.exe", "tools\\git.exe", "\\git.exe"]) {
      writeFileSync(path.join(folder, file), "");
    }
    const folders = ["", ".", "tools", "\\", "D:\\none", '"C:\\Program Files\\git\\"'];
    assert.equal(gitProgram("win32", folders.join(";")), named);
    assert.equal(gitProgram("win32", folders.slice(0, -1).join(";")), undefined);
    assert.equal(gitProgram("linux", ""), "git");
  },
);
