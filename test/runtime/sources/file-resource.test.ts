/** Files as resources. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import {
  connectMemory,
  fileResource,
  McpServer,
  type FileResourceOptions,
} from "../../../runtime/index.js";
import { cleanUp } from "../../support/clean-up.js";
import { eventually } from "../../support/eventually.js";

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), "sources-"));
  cleanUp.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function serverOf(file: string, options: Partial<FileResourceOptions> = {}) {
  const server = new McpServer({ name: "files", version: "1.0.0" });
  const registration = server.resource(await fileResource(file, { uri: "docs://it", ...options }));
  return { server, registration };
}

async function readFile(file: string, options: Partial<FileResourceOptions> = {}) {
  const { server } = await serverOf(file, options);
  await using client = await connectMemory(server);
  const [listed] = await client.listResources();
  const { contents } = await client.readResource("docs://it");
  return { listed, contents };
}

test("a file is offered by its name, with the media type of its ending, as text", async () => {
  const file = path.join(folder(), "readme.md");
  writeFileSync(file, "# Grüße");
  const { listed, contents } = await readFile(file);
  assert.deepEqual(listed, { uri: "docs://it", name: "readme.md", mimeType: "text/markdown" });
  assert.deepEqual(contents, [{ uri: "docs://it", mimeType: "text/markdown", text: "# Grüße" }]);
});

test("name, description, media type and annotations of a file can be given", async () => {
  const file = path.join(folder(), "data.bin");
  writeFileSync(file, "{}");
  const annotations = { priority: 1 };
  const given = { name: "data", description: "All.", mimeType: "application/json", annotations };
  const { listed, contents } = await readFile(file, given);
  assert.deepEqual(listed, { uri: "docs://it", ...given });
  assert.deepEqual(contents, [{ uri: "docs://it", mimeType: "application/json", text: "{}" }]);
});

test("a file of another type, or whose text is no UTF-8, is a blob", async () => {
  for (const [name, type] of [
    ["a.png", "image/png"],
    ["a.txt", "text/plain"],
    ["unknown", "application/octet-stream"],
  ] as const) {
    const file = path.join(folder(), name);
    writeFileSync(file, Buffer.from([0x89, 0xff, 0x00]));
    const { contents } = await readFile(file);
    assert.deepEqual(contents, [{ uri: "docs://it", mimeType: type, blob: "if8A" }], name);
  }
});

test("source code and files without a known ending are text", async () => {
  for (const [name, type] of [
    ["a.ts", "text/x-typescript"],
    ["a.py", "text/x-python"],
    ["LICENSE", "text/plain"],
  ] as const) {
    const file = path.join(folder(), name);
    writeFileSync(file, "x");
    assert.deepEqual((await readFile(file)).contents, [
      { uri: "docs://it", mimeType: type, text: "x" },
    ]);
  }
});

test("a file that is too large or of another type than accepted is refused", async () => {
  const file = path.join(folder(), "a.txt");
  writeFileSync(file, "12345");
  await assert.rejects(readFile(file, { maxBytes: 4 }), /limit of 4 bytes/);
  await assert.rejects(readFile(file, { accept: ["image/*"] }), /text\/plain/);
  assert.equal((await readFile(file, { maxBytes: 5, accept: ["text/*"] })).contents.length, 1);
});

test("a missing file, a link, a folder and a pipe are not found, and nothing waits for them", async () => {
  const made = folder();
  symlinkSync("/etc/hostname", path.join(made, "link"));
  execFileSync("mkfifo", [path.join(made, "pipe")]);
  for (const name of ["missing", "link", "pipe", "../"]) {
    await assert.rejects(readFile(path.join(made, name)), /Resource not found/, name);
  }
});

test("options that can't be used are refused when the source is made", async () => {
  const file = path.join(folder(), "a.txt");
  await assert.rejects(fileResource(file, { uri: "a://b", maxBytes: 0 }), TypeError);
  await assert.rejects(fileResource(file, { uri: "a://b", accept: ["text"] }), TypeError);
  await assert.rejects(fileResource("/no/such/folder/a.txt", { uri: "a://b" }), /ENOENT/);
});

test("subscribers are notified when a file is written, replaced, removed and made again", async () => {
  const file = path.join(folder(), "a.txt");
  writeFileSync(file, "1");
  const { server } = await serverOf(file);
  const updated: string[] = [];
  await using client = await connectMemory(server, {
    onResourceUpdated: (uri) => void updated.push(uri),
  });
  await client.subscribe("docs://it");
  const changes = [
    () => writeFileSync(file, "22"),
    () => {
      writeFileSync(`${file}.new`, "333");
      renameSync(`${file}.new`, file);
    },
    () => unlinkSync(file),
    () => writeFileSync(file, "4"),
  ];
  for (const change of changes) {
    updated.length = 0;
    change();
    await eventually(() => updated.includes("docs://it"));
  }
});

test("a file has one URI, also if that is given with a space or é", async () => {
  const file = path.join(folder(), "a.txt");
  writeFileSync(file, "1");
  const { server } = await serverOf(file, { uri: "docs://der café" });
  const updated: string[] = [];
  await using client = await connectMemory(server, {
    onResourceUpdated: (uri) => void updated.push(uri),
  });
  const uri = "docs://der%20caf%C3%A9";
  assert.equal((await client.listResources())[0]?.uri, uri);
  assert.equal((await client.readResource(uri)).contents[0]?.uri, uri);
  await client.subscribe(uri);
  writeFileSync(file, "22");
  await eventually(() => updated.includes(uri));
});

test("a file that several servers offer is watched for each of them", async () => {
  const file = path.join(folder(), "a.txt");
  const source = await fileResource(file, { uri: "docs://it" });
  const updated = new Set<number>();
  for (const at of [1, 2]) {
    const server = new McpServer({ name: "files", version: "1.0.0" });
    server.resource(source);
    const client = await connectMemory(server, { onResourceUpdated: () => void updated.add(at) });
    cleanUp.push(() => client.close());
    await client.subscribe("docs://it");
  }
  writeFileSync(file, "1");
  await eventually(() => updated.size === 2);
});

test("a removed file is no longer watched, and a file is watched again for the next client", async () => {
  const file = path.join(folder(), "a.txt");
  const { server, registration } = await serverOf(file);
  const updated: string[] = [];
  const onResourceUpdated = (uri: string): void => void updated.push(uri);
  await (await connectMemory(server)).close();
  await using client = await connectMemory(server, { onResourceUpdated });
  await client.subscribe("docs://it");
  writeFileSync(file, "1");
  await eventually(() => updated.length > 0);
  registration.remove();
  await assert.rejects(client.readResource("docs://it"));
});

test("subscribers of a server that another one mounts are notified", async () => {
  const file = path.join(folder(), "a.txt");
  const { server } = await serverOf(file);
  const host = new McpServer({ name: "host", version: "1.0.0" });
  host.mount(server);
  const updated: string[] = [];
  await using client = await connectMemory(host, {
    onResourceUpdated: (uri) => void updated.push(uri),
  });
  await client.subscribe("docs://it");
  writeFileSync(file, "1");
  await eventually(() => updated.length > 0);
});
