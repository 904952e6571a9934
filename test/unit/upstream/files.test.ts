/** Where files are read from, and which files must not be read. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { fileType } from "../../../runtime/upstream/files/file-type.js";
import type { FileSources } from "../../../runtime/upstream/files/file-model.js";
import { readFile } from "../../../runtime/upstream/files/read-file.js";
import { messageOf } from "./support.js";

let folder: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "files-"));
  mkdirSync(path.join(folder, "in/deep"), { recursive: true });
  mkdirSync(path.join(folder, "in-beside"));
  writeFileSync(path.join(folder, "secret.txt"), "secret");
  writeFileSync(path.join(folder, "in-beside/a.txt"), "beside");
  writeFileSync(path.join(folder, "in/a.txt"), "a");
  writeFileSync(path.join(folder, "in/..b.txt"), "b");
  symlinkSync(path.join(folder, "secret.txt"), path.join(folder, "in/link.txt"));
  symlinkSync(folder, path.join(folder, "in/up"));
  symlinkSync(path.join(folder, "in"), path.join(folder, "way-in"));
});

after(() => rmSync(folder, { recursive: true, force: true }));

const text = async (value: unknown, sources: FileSources): Promise<string> =>
  new TextDecoder().decode((await readFile(value, "It", sources)).bytes);

test("a path is read only in the allowed folders, even through symbolic links", async () => {
  const sources = { allow: [path.join(folder, "way-in")] };
  const read = (name: string) => text({ path: name }, sources);
  assert.equal(await read("a.txt"), "a");
  assert.equal(await read("..b.txt"), "b");
  assert.equal(await read(path.join(folder, "in/deep/../a.txt")), "a");
  assert.equal(
    await text({ uri: pathToFileURL(path.join(folder, "in/a.txt")).href }, sources),
    "a",
  );
  const outside = [
    "../secret.txt",
    "link.txt",
    "up/secret.txt",
    "up/in-beside/a.txt",
    path.join(folder, "in-beside/a.txt"),
    path.join(folder, "secret.txt"),
    "nothing.txt",
    "a.txt\0.png",
    "",
    ".",
    "~/x",
  ];
  for (const name of outside) {
    const message = await messageOf(() => read(name));
    assert.match(message, /is not a file in a folder/, JSON.stringify(name));
  }
  assert.match(await messageOf(() => read("deep")), /not a regular file/);
  assert.match(
    await messageOf(() => text({ path: "a.txt" }, { ...sources, maxBytes: 0 })),
    /has 1 bytes; the limit is 0/,
  );
});

const isLinux = process.platform === "linux";
test("the size limit holds even if a file reports a smaller size", { skip: !isLinux }, async () => {
  const sources = { allow: ["/proc/self"] };
  assert.match(await text({ path: "cmdline" }, sources), /node/);
  assert.match(
    await messageOf(() => text({ path: "cmdline" }, { ...sources, maxBytes: 4 })),
    /exceeds the limit of 4 bytes, or grew while it was read/,
  );
});

test("a file has exactly one source; errors say what is wrong", async () => {
  const rows: [value: unknown, message: RegExp][] = [
    ["x", /must be a file/],
    [[1], /must be a file/],
    [{ text: 1 }, /must be a string/],
    [{ text: "a", name: 1 }, /name of It must be a string/],
    [{ text: "a", size: 1 }, /can't have the property "size"/],
    [{ text: "a", mimeType: "a/b\r\nX: y" }, /not a valid media type/],
    [{ text: "a", mimeType: "png" }, /not a valid media type/],
    [{ data: "a" }, /not valid base64/],
    [{ text: "\ud800" }, /surrogate/],
    [{ uri: "https://example.com/x" }, /not fetched/],
    [{ uri: "file:///etc/passwd" }, /--allow-files/],
  ];
  for (const [value, message] of rows) {
    assert.match(await messageOf(() => text(value, {})), message, JSON.stringify(value));
  }
  assert.equal(await text({ data: "aGk" }, {}), "hi");
  assert.equal(await text({ data: " aG\nk= " }, {}), "hi");
  assert.equal(await text({ data: "data:text/plain,h%20i" }, {}), "h i");
  assert.equal(await text({ data: new Uint8Array([104, 105]), mimeType: "a/b" }, {}), "hi");
  const readResource = (uri: string) =>
    Promise.resolve(
      uri === "zoo://a/b.png?x" ? { blob: "aGk=", mimeType: "image/png" } : undefined,
    );
  assert.deepEqual(await readFile({ uri: "zoo://a/b.png?x" }, "It", { readResource }), {
    bytes: Buffer.from("hi"),
    name: "b.png",
    mimeType: "image/png",
  });
});

test("a file is sent as its own media type if the API accepts it", () => {
  const bytes = new Uint8Array();
  const rows: [file: { name?: string; mimeType?: string }, wanted: string[], want: string][] = [
    [{}, [], "application/octet-stream"],
    [{ name: "a.PNG" }, [], "image/png"],
    [{ name: "a.png" }, ["image/jpeg", "image/png"], "image/png"],
    [{ name: "a.gif" }, ["image/jpeg", "image/png"], "image/jpeg"],
    [{ mimeType: "image/x-mine" }, ["image/*"], "image/x-mine"],
    [{ mimeType: "text/csv" }, ["application/octet-stream"], "application/octet-stream"],
    [{ mimeType: "application/octet-stream" }, ["image/png"], "image/png"],
    [{ name: "a.constructor" }, ["*/*"], "application/octet-stream"],
    [{ mimeType: "image/PNG; q=1" }, ["image/png"], "image/png"],
    [{}, ["*/*"], "application/octet-stream"],
    [{}, ["application/*"], "application/octet-stream"],
    [{}, ["text/*"], "text/plain"],
    [{ mimeType: "application/atom+xml" }, ["application/*+xml"], "application/atom+xml"],
    [{ name: "a.png" }, ["text/*", "image/*"], "image/png"],
    [{}, ["image/*", "image/png"], "image/png"],
  ];
  for (const [file, wanted, want] of rows) {
    assert.equal(fileType({ bytes, ...file }, wanted, "It"), want, JSON.stringify([file, wanted]));
  }
  assert.throws(
    () => fileType({ bytes, mimeType: "a/b" }, ["image/*"], "It"),
    /accepts only image\/\*/,
  );
  for (const wanted of [["image/*"], ["audio/*", "video/*"], ["application/*+xml"]]) {
    assert.throws(() => fileType({ bytes }, wanted, "It"), /needs a mimeType/, String(wanted));
  }
});
