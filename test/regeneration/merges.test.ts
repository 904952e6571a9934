/** Branches that change the document and the output, merged by Git itself. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { optionTable } from "../../src/options/table.js";
import { documentOf, Repository, type TestOperation } from "./repository.js";

const layouts = {
  project: { args: ["--out", "server", "--no-build"], out: "server", code: "server/src/generated" },
  module: {
    args: ["--out", "gen", "--layout", "module", "--runtime", "package"],
    out: "gen",
    code: "gen",
  },
} as const;
type Layout = keyof typeof layouts;

const base: readonly TestOperation[] = ["alpha", "delta", "golf", "kilo", "papa"].map((id) => ({
  id,
}));

/** Adds an operation after another one, or first. */
function add(
  id: string,
  behind: string | undefined,
  to: readonly TestOperation[] = base,
): readonly TestOperation[] {
  const at = to.findIndex((each) => each.id === behind) + 1;
  return [...to.slice(0, at), { id }, ...to.slice(at)];
}

const repositories: Repository[] = [];
after(() => {
  for (const each of repositories) each.remove();
});

/** What was generated, by layout and operations: the tests need the same over and over. */
const made = new Map<string, Promise<Repository>>();

function once(key: unknown, make: () => Promise<Repository>): Promise<Repository> {
  const name = JSON.stringify(key);
  const found = made.get(name) ?? make();
  made.set(name, found);
  return found;
}

function newRepository(layout: Layout, from?: Repository): Repository {
  const repository = new Repository(layouts[layout].args, from);
  repositories.push(repository);
  return repository;
}

/** Makes a branch for each list of operations, from a first commit with the base. */
async function branches(
  layout: Layout,
  lists: Readonly<Record<string, readonly TestOperation[]>>,
): Promise<Repository> {
  const original = await once([layout, lists], async () => {
    const repository = newRepository(layout);
    await repository.generate(documentOf(base));
    repository.commit("first");
    for (const [name, operations] of Object.entries(lists)) {
      repository.git("switch", "--quiet", "--create", name, "main");
      await repository.generate(documentOf(operations));
      repository.commit(name);
    }
    return repository;
  });
  return newRepository(layout, original);
}

/** Returns what a run writes for the operations into a folder that holds nothing. */
async function fresh(
  layout: Layout,
  operations: readonly TestOperation[],
): Promise<Readonly<Record<string, string>>> {
  const repository = await once([layout, operations], async () => {
    const written = newRepository(layout);
    await written.generate(documentOf(operations));
    return written;
  });
  return repository.files(layouts[layout].out);
}

for (const layout of ["project", "module"] as const) {
  const { out, code } = layouts[layout];

  test(`${layout}: branches that add operations in different places merge without a conflict`, async () => {
    const both = add("mike", "kilo", add("bravo", "alpha"));
    const repository = await branches(layout, {
      one: add("bravo", "alpha"),
      two: add("mike", "kilo"),
    });
    repository.git("merge", "--quiet", "--no-edit", "one");
    assert.equal(repository.read("openapi.json"), documentOf(both), "Git merges the document");
    // Nothing is left to do: the check of a pull request passes.
    const checked = await repository.run("--check");
    assert.equal(checked.code, 0, checked.stderr);

    const finished = await repository.run();
    assert.equal(finished.code, 0, finished.stderr);
    assert.match(finished.stderr, /^warning\[out-merged\]: A merge in Git left entries of both/m);
    assert.deepEqual(repository.files(out), await fresh(layout, both));
    const again = await repository.run();
    assert.match(again.stderr, /is up to date, nothing was written\./);
    assert.doesNotMatch(again.stderr, /out-merged/);
  });

  test(`${layout}: branches that add operations in one place conflict, and the next run repairs it`, async () => {
    const both = add("mike", "lima", add("lima", "kilo"));
    const repository = await branches(layout, {
      one: add("lima", "kilo"),
      two: add("mike", "kilo"),
    });
    assert.equal(repository.try("merge", "--no-edit", "one"), false);
    assert.match(repository.read(`${code}/operations.ts`), /^<{7} /m);
    repository.write("openapi.json", documentOf(both));
    const checked = await repository.run("--check");
    assert.equal(checked.code, 1);
    assert.match(checked.stderr, /operations\.ts has conflicts of a merge in Git\./);

    const finished = await repository.run();
    assert.equal(finished.code, 0, finished.stderr);
    assert.match(finished.stderr, /^warning\[out-merged\]: A merge in Git left conflicts in /m);
    assert.deepEqual(repository.files(out), await fresh(layout, both));
    const after = await repository.run("--check");
    assert.equal(after.code, 0, after.stderr);
  });
}

test("a rebase in conflict is repaired like a merge", async () => {
  const both = add("mike", "lima", add("lima", "kilo"));
  const repository = await branches("project", {
    one: add("lima", "kilo"),
    two: add("mike", "kilo"),
  });
  assert.equal(repository.try("rebase", "one"), false);
  await repository.generate(documentOf(both));
  assert.deepEqual(repository.files("server"), await fresh("project", both));
});

test("conflicts that hold the base as well (diff3) are repaired", async () => {
  const both = add("mike", "lima", add("lima", "kilo"));
  const repository = await branches("project", {
    one: add("lima", "kilo"),
    two: add("mike", "kilo"),
  });
  repository.git("config", "merge.conflictStyle", "diff3");
  assert.equal(repository.try("merge", "--no-edit", "one"), false);
  await repository.generate(documentOf(both));
  assert.deepEqual(repository.files("server"), await fresh("project", both));
});

test("without the attribute of Git, a manifest in conflict is repaired", async () => {
  const both = add("mike", "kilo", add("bravo", "alpha"));
  const repository = await branches("project", {});
  repository.write(".git/info/attributes", "*.json merge\n");
  for (const [name, list] of Object.entries({
    one: add("bravo", "alpha"),
    two: add("mike", "kilo"),
  })) {
    repository.git("switch", "--quiet", "--create", name, "main");
    await repository.generate(documentOf(list));
    repository.commit(name);
  }
  assert.equal(repository.try("merge", "--no-edit", "one"), false);
  assert.match(repository.read("server/src/generated/.mcp-codegen.json"), /^<{7} /m);
  const checked = await repository.run("--check");
  assert.match(checked.stderr, /\.mcp-codegen\.json has conflicts of a merge in Git\./);
  await repository.generate(documentOf(both));
  assert.deepEqual(repository.files("server"), await fresh("project", both));
});

for (const side of ["ours", "theirs"] as const) {
  test(`a manifest that was resolved to ${side} is repaired, also after the merge was committed`, async () => {
    const both = add("mike", "lima", add("lima", "kilo"));
    const repository = await branches("project", {
      one: add("lima", "kilo"),
      two: add("mike", "kilo"),
    });
    assert.equal(repository.try("merge", "--no-edit", "one"), false);
    const from = side === "ours" ? "HEAD" : "MERGE_HEAD";
    repository.git("checkout", from, "--", "server/src/generated/.mcp-codegen.json");
    repository.write("openapi.json", documentOf(both));
    // Somebody keeps the lines of both sides in the code.
    for (const file of ["operations.ts", "server.ts", "types.ts"]) {
      repository.edit(`server/src/generated/${file}`, (text) =>
        text.replaceAll(/^(?:<{7}|={7}|>{7})(?: .*)?\n/gm, ""),
      );
    }
    repository.edit("server/README.md", (text) =>
      text.replaceAll(/^(?:<{7}|={7}|>{7})(?: .*)?\n/gm, ""),
    );
    repository.commit("merged");
    await repository.generate(documentOf(both));
    assert.deepEqual(repository.files("server"), await fresh("project", both));
  });
}

const edits: Readonly<Record<string, readonly [string, (text: string) => string]>> = {
  "an added line": [
    "server.ts",
    (text) => text.replace("  /** Returns alpha.", "  extra = 1;\n\n  /** Returns alpha."),
  ],
  "a removed line": [
    "server.ts",
    (text) => text.replace(/^ {4}mcp\.add\(operations\.delta,.*\n/m, ""),
  ],
  "a changed text": [
    "operations.ts",
    (text) => text.replace("Returns papa.", "Returns papa, always."),
  ],
  "a changed type": ["types.ts", (text) => text.replace("papaName?: string", "papaName?: number")],
};
for (const [what, [file, edit]] of Object.entries(edits)) {
  test(`${what} on one branch is found before, during and after a merge`, async () => {
    const both = add("mike", "lima", add("lima", "kilo"));
    const repository = await branches("project", {
      one: add("lima", "kilo"),
      two: add("mike", "kilo"),
    });
    repository.edit(`server/src/generated/${file}`, edit);
    repository.commit("edited");
    const refused = async (): Promise<void> => {
      const { code, stderr } = await repository.run();
      assert.equal(code, 1, stderr);
      assert.match(stderr, /^error\[out-edited\]: /m);
      assert.ok(stderr.includes(`src/generated/${file} was edited by hand`), stderr);
    };
    await refused();
    repository.git("checkout", "--quiet", "-B", "other", "HEAD");
    assert.equal(repository.try("merge", "--no-edit", "one"), false);
    repository.write("openapi.json", documentOf(both));
    await refused();
  });
}

test("an edit in the middle of a conflict is found", async () => {
  const repository = await branches("project", {
    one: add("lima", "kilo"),
    two: add("mike", "kilo"),
  });
  assert.equal(repository.try("merge", "--no-edit", "one"), false);
  repository.write("openapi.json", documentOf(add("mike", "lima", add("lima", "kilo"))));
  repository.edit("server/src/generated/server.ts", (text) =>
    text.replace(/^={7}$/m, "  // Keep this.\n======="),
  );
  const { code, stderr } = await repository.run();
  assert.equal(code, 1, stderr);
  assert.match(stderr, /src\/generated\/server\.ts was edited by hand/);
  assert.match(repository.read("server/src/generated/server.ts"), /Keep this\./);
});

const allowRemoved = "allow-removed" in optionTable ? ["--allow-removed"] : [];

test("branches that remove, change and rename operations merge, too", async () => {
  const removed = base.filter(({ id }) => id !== "golf");
  const changed = base.map((each) => (each.id === "alpha" ? { ...each, summary: "Other." } : each));
  const both = removed.map((each) => (each.id === "alpha" ? { ...each, summary: "Other." } : each));
  const repository = await branches("project", { two: changed });
  repository.git("switch", "--quiet", "--create", "one", "main");
  await repository.generate(documentOf(removed), ...allowRemoved);
  repository.commit("one");
  repository.git("merge", "--quiet", "--no-edit", "two");
  const finished = await repository.run();
  assert.equal(finished.code, 0, finished.stderr);
  assert.deepEqual(repository.files("server"), await fresh("project", both));
});
