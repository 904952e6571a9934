/** Folders as resources. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import {
  connectMemory,
  directoryResource,
  McpServer,
  type DirectoryResourceOptions,
  type McpClient,
} from "../../../runtime/index.js";
import { isSafeName } from "../../../runtime/sources/file/safe-names.js";
import { cleanUp } from "../../support/clean-up.js";
import { eventually } from "../../support/eventually.js";

const uri = "docs://all/";

/** A folder inside another one, with files in both. */
function project(): string {
  const outer = mkdtempSync(path.join(tmpdir(), "sources-"));
  cleanUp.push(() => rmSync(outer, { recursive: true, force: true }));
  const root = path.join(outer, "root");
  mkdirSync(path.join(root, "lib/deep"), { recursive: true });
  mkdirSync(path.join(root, ".git"));
  for (const name of [
    "b.py",
    "a.md",
    ".env",
    "lib/c.py",
    "lib/deep/d.py",
    ".git/config",
    "x y#.md",
  ])
    writeFileSync(path.join(root, name), name);
  writeFileSync(path.join(outer, "secret"), "secret");
  symlinkSync("../secret", path.join(root, "link"));
  symlinkSync("..", path.join(root, "up"));
  execFileSync("mkfifo", [path.join(root, "pipe")]);
  return root;
}

async function connected(
  root: string,
  options: Partial<DirectoryResourceOptions> = {},
  onResourceUpdated: (uri: string) => void = () => {},
): Promise<McpClient> {
  const server = new McpServer({ name: "files", version: "1.0.0" });
  server.resource(await directoryResource(root, { uri, ...options }));
  const client = await connectMemory(server, { onResourceUpdated });
  cleanUp.push(() => client.close());
  return client;
}

async function listed(client: McpClient): Promise<unknown> {
  const [content] = (await client.readResource(uri)).contents;
  return JSON.parse((content as { text: string }).text);
}

const table: readonly (readonly [Partial<DirectoryResourceOptions>, readonly string[]])[] = [
  [{}, ["a.md", "b.py", "x y#.md"]],
  [{ pattern: "*.py" }, ["b.py"]],
  [{ pattern: "*.py", recursive: true }, ["b.py", "lib/c.py", "lib/deep/d.py"]],
  [{ pattern: "**/*.py", recursive: true }, ["b.py", "lib/c.py", "lib/deep/d.py"]],
  [{ pattern: "lib/*.py", recursive: true }, ["lib/c.py"]],
  [{ includeHidden: true }, [".env", "a.md", "b.py", "x y#.md"]],
  [{ pattern: "config", includeHidden: true, recursive: true }, [".git/config"]],
];

test("a folder lists the files that its pattern, depth and hidden names choose, and no links", async () => {
  const root = project();
  for (const [options, expected] of table) {
    assert.deepEqual(
      await listed(await connected(root, options)),
      expected,
      JSON.stringify(options),
    );
  }
});

test("a template reads the files that are listed, and no others", async () => {
  const client = await connected(project(), { pattern: "**/*.{py,md}", recursive: true });
  for (const name of (await listed(client)) as string[]) {
    const at = uri + name.split("/").map(encodeURIComponent).join("/");
    const [content] = (await client.readResource(at)).contents;
    assert.equal((content as { text: string }).text, name);
    assert.equal(content?.uri, at);
  }
});

test("no URI leads out of the folder, to hidden files, links or what is no file", async () => {
  const client = await connected(project(), { recursive: true });
  const refused = [
    "../secret",
    "lib/../../secret",
    "%2e%2e/secret",
    "..%2Fsecret",
    "..%2fsecret",
    "..%5Csecret",
    "..\\secret",
    "%252e%252e/secret",
    "/etc/hostname",
    "%2Fetc%2Fhostname",
    "lib//c.py",
    "./a.md",
    "lib/./c.py",
    "a.md%00.png",
    "a.md/",
    "a.md#x",
    "C:/Windows/win.ini",
    "C:%5CWindows%5Cwin.ini",
    "link",
    "up/secret",
    "up/root/a.md",
    ".env",
    ".git/config",
    "lib",
    "pipe",
    "%ff",
    "%",
  ];
  for (const each of refused) await assert.rejects(client.readResource(uri + each), each);
  assert.equal((await client.readResource(`${uri}%61.md`)).contents.length, 1);
});

test("names that Windows gives another meaning are refused there", () => {
  for (const name of ["con", "NUL.txt", "com1", "a.md::$DATA", "C:", "a.", "a ", "a?"]) {
    assert.equal(isSafeName(name, true), false, name);
  }
  for (const name of ["console", "a.b", "com", ".env"])
    assert.equal(isSafeName(name, true), true, name);
  for (const name of ["", ".", "..", "a/b", "a\\b", "a\0", "a\n"])
    assert.equal(isSafeName(name, false), false, JSON.stringify(name));
});

test("a folder that is swapped with a link while it is read shows nothing of what the link leads to", async () => {
  const root = project();
  const [lib, kept, link] = ["lib", "kept", "swap"].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  const outside = path.join(root, "../outside");
  mkdirSync(outside);
  writeFileSync(path.join(outside, "c.py"), "secret");
  writeFileSync(path.join(outside, "only-outside.py"), "secret");
  symlinkSync(outside, link);
  const client = await connected(root, { recursive: true, watch: false });
  let isRunning = true;
  const swapping = (async () => {
    for (let turn = 0; isRunning; turn++) {
      renameSync(lib, kept);
      renameSync(link, lib);
      await new Promise((resolve) => setImmediate(resolve));
      renameSync(lib, link);
      renameSync(kept, lib);
      if (turn % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (let turn = 0; turn < 200; turn++) {
    const read = await client.readResource(`${uri}lib/c.py`).catch(() => undefined);
    if (read) assert.equal((read.contents[0] as { text: string }).text, "lib/c.py");
    const names = await listed(client).catch(() => []);
    assert.ok(!JSON.stringify(names).includes("only-outside"), "the list leads outside");
  }
  isRunning = false;
  await swapping;
});

test("a folder with more files than allowed can't be listed, and its files obey size and type", async () => {
  const root = project();
  await assert.rejects(listed(await connected(root, { maxFiles: 2 })), /more than 2 files/);
  const client = await connected(root, { maxBytes: 3, accept: ["text/markdown"] });
  await assert.rejects(client.readResource(`${uri}a.md`), /limit of 3 bytes/);
  await assert.rejects(client.readResource(`${uri}b.py`));
});

test("the path of a file is completed", async () => {
  const client = await connected(project(), { recursive: true });
  const ref = { type: "ref/resource", uri: `${uri}{+path}` } as const;
  const { values } = await client.complete(ref, { name: "path", value: "lib/" });
  assert.deepEqual(values, ["lib/c.py", "lib/deep/d.py"]);
});

test("subscribers are notified of the list and of single files, also in folders that come later", async () => {
  const root = project();
  const updated = new Set<string>();
  const client = await connected(root, { recursive: true }, (each) => updated.add(each));
  const file = `${uri}lib/c.py`;
  const late = `${uri}new/e.py`;
  for (const each of [uri, file, late]) await client.subscribe(each);
  writeFileSync(path.join(root, "lib/c.py"), "changed");
  await eventually(() => updated.has(file));
  assert.ok(!updated.has(uri), "the list is as it was");
  mkdirSync(path.join(root, "new"));
  writeFileSync(path.join(root, "new/e.py"), "e");
  await eventually(() => updated.has(uri) && updated.has(late));
  updated.clear();
  writeFileSync(path.join(root, "new/e.py"), "more");
  await eventually(() => updated.has(late));
  updated.clear();
  rmSync(path.join(root, "new"), { recursive: true });
  await eventually(() => updated.has(uri) && updated.has(late));
});

test("a folder has one URI, also if that is given with a space or é", async () => {
  const client = await connected(project(), { uri: "docs://der café/" });
  const encoded = "docs://der%20caf%C3%A9/";
  assert.equal((await client.listResources())[0]?.uri, encoded);
  for (const each of [encoded, `${encoded}a.md`]) {
    assert.equal((await client.readResource(each)).contents[0]?.uri, each);
  }
});

test("a folder that several servers offer is watched for each of them", async () => {
  const root = project();
  const source = await directoryResource(root, { uri });
  const updated = new Set<string>();
  for (const at of [1, 2]) {
    const server = new McpServer({ name: "files", version: "1.0.0" });
    server.resource(source);
    const onResourceUpdated = (each: string): void => void updated.add(`${at} ${each}`);
    const client = await connectMemory(server, { onResourceUpdated });
    cleanUp.push(() => client.close());
    for (const each of [uri, `${uri}new.md`]) await client.subscribe(each);
  }
  writeFileSync(path.join(root, "new.md"), "new");
  await eventually(() => updated.size === 4);
});
