/** The reference server of a file system, on stdio. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { connect, type CallToolResult, type McpClient } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { textOf } from "../../support/text-of.js";
import { packageFile, stdioServer } from "./npm-servers.js";

const program = packageFile("@modelcontextprotocol/server-filesystem/dist/index.js");
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "filesystem-")));
const first = path.join(folder, "first");
const second = path.join(folder, "second");
mkdirSync(first);
mkdirSync(second);

const { target, gone } = stdioServer(program, [first]);
const roots = [{ uri: pathToFileURL(first).href, name: "first" }];
let client: McpClient;

before(async () => {
  client = await connect(target, { roots: () => roots });
});

after(async () => {
  await client?.close();
  await gone();
  rmSync(folder, { recursive: true });
});

const file = (name: string): string => path.join(first, name);
const call = (name: string, args = {}): Promise<CallToolResult> => client.callTool(name, args);
const say = async (name: string, args = {}): Promise<string> => textOf(await call(name, args));

/** A call of each tool, in an order in which they find what they need. */
const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  async list_allowed_directories() {
    await eventually(async () => (await say("list_allowed_directories")).includes(first));
  },
  async create_directory() {
    assert.match(await say("create_directory", { path: file("new") }), /Success/);
  },
  async write_file() {
    await call("write_file", { path: file("a.txt"), content: "one\ntwo\nthree\n" });
    assert.equal(readFileSync(file("a.txt"), "utf8"), "one\ntwo\nthree\n");
  },
  async read_file() {
    assert.equal(await say("read_file", { path: file("a.txt") }), "one\ntwo\nthree\n");
  },
  async read_text_file() {
    const { structuredContent } = await call("read_text_file", { path: file("a.txt"), head: 1 });
    assert.deepEqual(structuredContent, { content: "one" });
  },
  async read_media_file() {
    const bytes = Buffer.from("89504e470d0a1a0a", "hex");
    writeFileSync(file("a.png"), bytes);
    const [image] = (await call("read_media_file", { path: file("a.png") })).content;
    assert.ok(image?.type === "image");
    assert.equal(image.mimeType, "image/png");
    assert.deepEqual(Buffer.from(image.data, "base64"), bytes);
  },
  async read_multiple_files() {
    const paths = [file("a.txt"), file("none.txt")];
    assert.match(await say("read_multiple_files", { paths }), /one\ntwo[^]*none\.txt: Error/);
  },
  async edit_file() {
    const edits = [{ oldText: "two", newText: "2" }];
    assert.match(await say("edit_file", { path: file("a.txt"), edits }), /-two\n\+2/);
    assert.equal(readFileSync(file("a.txt"), "utf8"), "one\n2\nthree\n");
  },
  async list_directory() {
    assert.match(await say("list_directory", { path: first }), /\[FILE\] a\.txt\n\[DIR\] new/);
  },
  async list_directory_with_sizes() {
    assert.match(await say("list_directory_with_sizes", { path: first }), /Total: 2 files/);
  },
  async directory_tree() {
    const tree = JSON.parse(await say("directory_tree", { path: first })) as { name: string }[];
    assert.deepEqual(tree.map(({ name }) => name).sort(), ["a.png", "a.txt", "new"]);
  },
  async move_file() {
    await call("move_file", { source: file("a.txt"), destination: file("new/b.txt") });
    assert.equal(readFileSync(file("new/b.txt"), "utf8"), "one\n2\nthree\n");
  },
  async search_files() {
    const found = await say("search_files", { path: first, pattern: "**/*.txt" });
    assert.equal(found, file("new/b.txt"));
  },
  async get_file_info() {
    assert.match(await say("get_file_info", { path: file("new/b.txt") }), /size: 12/);
  },
};

test("the transport and the revision are found", () => {
  assert.equal(client.transport, "stdio");
  assert.equal(client.protocolVersion, "2025-11-25");
  assert.equal(client.serverInfo?.name, "secure-filesystem-server");
});

test("every tool is listed, called and does what it says", async () => {
  const tools = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(calls).sort());
  for (const run of Object.values(calls)) await run();
});

test("a path outside of the roots is refused", async () => {
  const result = await call("read_text_file", { path: "/etc/hostname" });
  assert.equal(result.isError, true);
  assert.match(textOf(result), /outside allowed directories/);
});

test("the server follows a change of the roots", async () => {
  writeFileSync(path.join(second, "c.txt"), "see");
  roots.push({ uri: pathToFileURL(second).href, name: "second" });
  await client.notifyRootsChanged();
  await eventually(async () => (await say("list_allowed_directories")).includes(second));
  assert.equal(await say("read_text_file", { path: path.join(second, "c.txt") }), "see");
});
