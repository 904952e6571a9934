/** The chapter on clients, and its examples. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { root } from "../../support/cli.js";
import { runProcess } from "../../support/run-process.js";
import { exampleCommand, startExample } from "./example-process.js";

const chapter = readFileSync(path.join(root, "docs/clients.md"), "utf8");
test("its table of contents names its chapters", () => {
  const chapters = [...chapter.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  const contents = [...chapter.matchAll(/^- \[(.+)\]\(#/gm)].map(([, name]) => name);
  assert.deepEqual(contents, chapters);
});

/** What client.ts prints after the line about the server. */
const visit = [
  "- search_notes",
  "titles: [ 'Groceries', 'Garden' ]",
  "9 of 9",
  "9 words, all of them fine.",
  "notes://titles changed",
  "Added Shed.",
  "Mend the roof.",
  "1 message for a model",
];

test("client: the program starts a server and uses all that it offers", async () => {
  const { command, args } = exampleCommand("client/client.ts");
  const { code, stdout, stderr } = await runProcess(command, args);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^notes over stdio, 2026-07-28$/m);
  for (const line of visit) assert.ok(stdout.includes(line), `${line}\n${stdout}`);
});

test("client: the program connects to a URL", async (t) => {
  const { url } = await startExample(t, "hand-written/http.ts");
  const { command, args } = exampleCommand("client/client.ts");
  const { code, stdout, stderr } = await runProcess(command, [...args, url.href]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^notes over http, 2026-07-28$/m);
  for (const line of visit) assert.ok(stdout.includes(line), `${line}\n${stdout}`);
});

test("many-servers: granted tools of those that can be started are called", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "many-servers-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ...process.env, MEMORY_FILE: path.join(folder, "memory.json") };
  const { command, args } = exampleCommand("many-servers/many.ts");
  const { code, stdout, stderr } = await runProcess(command, args, { env });
  assert.equal(code, 0, stderr);
  for (const line of [
    "connected: notes, memory\n",
    'no program "no-such-server" was found',
    "- notes__search_notes (search_notes of notes)",
    '{"titles":["Groceries","Garden"],"total":2}',
    '"has apples"',
    '"delete_entities" of "memory" is not granted, so nothing was sent',
  ]) {
    assert.ok(stdout.includes(line), `${line}\n${stdout}`);
  }
  assert.ok(!stdout.includes("memory__delete_entities"), "a tool that is not granted is not shown");
});

test("typed-client: the generated class calls the notes", async () => {
  const { command, args } = exampleCommand("typed-client/typed.ts");
  const { code, stdout, stderr } = await runProcess(command, args);
  assert.equal(code, 0, stderr);
  for (const line of [
    "2 notes: Groceries, Garden\n",
    "`word`",
    "Added Shed.",
    "notes://notes/Shed",
    "1 message for a model",
  ]) {
    assert.ok(stdout.includes(line), `${line}\n${stdout}`);
  }
});
