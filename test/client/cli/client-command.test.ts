/** `mcp-codegen client`, on servers that run and on what they were when they ran. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { McpServer, nodeHandler } from "mcp-codegen/runtime";
import { root, runCommand, type Finished } from "../../support/cli.js";

const shop = [process.execPath, path.join(root, "test/client/cli/shop.mjs")];
const everything = [
  process.execPath,
  createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/dist/index.js"),
  "stdio",
];

let folder: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "client-command-"));
  const types = path.join(folder, "node_modules/@types");
  mkdirSync(types, { recursive: true });
  symlinkSync(path.join(root, "node_modules/@types/node"), path.join(types, "node"));
  for (const name of ["undici-types", "mcp-codegen"]) {
    const target = name === "mcp-codegen" ? root : path.join(root, "node_modules", name);
    symlinkSync(target, path.join(folder, "node_modules", name));
  }
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
});

after(() => rmSync(folder, { recursive: true, force: true }));

function client(args: readonly string[], words: readonly string[] = []): Promise<Finished> {
  return runCommand(["client", ...args, ...(words.length > 0 ? ["--", ...words] : [])], {
    cwd: folder,
  });
}

/** Returns the output of the compiler under the strictest flags. */
function compile(out: string, usage: string): string {
  writeFileSync(path.join(folder, `${out}-usage.ts`), usage);
  const config = {
    compilerOptions: {
      target: "ES2022",
      module: "NodeNext",
      types: ["node"],
      noEmit: true,
      declaration: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      isolatedDeclarations: true,
      noImplicitOverride: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      skipLibCheck: true,
    },
    include: [`${out}-usage.ts`, `${out}/src`],
  };
  const file = path.join(folder, `${out}-tsconfig.json`);
  writeFileSync(file, JSON.stringify(config));
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", file], { encoding: "utf8" });
  return stdout;
}

/** Returns the files below a folder with their times. */
function filesOf(out: string): ReadonlyMap<string, number> {
  const whole = path.join(folder, out);
  const files = readdirSync(whole, { recursive: true, encoding: "utf8" });
  return new Map(files.map((file) => [file, statSync(path.join(whole, file)).mtimeMs]));
}

describe("a server that nobody here wrote", () => {
  test("gets a client that compiles strictly, refuses wrong arguments, and is written once", async () => {
    const first = await client(
      ["--out", "everything", "--snapshot", "everything.json"],
      everything,
    );
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stderr, /EverythingClient: \d+ tools/);
    const usage = `
      import { EverythingClient } from "./everything/src/generated/index.js";
      export async function use(client: EverythingClient): Promise<number> {
        await client.getSum({ a: 1, b: 2 });
        // @ts-expect-error -- a wrong argument
        await client.getSum({ a: 1, b: "2" });
        // @ts-expect-error -- an argument that the tool does not have
        await client.echo({ message: "a", loud: true });
        return (await client.getStructuredContent({ location: "Chicago" })).temperature;
      }`;
    assert.equal(compile("everything", usage), "");
    const before = filesOf("everything");
    const second = await client(
      ["--out", "everything", "--snapshot", "everything.json"],
      everything,
    );
    assert.equal(second.code, 0, second.stderr);
    assert.match(second.stderr, /nothing was written/);
    assert.deepEqual(filesOf("everything"), before);
  });

  test("is called by the client", async () => {
    const module = path.join(folder, "everything/dist/generated/index.js");
    const { EverythingClient } = (await import(pathToFileURL(module).href)) as {
      EverythingClient: { connect(target: unknown): Promise<Everything> };
    };
    const [command, ...args] = everything;
    const connected = await EverythingClient.connect({ command, args });
    try {
      assert.deepEqual(await connected.echo({ message: "hello" }), [
        { type: "text", text: "Echo: hello" },
      ]);
      const weather = await connected.getStructuredContent({ location: "Chicago" });
      assert.equal(typeof weather.temperature, "number");
      const [text] = await connected.readDynamicTextResource({ resourceId: 7 });
      assert.equal(text?.uri, "demo://resource/dynamic/text/7");
      const prompt = await connected.argsPrompt({ city: "Bern" });
      assert.match(JSON.stringify(prompt.messages), /Bern/);
      await assert.rejects(connected.getSum({ a: "one", b: 2 }), /Mcp(Tool|Call)Error/);
    } finally {
      await connected.close();
    }
  });

  test("is not needed to regenerate from a snapshot", async () => {
    const check = await client(["--out", "everything", "--snapshot", "everything.json", "--check"]);
    assert.equal(check.code, 0, check.stderr);
    assert.match(check.stderr, /is up to date/);
  });
});

interface Everything {
  echo(input: object): Promise<unknown>;
  getSum(input: object): Promise<unknown>;
  getStructuredContent(input: object): Promise<{ readonly temperature: number }>;
  readDynamicTextResource(variables: object): Promise<readonly { readonly uri: string }[]>;
  argsPrompt(args: object): Promise<{ readonly messages: unknown }>;
  close(): Promise<void>;
}

test("a generated server of 200 tools gets a client that compiles and is written once", async () => {
  writeFileSync(path.join(folder, "many.json"), JSON.stringify(manyOperations(200)));
  const server = await runCommand(["many.json", "--out", "many-mcp", "--mode", "tools"], {
    cwd: folder,
  });
  assert.equal(server.code, 0, server.stderr);
  const words = [process.execPath, path.join(folder, "many-mcp/dist/main.js"), "--mock"];
  const first = await client(["--out", "many"], words);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stderr, /ManyClient: 200 tools/);
  const usage = `
    import { ManyClient } from "./many/src/generated/index.js";
    export async function use(client: ManyClient): Promise<void> {
      await client.updateItem199({ key: 1, name: "a" });
      // @ts-expect-error -- a wrong argument
      await client.updateItem199({ key: "1", name: "a" });
    }`;
  assert.equal(compile("many", usage), "");
  const before = filesOf("many");
  const second = await client(["--out", "many"], words);
  assert.match(second.stderr, /nothing was written/);
  assert.deepEqual(filesOf("many"), before);
});

test("the client of a document has the types of the generated server", async () => {
  const document = path.join(root, "examples/petstore/openapi.yaml");
  const options = ["--layout", "module", "--runtime", "package"];
  const server = await runCommand([document, ...options, "--out", "petstore-server"], {
    cwd: folder,
  });
  assert.equal(server.code, 0, server.stderr);
  const written = await client([document, ...options, "--out", "petstore-client"]);
  assert.equal(written.code, 0, written.stderr);
  const types = (out: string): string => readFileSync(path.join(folder, out, "types.ts"), "utf8");
  assert.equal(types("petstore-client"), types("petstore-server"));
});

for (const mode of ["tools", "search"]) {
  test(`the client of a document calls the generated server in the mode ${mode}`, async () => {
    const document = path.join(root, "examples/petstore/openapi.yaml");
    const options = [document, "--mode", mode, "--out"];
    const server = await runCommand([...options, `${mode}-server`], { cwd: folder });
    assert.equal(server.code, 0, server.stderr);
    const written = await client([...options, `${mode}-client`]);
    assert.equal(written.code, 0, written.stderr);
    const module = path.join(folder, `${mode}-client/dist/generated/index.js`);
    const { PetstoreClient } = (await import(pathToFileURL(module).href)) as {
      PetstoreClient: { connect(target: unknown): Promise<Petstore> };
    };
    const args = [path.join(folder, `${mode}-server/dist/main.js`), "--mock"];
    const connected = await PetstoreClient.connect({ command: process.execPath, args });
    try {
      assert.equal(typeof (await connected.getPet({ petId: 1 })).name, "string");
      assert.ok(Array.isArray(await connected.listPets()));
      const photo = await connected.getPetPhoto({ petId: 1 });
      assert.equal(photo.mimeType, "image/png");
      assert.ok(photo.data instanceof Uint8Array);
      assert.equal(typeof (await connected.getOpeningHours()), "string");
      assert.equal(await connected.deletePet({ petId: 1 }), undefined);
      await assert.rejects(connected.getPet({ petId: "one" }), { name: "McpToolError" });
    } finally {
      await connected.close();
    }
  });
}

interface Petstore {
  getPet(input: object): Promise<{ readonly name: string }>;
  listPets(): Promise<unknown>;
  getPetPhoto(input: object): Promise<{ readonly mimeType: string; readonly data: unknown }>;
  getOpeningHours(): Promise<unknown>;
  deletePet(input: object): Promise<unknown>;
  close(): Promise<void>;
}

test("a server at a URL gets the headers, whose values may come from variables", async () => {
  const server = new McpServer({ name: "remote", version: "1.0.0" });
  server.tool({ name: "hello" }, () => "hello");
  const handler = await nodeHandler(server);
  const http = createServer((request, response) => {
    if (request.headers.authorization === "Bearer t0ken") handler(request, response);
    else response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    const given = ["--header", "Authorization: Bearer ${env:REMOTE_TOKEN}"];
    const run = (args: readonly string[], token: string): Promise<Finished> =>
      runCommand(args, { cwd: folder, env: { REMOTE_TOKEN: token } });
    const written = await run(["client", url, ...given, "--out", "remote", "--no-build"], "t0ken");
    assert.equal(written.code, 0, written.stderr);
    assert.match(written.stderr, /RemoteClient: 1 tool\./);
    assert.doesNotMatch(written.stderr + allText("remote"), /t0ken/);
    const called = await run(["call", url, "hello", ...given], "t0ken");
    assert.deepEqual([called.code, called.stdout], [0, "hello\n"]);
    const refused = await run(["call", url, "hello", ...given], "s3cret");
    assert.equal(refused.code, 1);
    assert.doesNotMatch(refused.stderr, /s3cret/);
    assert.match(refused.stderr, /401|token|credential/i);
  } finally {
    http.closeAllConnections();
    http.close();
  }
});

/** Returns the text of what was generated, without the runtime. */
function allText(out: string): string {
  const files = readdirSync(path.join(folder, out, "src"), {
    recursive: true,
    withFileTypes: true,
  });
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"))
    .join("");
}

test("a server that changes is told by --check, and nothing is written", async () => {
  const written = await client(["--out", "shop", "--no-build", "--snapshot", "shop.json"], shop);
  assert.equal(written.code, 0, written.stderr);
  const snapshot = JSON.parse(readFileSync(path.join(folder, "shop.json"), "utf8")) as {
    tools: { name: string }[];
  };
  snapshot.tools.push({ name: "another" });
  writeFileSync(path.join(folder, "shop.json"), JSON.stringify(snapshot));
  const before = filesOf("shop");
  const args = ["--out", "shop", "--no-build", "--check", "--snapshot", "shop.json"];
  const fromSnapshot = await client(args);
  assert.equal(fromSnapshot.code, 1);
  assert.match(fromSnapshot.stderr, /src\/generated\/client\.ts is not what this run would write/);
  const fromServer = await client(args, shop);
  assert.equal(fromServer.code, 1);
  assert.match(fromServer.stderr, /shop\.json is not what the server lists/);
  assert.deepEqual(filesOf("shop"), before);
});

test("a file that was edited by hand is kept, unless --force is given", async () => {
  const file = path.join(folder, "shop/src/generated/client.ts");
  writeFileSync(file, `${readFileSync(file, "utf8")}// mine\n`);
  const refused = await client(["--out", "shop", "--no-build"], shop);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /\[out-edited\]/);
  assert.match(readFileSync(file, "utf8"), /mine/);
  const forced = await client(["--out", "shop", "--no-build", "--force"], shop);
  assert.equal(forced.code, 0, forced.stderr);
  assert.doesNotMatch(readFileSync(file, "utf8"), /mine/);
});

test("--snapshot replaces no file that is no snapshot", async () => {
  writeFileSync(path.join(folder, "notes.json"), "{}");
  const { code, stderr } = await client(["--out", "kept", "--snapshot", "notes.json"], shop);
  assert.equal(code, 1);
  assert.match(stderr, /\[out-not-ours\]/);
  assert.equal(readFileSync(path.join(folder, "notes.json"), "utf8"), "{}");
});

function manyOperations(count: number): object {
  const paths: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = {};
  for (let at = 0; at < count; at++) {
    const schema = { $ref: `#/components/schemas/Item${at % 20}` };
    const content = { "application/json": { schema } };
    paths[`/items${at}/{key}`] = {
      put: {
        operationId: `updateItem${at}`,
        summary: `Updates item ${at}.`,
        parameters: [{ name: "key", in: "path", required: true, schema: { type: "integer" } }],
        requestBody: { required: true, content },
        responses: { 200: { description: "ok", content } },
      },
    };
    const next = at > 0 ? { $ref: `#/components/schemas/Item${at - 1}` } : { type: "null" };
    schemas[`Item${at}`] = {
      type: "object",
      properties: { name: { type: "string" }, next, size: { enum: ["small", "large"] } },
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Many", version: "1.0.0" },
    servers: [{ url: "https://many.example" }],
    paths,
    components: { schemas },
  };
}
