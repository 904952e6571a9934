import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { runHere } from "../../support/run-here.js";

let folder: string;

const git = (...args: readonly string[]): void => {
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  execFileSync("git", [...who, ...args], { cwd: folder, stdio: "ignore" });
};

function document(values: readonly string[], extra: object = {}): string {
  const schema = { $ref: "schemas.json#/Sort" };
  const parameters = [{ name: "sort", in: "query", schema }];
  const get = { operationId: "listPets", parameters, responses: {}, ...extra };
  writeFileSync(path.join(folder, "api/schemas.json"), JSON.stringify({ Sort: { enum: values } }));
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: "https://pets.example" }],
    paths: { "/pets": { get } },
  });
}

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "diff-"));
  mkdirSync(path.join(folder, "api"));
  mkdirSync(path.join(folder, "tmp"));
  process.env["TMPDIR"] = path.join(folder, "tmp");
  git("init", "--quiet");
  writeFileSync(path.join(folder, "api/openapi.json"), document(["name", "age"]));
  symlinkSync("/etc/hostname", path.join(folder, "api/link.json"));
  git("add", "--all");
  git("commit", "--quiet", "--message", "one");
  writeFileSync(path.join(folder, "api/openapi.json"), document(["name"]));
  process.chdir(folder);
});

after(() => {
  process.chdir("/");
  rmSync(folder, { recursive: true, force: true });
});

const sides = ["HEAD:api/openapi.json", "api/openapi.json"] as const;

test("a document of a Git revision is compared with the references of that revision", async () => {
  const { code, stdout, stderr } = await runHere(["diff", ...sides]);
  assert.equal(stderr, "");
  assert.equal(
    stdout,
    'Changes for clients: 1 breaking\n  breaking    listPets: the argument `sort` no longer allows "age"\n',
  );
  assert.equal(code, 1);
});

test("paths of a revision that begin with ./ are relative to the current folder", async () => {
  process.chdir(path.join(folder, "api"));
  const { code, stdout } = await runHere(["diff", "HEAD:./openapi.json", "openapi.json"]);
  process.chdir(folder);
  assert.match(stdout, /1 breaking/);
  assert.equal(code, 1);
});

for (const [failOn, old, code] of [
  ["none", sides[0], 0],
  ["any", sides[0], 1],
  ["any", sides[1], 0],
  ["breaking", sides[1], 0],
] as const) {
  test(`--fail-on ${failOn} of ${old} gives the exit code ${code}`, async () => {
    const run = await runHere(["diff", old, sides[1], "--fail-on", failOn]);
    assert.equal(run.code, code, run.stderr);
  });
}

test("--json has the changes and their count", async () => {
  const { stdout } = await runHere(["diff", ...sides, "--json"]);
  const { summary, changes } = JSON.parse(stdout) as { summary: object; changes: object[] };
  assert.deepEqual(summary, { breaking: 1, compatible: 0, text: 0 });
  assert.deepEqual(changes, [
    {
      impact: "breaking",
      kind: "argument-narrowed",
      operation: "GET /pets",
      name: "listPets",
      argument: "sort",
      message: 'the argument `sort` no longer allows "age"',
    },
  ]);
});

test("--markdown keeps all that a document writes in code spans", async () => {
  const hostile = "`![x](https://evil.example) <img> @octocat\n# | a";
  const file = "api/hostile.json";
  writeFileSync(path.join(folder, file), document(["name", hostile]));
  const { stdout } = await runHere(["diff", sides[0], file, "--markdown"]);
  const visible = stdout.replace(/(`+)[^\n]*?[^`\n]\1(?!`)/g, "CODE");
  assert.equal(
    visible,
    "### Changes for MCP clients: 1 breaking\n\n**Breaking**\n\n- CODE: CODE\n",
    stdout,
  );
  document(["name"]);
});

test("an output and its manifest can be compared with a document", async () => {
  const module = ["--layout", "module", "--runtime", "package", "--out", "out"];
  assert.equal((await runHere([sides[1], ...module])).code, 0);
  for (const old of ["out", "out/.mcp-codegen.json"]) {
    const same = await runHere(["diff", old, sides[1]]);
    assert.equal(same.stdout, "No changes for clients.\n", same.stderr);
    const { stdout } = await runHere(["diff", old, sides[0]]);
    assert.match(stdout, /compatible {2}listPets: the argument `sort` also allows "age"/);
  }
});

test("a route map of its own shapes the old server", async () => {
  writeFileSync("none.yaml", "- match: { path: /pets }\n  expose: exclude\n");
  const { stdout } = await runHere(["diff", sides[1], sides[1], "--old-routes", "none.yaml"]);
  assert.match(stdout, /compatible {2}listPets: the tool is new/);
});

for (const [operand, says] of [
  ["HEAD~9:api/openapi.json", /Git can't read the revision/],
  ["--output=x:api/openapi.json", /./],
  ["HEAD:missing.json", /Git has no file missing\.json in HEAD/],
  ["HEAD:api/link.json", /Git has no file api\/link\.json/],
  ["HEAD:../../etc/passwd", /Git/],
  ["api", /has no output with a lock/],
] as const) {
  test(`${operand} is refused in one line`, async () => {
    const { code, stdout, stderr } = await runHere(["diff", operand, sides[1]]);
    assert.equal(code, 2, stderr);
    assert.equal(stdout, "");
    assert.match(stderr, says);
    assert.doesNotMatch(stderr, /^ {4}at /m);
  });
}

test("no copy of a revision is left behind", () => {
  const left = readdirSync(path.join(folder, "tmp"));
  assert.deepEqual(
    left.filter((name) => name.startsWith("mcp-codegen-diff-")),
    [],
  );
});
