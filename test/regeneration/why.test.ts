/**
 * What made a user of an earlier version walk away, each on a whole server that is checked in and generated again. More of
 * the same is tested elsewhere: a clone that starts and generates itself in test/e2e/clone.test.ts; `check` after tsc in
 * test/e2e/check-command.test.ts; every way to write an override in test/golden/problem-override-dead; random edits of
 * documents and overrides in test/unit/changes and test/unit/overrides; every told change in test/golden/changes-told.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { root, runCommand, type Finished } from "../support/cli.js";
import { documentOf, Repository, type TestOperation } from "./repository.js";

const allow = ["--allow-removed", "--allow-wider", "--allow-other-document"];

const repositories: Repository[] = [];
after(() => {
  for (const each of repositories) each.remove();
});

function newRepository(args: readonly string[], from?: Repository): Repository {
  const repository = new Repository(args, from);
  repositories.push(repository);
  return repository;
}

/** Returns every file of a repository with its bytes, without Git's. */
function everything({ folder }: Repository): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .filter((file) => !file.startsWith(".git/"))
      .sort()
      .map((file) => [file, readFileSync(path.join(folder, file), "latin1")]),
  );
}

/** Runs the command, which must stop, write nothing, and print its message on stderr only. */
async function stops(
  repository: Repository,
  args: readonly string[],
  ...says: readonly RegExp[]
): Promise<void> {
  const earlier = everything(repository);
  const { code, stdout, stderr } = await repository.run(...args);
  assert.equal(code, 1, stderr);
  assert.equal(stdout, "");
  for (const words of says) assert.match(stderr, words);
  assert.doesNotMatch(stderr, /^ {4}at /m);
  assert.deepEqual(everything(repository), earlier, "nothing was written");
}

const operations: readonly TestOperation[] = ["listPets", "readPet", "dropPet"].map((id) => ({
  id,
}));
const guarded = `import { run } from "#mcp-runtime";
import { StoreServer } from "./generated/index.js";

class GuardedServer extends StoreServer {
  override dropPet(): Promise<never> {
    throw new Error("Nobody drops pets.");
  }
}

await run(GuardedServer);
`;

/** The operations, one of them under another id at the same path. */
function renamed(from: string, to: string): string {
  return documentOf(operations).replaceAll(`"operationId": "${from}"`, `"operationId": "${to}"`);
}

// The steps build on each other.
describe("a server that is checked in", () => {
  let repository: Repository;

  before(async () => {
    repository = newRepository(["--out", "server"]);
    await repository.generate(documentOf(operations));
    repository.write("server/src/main.ts", guarded);
    await repository.run();
    repository.commit("first");
  });

  test("a second run makes no noise: it writes nothing, tells nothing, and Git sees nothing", async () => {
    const earlier = everything(repository);
    for (const args of [[], ["--force", ...allow]]) {
      const { code, stdout, stderr } = await repository.run(...args);
      assert.equal(code, 0, stderr);
      assert.equal(stdout, "");
      assert.match(stderr, /^server is up to date, nothing was written\.$/m);
      assert.doesNotMatch(stderr, /warning|Changes for clients/);
    }
    assert.deepEqual(everything(repository), earlier);
    assert.equal(repository.git("status", "--porcelain"), "");
  });

  test("an operation that the document renames leaves no dead override and no unguarded tool", async () => {
    const dead =
      /^server\/src\/main\.ts:5:12: error\[override-dead\]: `dropPet` overrides nothing/m;
    repository.write("openapi.json", renamed("dropPet", "removePet"));
    await stops(repository, [], /error\[tool-renamed\]/, dead);
    await stops(repository, [...allow, "--force"], dead);
    const gone = documentOf(operations.filter(({ id }) => id !== "dropPet"));
    repository.write("openapi.json", gone);
    await stops(repository, ["--check"], /error\[tool-removed\]/, dead);
    const compiled = repository.read("server/dist/main.js");
    assert.match(compiled, /dropPet\(\)[^]*Nobody drops pets/, "the guard is still there");
  });

  test("--fix keeps the guard under the new name", async () => {
    repository.write("openapi.json", renamed("dropPet", "removePet"));
    const { code, stderr } = await repository.run("--fix", "--allow-removed");
    assert.equal(code, 0, stderr);
    assert.match(repository.read("server/src/main.ts"), /override removePet\(\)/);
    assert.match(repository.read("server/dist/main.js"), /removePet\(\)[^]*Nobody drops pets/);
    repository.git("restore", ".");
  });

  test("after its own `npm run build`, --check and check find nothing", async () => {
    const server = path.join(repository.folder, "server");
    mkdirSync(path.join(server, "node_modules/.bin"), { recursive: true });
    for (const name of ["@types", "undici-types", "typescript"]) {
      symlinkSync(path.join(root, "node_modules", name), path.join(server, "node_modules", name));
    }
    symlinkSync("../typescript/bin/tsc", path.join(server, "node_modules/.bin/tsc"));
    execFileSync("npm", ["run", "build", "--silent"], { cwd: server });
    for (const found of [await repository.run("--check"), await check(repository)]) {
      assert.equal(found.code, 0, found.stderr);
      assert.doesNotMatch(found.stderr, /error|warning/);
    }
    assert.equal(repository.git("status", "--porcelain"), "");
  });

  test("edits of the files that are the user's survive, and one operation's change touches no other", async () => {
    const mine: Readonly<Record<string, (text: string) => string>> = {
      "server/src/main.ts": (text) => `${text}// mine\n`,
      "server/package.json": (text) => text.replace("{", '{\n  "author": "me",'),
      "server/tsconfig.json": (text) => `${text}\n`,
      "server/.gitignore": (text) => `${text}mine/\n`,
      "server/README.md": (text) => `${text}\nOurs.\n`,
    };
    for (const [file, edit] of Object.entries(mine)) repository.edit(file, edit);
    repository.write("server/src/more.ts", "export const more = 1;\n");
    repository.commit("mine");
    const before = Object.keys(mine).map((file) => repository.read(file));
    const document = documentOf([...operations, { id: "addPet" }]);
    const { stderr } = await repository.generate(document);
    assert.match(stderr, /^ {2}compatible {2}addPet: the tool is new$/m);
    assert.deepEqual(
      Object.keys(mine).map((file) => repository.read(file)),
      before,
    );
    assert.equal(repository.read("server/src/more.ts"), "export const more = 1;\n");
    const lost = repository
      .git("diff", "--unified=0", "--", "server/src/generated/*.ts")
      .split("\n")
      .filter((line) => /^-(?!--)/.test(line));
    assert.deepEqual(lost, [], "no line of another operation changed");
    repository.commit("addPet");
  });

  test("what a change of the document does to clients is told before anything is written, as by diff", async () => {
    const document = documentOf([...operations, { id: "addPet" }]);
    repository.write(
      "openapi.json",
      document.replace('"in": "query",', '"in": "query", "required": true,'),
    );
    const told = /^ {2}breaking {4}.*the argument `limit` is required now/m;
    const dry = await repository.run("--dry-run");
    assert.match(dry.stderr, told);
    const diff = await command(repository, "diff", "HEAD:openapi.json", "openapi.json");
    assert.equal(diff.code, 1, diff.stderr);
    assert.match(diff.stdout, told);
    const finished = await repository.run();
    assert.match(finished.stderr, told);
    assert.ok(finished.stderr.indexOf("breaking") < finished.stderr.indexOf("Wrote "));
  });
});

function command(repository: Repository, ...args: readonly string[]): Promise<Finished> {
  return runCommand(args, { cwd: repository.folder });
}

function check(repository: Repository): Promise<Finished> {
  return command(repository, "check", "openapi.json", "--out", "server");
}

/** A document with operations of which one deletes, and needs another scope. */
function thingsWithDelete(length: number): string {
  const ids = Array.from({ length }, (_, index) => `readThing${index}`);
  const document = JSON.parse(documentOf(ids.map((id) => ({ id })))) as Record<string, object>;
  const flow = { tokenUrl: "https://api.example.com/token", scopes: { read: "r", write: "w" } };
  const login = { type: "oauth2", flows: { clientCredentials: flow } };
  const responses = { "204": { description: "gone" } };
  const remove = { operationId: "dropAll", security: [{ login: ["write"] }], responses };
  return JSON.stringify({
    ...document,
    paths: { ...document["paths"], "/all": { delete: remove } },
    components: { ...document["components"], securitySchemes: { login } },
    security: [{ login: ["read"] }],
  });
}

/** Options without which clients reach more, with the files that they name. */
const narrowing: Readonly<Record<string, readonly string[]>> = {
  "--routes": ["--routes", "routes.yaml"],
  "--overlay": ["--overlay", "overlay.yaml"],
  "--mode": ["--mode", "search"],
  "--budget": ["--budget", "1k"],
  "--client": ["--client", "cursor"],
  "--scopes": ["--scopes", "document"],
  "--routes, given by a configuration": ["--config", "config.json"],
};

describe("an option that is forgotten", { concurrency: 2 }, () => {
  for (const [what, args] of Object.entries(narrowing)) {
    test(`${what}: stops the run, and --allow-wider allows it`, async () => {
      const repository = newRepository([
        "--out",
        "gen",
        "--layout",
        "module",
        "--runtime",
        "package",
      ]);
      repository.write("routes.yaml", "routes: [{ match: { method: DELETE }, expose: exclude }]\n");
      repository.write("config.json", JSON.stringify({ routes: "routes.yaml" }));
      repository.write(
        "overlay.yaml",
        `overlay: 1.0.0
info: { title: Without DELETE, version: "1" }
actions: [{ target: "$.paths.*.delete", remove: true }]
`,
      );
      const name = (args[0] === "--config" ? "--routes" : args[0]) ?? "";
      const isLimit = ["--budget", "--client"].includes(name);
      await repository.generate(thingsWithDelete(isLimit ? 45 : 2), ...args);
      const refused = new RegExp(
        String.raw`^openapi\.json:\d+:\d+: error\[surface-wider\]: The last run had ${name} .*, and this one has not; clients would reach more with `,
        "m",
      );
      const hint =
        /^hint: Give the option again, or accept the wider server with --allow-wider\.$/m;
      await stops(repository, [], refused, hint);
      const allowed = await repository.run("--allow-wider", "--allow-removed");
      assert.equal(allowed.code, 0, allowed.stderr);
    });
  }
});

/** Documents that are not the one of the folder, and the file that holds each. */
const others: Readonly<Record<string, readonly [string, string]>> = {
  "of another title": ["openapi.json", documentOf(operations, "Museum")],
  "of another title, in another file": ["museum.json", documentOf([{ id: "listArt" }], "Museum")],
  "of the same title, in another file, with other operations": [
    "other.json",
    documentOf([{ id: "listArt" }]),
  ],
};

for (const [what, [file, document]] of Object.entries(others)) {
  test(`a document ${what} does not replace the server of a folder`, async () => {
    const shape = ["--out", "gen", "--layout", "module", "--runtime", "package"];
    const repository = newRepository(shape);
    await repository.generate(documentOf(operations));
    repository.write(file, document);
    const other = async (...args: readonly string[]): Promise<Finished> =>
      command(repository, file, ...shape, ...args);
    const earlier = everything(repository);
    const refused = await other("--force", "--allow-removed", "--allow-wider");
    assert.equal(refused.code, 1, refused.stderr);
    assert.equal(refused.stdout, "");
    assert.match(refused.stderr, /^\w+\.json:\d+:\d+: error\[other-document\]: /m);
    assert.match(refused.stderr, /^hint: .* --allow-other-document\.$/m);
    assert.deepEqual(everything(repository), earlier, "nothing was written");
    const allowed = await other("--allow-other-document");
    assert.equal(allowed.code, 0, allowed.stderr);
  });
}
