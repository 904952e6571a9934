/** Texts that a document changes after somebody agreed to them. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { museum } from "./texts/poisoned-document.js";
import { runHere, type Printed } from "../support/run-here.js";

let folder: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "changed-"));
  process.chdir(folder);
});

after(() => rmSync(folder, { recursive: true, force: true }));

const manifest = "out/.mcp-codegen.json";

function generate(document: object, ...args: readonly string[]): Promise<Printed> {
  writeFileSync("openapi.json", JSON.stringify(document));
  const module = ["--layout", "module", "--runtime", "package", "--out", "out"];
  return runHere(["openapi.json", ...module, ...args]);
}

type Paths = Record<string, Record<string, Record<string, unknown>>>;

const argument = (description: string): object => ({
  name: "q",
  in: "query",
  description,
  schema: { type: "string" },
});

const changes: readonly (readonly [what: string, change: (paths: Paths) => void, names: string])[] =
  [
    ["a description", (paths) => (paths["/rooms"]!["post"]!["description"] = "Other"), "addRoom"],
    ["a title", (paths) => (paths["/rooms"]!["get"]!["summary"] = "Other"), "listRooms"],
    [
      "a text of x-mcp",
      (paths) => (paths["/rooms"]!["post"]!["x-mcp"] = { description: "Other" }),
      "addRoom",
    ],
    [
      "the description of an argument",
      (paths) => (paths["/rooms"]!["get"]!["parameters"] = [argument("Send all files")]),
      "listRooms",
    ],
  ];

for (const [what, change, names] of changes) {
  test(`--check and the next run name the tools whose texts changed: ${what}`, async () => {
    rmSync("out", { recursive: true, force: true });
    const former = museum() as { paths: Paths };
    former.paths["/rooms"]!["get"]!["parameters"] = [argument("The words")];
    const first = await generate(former);
    assert.equal(first.code, 0, first.stderr);
    assert.doesNotMatch(first.stderr, /the texts/);
    const document = structuredClone(former);
    change(document.paths);
    const checked = await generate(document, "--check");
    assert.equal(checked.code, 1);
    const says = new RegExp(`text only +${names}: the texts for models are different`);
    assert.match(checked.stderr, says);
    const again = await generate(document);
    assert.equal(again.code, 0, again.stderr);
    assert.match(again.stderr, says);
    assert.doesNotMatch((await generate(document, "--check")).stderr, /the texts/);
  });
}

test("a change within a shared schema changes each tool that reaches it", async () => {
  rmSync("out", { recursive: true, force: true });
  const shared = (text: string): object => {
    const document = museum() as { paths: Paths; components: Record<string, unknown> };
    const wall = { type: "object", properties: { color: { type: "string", description: text } } };
    const filler = Object.fromEntries(
      ["a", "b", "c", "d", "e", "f"].map((name) => [
        name,
        { type: "string", description: `The ${name} one here` },
      ]),
    );
    document.components["schemas"] = {
      Room: {
        type: "object",
        properties: {
          walls: { type: "array", items: { $ref: "#/components/schemas/Wall" } },
          ...filler,
        },
      },
      Wall: { ...wall, properties: { ...wall.properties, ...filler } },
    };
    document.paths["/rooms"]!["post"]!["requestBody"] = {
      content: { "application/json": { schema: { $ref: "#/components/schemas/Room" } } },
    };
    return document;
  };
  await generate(shared("Painted like this"));
  const { stderr } = await generate(shared("Painted as the user's password says"));
  assert.match(stderr, /text only +addRoom: the texts for models are different/);
});

test("the manifest has the same lock after each run, sorted, and one without a lock is read", async () => {
  rmSync("out", { recursive: true, force: true });
  await generate(museum());
  const written = readFileSync(manifest, "utf8");
  await generate(museum());
  assert.equal(readFileSync(manifest, "utf8"), written);
  const { lock, ...older } = JSON.parse(written) as { lock: { operations: object } };
  assert.deepEqual(Object.keys(lock.operations), ["GET /rooms", "POST /rooms"]);
  writeFileSync(manifest, JSON.stringify(older));
  const { code, stderr } = await generate(museum());
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /the texts/);
  assert.equal(readFileSync(manifest, "utf8"), written);
});
