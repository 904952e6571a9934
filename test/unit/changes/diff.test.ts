import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { Revisions } from "../../../src/cli/diff/git-revision.js";
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
  ["--output=x:api/openapi.json", /There is no option --output for diff/],
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

describe("the configuration", () => {
  const config = (text: string): void => writeFileSync("mcp-codegen.config.yaml", text);
  after(() => {
    for (const name of ["mcp-codegen.config.yaml", "routes.yaml"]) rmSync(name, { force: true });
  });

  test("shapes the server of its document, so that diff says what a run would say", async () => {
    writeFileSync("routes.yaml", "- match: { path: /pets }\n  expose: exclude\n");
    config("input: api/openapi.json\nroutes: routes.yaml\n");
    // Git has no routes.yaml at that time, so that the file on the disk shapes both.
    const excluded = await runHere(["diff", ...sides]);
    assert.deepEqual(
      [excluded.code, excluded.stdout],
      [0, "No changes for clients.\n"],
      excluded.stderr,
    );
    writeFileSync("routes.yaml", "- match: { path: /pets }\n  name: showPets\n");
    const named = await runHere(["diff", ...sides]);
    assert.match(named.stdout, /showPets: the argument `sort` no longer allows "age"/);
    const other = await runHere(["diff", sides[1], sides[1], "--routes", "none.yaml"]);
    assert.equal(other.stdout, "No changes for clients.\n");
    process.chdir("api");
    const below = await runHere(["diff", "HEAD:./openapi.json", "openapi.json"]);
    process.chdir(folder);
    assert.equal(below.stdout, named.stdout, below.stderr);
  });

  test("of the revision says which route map the old server had", async () => {
    git("add", "routes.yaml");
    git("commit", "--quiet", "--message", "routes");
    writeFileSync("routes.yaml", "- match: { path: /pets }\n  name: allPets\n");
    const { stdout } = await runHere(["diff", ...sides]);
    assert.match(stdout, /breaking {4}showPets: is called `allPets` now/);
    const same = await runHere(["diff", ...sides, "--old-routes", "routes.yaml"]);
    assert.match(same.stdout, /^Changes for clients: 1 breaking\n.*allPets: the argument/);
  });

  test("of several servers, that of the document or the chosen one is taken", async () => {
    config(`servers:
  one: { input: api/openapi.json, out: one, routes: routes.yaml }
  two: { input: api/other.json, out: two }
  three: { input: api/third.json, out: three }
  four: { input: api/third.json, out: four }
`);
    assert.match((await runHere(["diff", ...sides])).stdout, /allPets/);
    assert.match((await runHere(["diff", ...sides, "--only", "two"])).stdout, /listPets/);
    const unknown = await runHere(["diff", ...sides, "--only", "threes"]);
    assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
    assert.match(unknown.stderr, /no server "threes"\. Did you mean three\?/);
    const several = await runHere(["diff", "HEAD:api/third.json", "api/third.json"]);
    assert.equal(several.code, 2);
    assert.match(several.stderr, /several servers: three, four\. Choose one with --only NAME/);
  });

  test("that can't be used is told with its place", async () => {
    config("input: api/openapi.json\nrouts: routes.yaml\n");
    const { code, stdout, stderr } = await runHere(["diff", ...sides]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /mcp-codegen\.config\.yaml:2:\d+: error\[config-invalid\]/);
  });

  test("must exist if --only names one of its servers", async () => {
    rmSync("mcp-codegen.config.yaml");
    const { code, stderr } = await runHere(["diff", ...sides, "--only", "one"]);
    assert.equal(code, 2);
    assert.match(stderr, /--only chooses a server of the configuration, and there is none/);
  });
});

test("messages name a file of a revision as the command line does", async () => {
  mkdirSync("broken");
  const broken = document(["name"]).replace("schemas.json#/Sort", "gone.json");
  writeFileSync("broken/openapi.json", broken);
  writeFileSync("broken/text.json", "{");
  git("add", "broken");
  git("commit", "--quiet", "--message", "broken");
  const verbose = await runHere(["diff", "HEAD:broken/openapi.json", sides[1], "--verbose"]);
  assert.match(verbose.stderr, /^HEAD:broken\/openapi\.json:1:\d+: /m);
  const unreadable = await runHere(["diff", "HEAD:./broken/text.json", sides[1]]);
  assert.deepEqual([unreadable.code, unreadable.stdout], [1, ""]);
  assert.match(unreadable.stderr, /^HEAD:broken\/text\.json:1:2: error\[syntax\]/);
  for (const { stderr } of [verbose, unreadable]) assert.doesNotMatch(stderr, /mcp-codegen-diff/);
});

test("a revision that looks like an option never reaches Git as one", async () => {
  for (const revision of ["--output=written", "-o", "--exec=touch written", "--upload-pack=x"]) {
    const revisions = new Revisions(folder);
    await assert.rejects(revisions.copy(`${revision}:api/openapi.json`), {
      name: "UsageError",
      message: `${revision} is not a revision of Git.`,
    });
    await revisions.remove();
  }
  assert.equal(existsSync("written"), false);
  const words = await runHere(["diff", "--", "--output=written:api/openapi.json", sides[1]]);
  assert.equal(words.code, 2);
  assert.equal(existsSync("written"), false);
});

test("a file outside the document's folder is that of the revision, too", async () => {
  writeFileSync("common.json", JSON.stringify({ Sort: { enum: ["then"] } }));
  const text = document(["name"]).replace("schemas.json#/Sort", "../common.json#/Sort");
  writeFileSync("api/outside.json", text);
  git("add", "--all");
  git("commit", "--quiet", "--message", "outside");
  writeFileSync("common.json", JSON.stringify({ Sort: { enum: ["now"] } }));
  const both = ["HEAD:api/outside.json", "api/outside.json"];
  const { stdout, stderr } = await runHere(["diff", ...both, "--allow-refs-outside"]);
  assert.match(stdout, /no longer allows "then"|allows only "now"|"now"/, stderr);
});

test("a side can be a URL, and one that can't be read is told", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/openapi.json")
      response.end(
        document(["name"]).replace(/"schema":\{[^}]*\}/, '"schema":{"enum":["name","age"]}'),
      );
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  try {
    const { code, stdout, stderr } = await runHere(["diff", `${url}/openapi.json`, sides[1]]);
    assert.match(stdout, /listPets: the argument `sort` no longer allows "age"/, stderr);
    assert.equal(code, 1);
    const missing = await runHere(["diff", `${url}/gone.json`, sides[1]]);
    assert.deepEqual([missing.code, missing.stdout], [1, ""]);
    assert.match(missing.stderr, /error\[input-unreadable\].*\/gone\.json .*404/);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  const bad = await runHere(["diff", "http://[", sides[1]]);
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /error\[input-unreadable\]/);
});

test("a side that is no document is told, and so is a missing file", async () => {
  writeFileSync("text.txt", "Hello.");
  for (const [operand, says] of [
    ["text.txt", /error\[/],
    ["missing.json", /error\[input-unreadable\]: missing\.json does not exist/],
  ] as const) {
    const { code, stdout, stderr } = await runHere(["diff", sides[1], operand]);
    assert.deepEqual([code, stdout], [1, ""], stderr);
    assert.match(stderr, says);
  }
});

test("outside a repository, without Git and with options that exclude each other, one line says why", async () => {
  const both = await runHere(["diff", ...sides, "--json", "--markdown"]);
  assert.match(both.stderr, /^mcp-codegen: Give either --json or --markdown\.\n/);
  assert.equal(both.code, 2);
  const { PATH } = process.env;
  process.env["PATH"] = path.join(folder, "none");
  const without = await runHere(["diff", ...sides]);
  process.env["PATH"] = PATH;
  assert.match(
    without.stderr,
    /^mcp-codegen: Git can't read the revision: git is not installed\.\n/,
  );
  assert.equal(without.code, 2);
  const elsewhere = mkdtempSync(path.join(tmpdir(), "no-repository-"));
  process.chdir(elsewhere);
  process.env["GIT_CEILING_DIRECTORIES"] = path.dirname(elsewhere);
  const outside = await runHere(["diff", "HEAD:openapi.json", "openapi.json"]);
  delete process.env["GIT_CEILING_DIRECTORIES"];
  process.chdir(folder);
  assert.match(
    outside.stderr,
    /^mcp-codegen: Git can't read the revision: fatal: not a git repository/,
  );
  assert.equal(outside.code, 2);
});

test("no copy of a revision is left behind", () => {
  const left = readdirSync(path.join(folder, "tmp"));
  assert.deepEqual(
    left.filter((name) => name.startsWith("mcp-codegen-diff-")),
    [],
  );
});
