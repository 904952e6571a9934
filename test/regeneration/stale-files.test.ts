/**
 * What is left of operations, tags and types that the document no longer has: nothing. The output of any run equals that of
 * a run into an empty folder; random edits are in test/unit/changes, single files in test/unit/write.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { root } from "../support/cli.js";
import { Repository } from "./repository.js";

/** Operations by tag, and the schema that each answers with. */
interface Version {
  readonly tags: Readonly<Record<string, readonly string[]>>;
  readonly schema: string;
}

const v1: Version = {
  tags: { pet: ["listPets", "addPet"], store: ["placeOrder", "getInventory"] },
  schema: "Address",
};
const changedCase: Version = { ...v1, schema: "address" };
const v2: Version = { tags: { pet: ["listPets", "addPet"] }, schema: "address" };

function documentOf({ tags, schema }: Version): string {
  const operations = Object.entries(tags).flatMap(([tag, ids]) => ids.map((id) => [tag, id]));
  const paths = operations.map(([tag, id]) => [
    `/${id}`,
    {
      get: {
        operationId: id,
        tags: [tag],
        parameters: [{ name: `of_${id}`, in: "query", schema: { type: "string" } }],
        responses: {
          "200": {
            description: "ok",
            content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
          },
        },
      },
    },
  ]);
  const address = { type: "object", properties: { street: { type: "string" } } };
  return JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Pets", version: "1.0.0" },
    servers: [{ url: "https://pets.example" }],
    paths: Object.fromEntries(paths) as object,
    components: { schemas: { [schema]: address } },
  });
}

const layouts: Readonly<Record<string, readonly string[]>> = {
  "a project": [],
  "a project with tests and a file per tag": ["--no-build", "--split", "tag", "--tests"],
  "modules with a file per tag": ["--layout", "module", "--runtime", "package", "--split", "tag"],
};

const repositories: Repository[] = [];
after(() => {
  for (const each of repositories) each.remove();
});

function newRepository(args: readonly string[]): Repository {
  const repository = new Repository(["--out", "gen", ...args]);
  repositories.push(repository);
  return repository;
}

/** Returns every file of the output, also those of the compiled project. */
function everything({ folder }: Repository): Readonly<Record<string, string>> {
  const gen = path.join(folder, "gen");
  const names = readdirSync(gen, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(names.map((name) => [name, textOf(path.join(gen, name))]));
}

/** Folders have no text; that an empty one is left would be a difference all the same. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

for (const [layout, args] of Object.entries(layouts)) {
  test(`${layout}: after every change of the document the output is that of an empty folder`, async () => {
    const [used, fresh] = [newRepository(args), newRepository(args)];
    await used.generate(documentOf(v1));
    const first = everything(used);
    await fresh.generate(documentOf(v2));
    // A tag goes and a name changes in case; then one comes back, and then the other.
    for (const version of [v2, changedCase, v1]) {
      await used.generate(documentOf(version), "--allow-removed");
      const left = everything(used);
      if (version === v1) assert.deepEqual(left, first);
      if (version !== v2) continue;
      assert.deepEqual(left, everything(fresh));
      for (const [file, text] of Object.entries(left)) {
        assert.doesNotMatch(`${file}\n${text}`, /placeOrder|getInventory/i, file);
      }
      if ("dist/main.js" in left) assertRuns(path.join(used.folder, "gen"));
    }
  });
}

/** Checks that the project passes the compiler, and lists only what the document still has. */
function assertRuns(gen: string): void {
  const modules = path.join(gen, "node_modules");
  symlinkSync(path.join(root, "node_modules"), modules);
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const checked = spawnSync(process.execPath, [tsc, "--noEmit"], { cwd: gen, encoding: "utf8" });
  assert.equal(checked.stdout, "");
  rmSync(modules);
  assert.equal(checked.status, 0);

  const initialize = {
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "stale-files", version: "1.0.0" },
    },
  };
  const messages = [
    { id: 1, ...initialize },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
  ];
  const served = spawnSync(process.execPath, ["dist/main.js"], {
    cwd: gen,
    encoding: "utf8",
    input: messages.map((each) => `${JSON.stringify({ jsonrpc: "2.0", ...each })}\n`).join(""),
  });
  const answers = served.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id?: number; result?: unknown });
  const listed = answers.find(({ id }) => id === 2);
  const { tools } = (listed?.result ?? { tools: [] }) as { tools: { name: string }[] };
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["listPets", "addPet"],
  );
}
