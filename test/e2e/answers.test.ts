/** Unusual answers of an API, through the real command line. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test, type TestContext } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { cliPath } from "../support/cli.js";
import { eventually } from "../support/eventually.js";
import { startRecorder, type Recorder } from "../support/recorder.js";

const json = (schema: object) => ({
  responses: { "200": { description: "ok", content: { "application/json": { schema } } } },
});

function document(url: string): string {
  const pet = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
  const cat = {
    allOf: [{ $ref: "#/components/schemas/Pet" }],
    properties: { lives: { type: "integer" } },
  };
  return JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Pets", version: "1" },
    servers: [{ url }],
    paths: {
      "/pets/1": { get: { operationId: "getPet", ...json({ $ref: "#/components/schemas/Pet" }) } },
      "/cats/1": { get: { operationId: "getCat", ...json({ $ref: "#/components/schemas/Cat" }) } },
      "/export": { get: { operationId: "exportPets", ...json({ type: "array", items: {} }) } },
    },
    components: { schemas: { Pet: pet, Cat: cat } },
  });
}

async function setUp(t: TestContext): Promise<{ readonly folder: string; readonly api: Recorder }> {
  const folder = mkdtempSync(path.join(tmpdir(), "answers-"));
  const api = await startRecorder();
  t.after(async () => {
    await api.close();
    rmSync(folder, { recursive: true });
  });
  writeFileSync(path.join(folder, "pets.json"), document(api.url));
  return { folder, api };
}

async function serve(folder: string, ...words: string[]): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const args = [cliPath, "serve", "pets.json", "--quiet", ...words];
  const command = process.execPath;
  await client.connect(new StdioClientTransport({ command, args, cwd: folder, stderr: "pipe" }));
  return client;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly uri?: string;
}

async function call(client: Client, name: string): Promise<readonly Block[]> {
  const { content } = await client.callTool({ name, arguments: {} });
  return content as Block[];
}

test("--drift-report writes an overlay with which the answers are valid", async (t) => {
  const { folder, api } = await setUp(t);
  const wrong = { name: null, tag: "x" };
  const client = await serve(folder, "--drift-report", "overlay.json");
  for (const [tool, place] of [
    ["getPet", "name must be string"],
    ["getCat", "lives must be integer"],
  ] as const) {
    api.answerNext({ body: tool === "getPet" ? wrong : { name: "Tom", lives: "nine" } });
    const [, note] = await call(client, tool);
    assert.match(note?.text ?? "", new RegExp(`does not match its output schema: ${place}`));
  }
  await client.close();
  const file = path.join(folder, "overlay.json");
  await eventually(() => existsSync(file));
  const { actions } = JSON.parse(readFileSync(file, "utf8")) as {
    actions: readonly { readonly target: string; readonly update?: object }[];
  };
  assert.deepEqual(
    actions.map(({ target, update }) => [target, update]),
    [
      ["$['components']['schemas']['Pet']['properties']['name']", { nullable: true }],
      ["$['paths']['/cats/1']['get']", {}],
    ],
  );
  const corrected = await serve(folder, "--overlay", "overlay.json");
  api.answerNext({ body: wrong });
  assert.deepEqual(await call(corrected, "getPet"), [
    { type: "text", text: JSON.stringify(wrong) },
  ]);
  await corrected.close();
});

test("--follow-redirects names the hosts that redirects may lead to", async (t) => {
  const { folder, api } = await setUp(t);
  const other = await startRecorder();
  t.after(() => other.close());
  const location = `${other.url}/moved`;
  const strict = await serve(folder);
  api.answerNext({ status: 302, headers: { location } });
  assert.match((await call(strict, "getPet"))[0]?.text ?? "", /--follow-redirects 127\.0\.0\.1/);
  assert.equal(other.take().length, 0);
  await strict.close();
  const open = await serve(folder, "--follow-redirects", other.url);
  api.answerNext({ status: 302, headers: { location } });
  other.answerNext({ body: { name: "Rex" } });
  assert.equal((await call(open, "getPet"))[0]?.text, '{"name":"Rex"}');
  await open.close();
});

const large = JSON.stringify(
  Array.from({ length: 30_000 }, (_, n) => `row ${n} ${"x".repeat(40)}`),
);

async function readAll(client: Client, uri: string): Promise<string> {
  let text = "";
  for (let next: unknown = uri; typeof next === "string";) {
    const [contents] = (await client.readResource({ uri: next })).contents;
    text += contents && "text" in contents ? contents.text : "";
    next = contents?._meta?.["mcp-codegen/next"];
  }
  return text;
}

function linkIn(content: readonly Block[]): string {
  assert.ok(content.every(({ text = "" }) => text.length < 5_000));
  return content.find(({ type }) => type === "resource_link")?.uri ?? "";
}

test("a large answer is kept and read back on stdio", async (t) => {
  const { folder, api } = await setUp(t);
  const client = await serve(folder);
  api.answerNext({ body: large });
  const uri = linkIn(await call(client, "exportPets"));
  assert.equal(await readAll(client, uri), large);
  await client.close();
});

test("a large answer is kept for the session that asked, and for no other", async (t) => {
  const { folder, api } = await setUp(t);
  const child = spawn(process.execPath, [cliPath, "serve", "pets.json", "--http", "0"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  const url = await new Promise<URL>((resolve, reject) => {
    let output = "";
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
      const found = /serves MCP at (\S+)\n/.exec(output)?.[1];
      if (found !== undefined) resolve(new URL(found));
    });
    child.once("exit", () => reject(new Error(output)));
  });
  const [ann, bob] = [
    new Client({ name: "ann", version: "1" }),
    new Client({ name: "bob", version: "1" }),
  ];
  for (const client of [ann, bob]) await client.connect(new StreamableHTTPClientTransport(url));
  api.answerNext({ body: large });
  const uri = linkIn(await call(ann, "exportPets"));
  await assert.rejects(readAll(bob, uri), /Resource not found/);
  assert.equal(await readAll(ann, uri), large);
  for (const client of [ann, bob]) await client.close();
});
