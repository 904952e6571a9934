/** What --docker, --mcpb, --worker and --server-json write is built, packed and run as its users would, without their services. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { getMcpConfigForManifest, type McpbManifestAny } from "@anthropic-ai/mcpb";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { validate } from "dockerfile-utils";
import { parse } from "jsonc-parser";
import { environment, inputs, useShop } from "../no-eval/shop.js";
import { startWorker, type WorkerConfiguration } from "../no-eval/workerd.js";
import { root, runCommand } from "../support/cli.js";
import { eventually } from "../support/eventually.js";
import { startRecorder, type Recorder } from "../support/recorder.js";
import { buildImage, type Image } from "./image-build.js";
import { entryProblems } from "./registry-rules.js";

const token = "a-token-that-nobody-guesses";

let folder: string;
let shop: string;
let api: Recorder;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "packaging-"));
  chmodSync(folder, 0o755);
  shop = path.join(folder, "shop-mcp");
  const words = ["--docker", "--mcpb", "--worker", "--server-json", "io.github.octocat/shop"];
  const run = await runCommand(
    ["openapi.yaml", "--routes", "routes.yaml", "--out", shop, ...words],
    {
      cwd: inputs,
    },
  );
  assert.equal(run.code, 0, run.stderr);
  api = await startRecorder();
});

after(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

test("the Dockerfile has no fault, and its image runs as a user without rights", () => {
  const text = readFileSync(path.join(shop, "Dockerfile"), "utf8");
  assert.deepEqual(validate(text), []);
  assert.match(text, /^FROM node:\d+-alpine$/m);
});

test("the image is built from a clone, holds nothing else, serves with a token, is healthy and ends on SIGTERM", async () => {
  const clone = path.join(folder, "clone");
  assert.equal(spawnSync("cp", ["-r", shop, clone]).status, 0);
  rmSync(path.join(clone, "dist"), { recursive: true });
  const built = path.join(folder, "image");
  mkdirSync(built);
  const image = buildImage(clone, built);
  assert.equal(image.user, "node");
  const unprotected = start(image, { PORT: "0" });
  assert.deepEqual(await once(unprotected, "exit"), [2, null], "without a token it serves nobody");
  const port = await freePort();
  const server = start(image, { ...environment(api.url), MCP_TOKEN: token, PORT: String(port) });
  let stderr = "";
  server.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  try {
    await eventually(() => stderr.includes("serves MCP at"));
    const [program, ...words] = image.healthcheck;
    assert.equal(program, "node");
    const check = spawn(process.execPath, words, { env: { PORT: String(port) } });
    assert.deepEqual(await once(check, "exit"), [0, null]);
    const url = new URL(`http://127.0.0.1:${port}/mcp`);
    assert.equal((await fetch(url, { method: "POST" })).status, 401);
    await useOverHttp(url);
  } finally {
    server.kill("SIGTERM");
  }
  assert.deepEqual(await once(server, "exit"), [0, null], stderr);
  const files = path.join(image.files, image.workdir);
  for (const name of ["dist/main.js", "runtime/index.js", "package.json"]) {
    assert.ok(existsSync(path.join(files, name)), name);
  }
  for (const name of ["src", "Dockerfile", "node_modules/typescript"]) {
    assert.equal(existsSync(path.join(files, name)), false, name);
  }
});

test("mcpb packs the project; what it unpacks starts as the manifest says, with the user's values", async () => {
  const file = path.join(folder, "shop.mcpb");
  const unpacked = path.join(folder, "unpacked");
  mcpb("pack", shop, file);
  mcpb("unpack", file, unpacked);
  assert.equal(existsSync(path.join(unpacked, "src")), false);
  const manifest = JSON.parse(
    readFileSync(path.join(unpacked, "manifest.json"), "utf8"),
  ) as McpbManifestAny;
  const { MCP_CODEGEN_SHOP_BASE_URL, MCP_CODEGEN_SHOP_KEY } = environment(api.url);
  const started = await launch(manifest, unpacked, {
    mcp_codegen_shop_base_url: MCP_CODEGEN_SHOP_BASE_URL!,
    mcp_codegen_shop_key: MCP_CODEGEN_SHOP_KEY!,
  });
  assert.ok(started);
  await withClient(new StdioClientTransport({ ...started, stderr: "inherit" }), async (client) => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      manifest.tools?.map(({ name }) => name),
      tools.map(({ name }) => name),
    );
    await useShop(client, api);
  });
  assert.equal(await launch(manifest, unpacked, {}), undefined, "the key is required");
});

test("workerd runs the Worker with secrets as bindings, for clients that send the token", async () => {
  const text = readFileSync(path.join(shop, "wrangler.jsonc"), "utf8");
  const configuration = parse(text) as WorkerConfiguration;
  const worker = await startWorker(
    shop,
    { ...environment(api.url), MCP_TOKEN: token },
    configuration,
  );
  try {
    assert.equal((await fetch(worker.url, { method: "POST" })).status, 401);
    assert.equal((await fetch(new URL("/", worker.url))).status, 404);
    await useOverHttp(worker.url);
  } finally {
    await worker.close();
  }
});

test("workerd serves nobody with a Worker without a token, or with a short one", async () => {
  const configuration = parse(
    readFileSync(path.join(shop, "wrangler.jsonc"), "utf8"),
  ) as WorkerConfiguration;
  for (const [variables, reason] of [
    [{}, /wrangler secret put MCP_TOKEN/],
    [{ MCP_TOKEN: "short" }, /at least 16 characters/],
  ] as const) {
    const worker = await startWorker(shop, variables, configuration);
    try {
      const answer = await fetch(worker.url, { method: "POST" });
      assert.equal(answer.status, 503);
      assert.match(await answer.text(), reason);
    } finally {
      await worker.close();
    }
  }
});

test("server.json keeps the rules of the registry, and package.json proves its name", () => {
  const entry = JSON.parse(readFileSync(path.join(shop, "server.json"), "utf8")) as unknown;
  assert.deepEqual(entryProblems(entry), []);
  const own = JSON.parse(readFileSync(path.join(shop, "package.json"), "utf8")) as {
    mcpName: string;
    name: string;
    version: string;
    private?: boolean;
  };
  const { name, version, packages } = entry as {
    name: string;
    version: string;
    packages: readonly { identifier: string; version: string }[];
  };
  assert.equal(own.mcpName, name);
  assert.deepEqual([own.name, own.version], [packages[0]?.identifier, packages[0]?.version]);
  assert.equal(own.version, version);
  assert.equal(own.private, undefined);
});

test("what npm would publish is complete, and its program runs", async () => {
  const packed = spawnSync(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
    {
      cwd: shop,
      encoding: "utf8",
    },
  );
  assert.equal(packed.status, 0, packed.stderr);
  const [{ filename, files }] = JSON.parse(packed.stdout) as [
    { filename: string; files: readonly { path: string }[] },
  ];
  assert.equal(
    files.some((file) => file.path.startsWith("src/")),
    false,
  );
  const there = mkdtempSync(path.join(folder, "npm-"));
  assert.equal(spawnSync("tar", ["-xf", path.join(folder, filename), "-C", there]).status, 0);
  const program = path.join(there, "package/dist/main.js");
  assert.match(readFileSync(program, "utf8"), /^#!\/usr\/bin\/env node\n/);
  await withClient(
    new StdioClientTransport({
      command: process.execPath,
      args: [program],
      env: environment(api.url),
    }),
    (client) => useShop(client, api),
  );
});

test("the user's changes of the files stay, whatever the next run is told", async () => {
  const manifest = path.join(shop, "manifest.json");
  const edited = readFileSync(manifest, "utf8").replace("Your name", "Ada");
  writeFileSync(manifest, edited);
  for (const words of [[], ["--mcpb"]]) {
    const args = ["openapi.yaml", "--routes", "routes.yaml", "--out", shop, ...words];
    const run = await runCommand(args, { cwd: inputs });
    assert.equal(run.code, 0, run.stderr);
    assert.equal(readFileSync(manifest, "utf8"), edited);
  }
});

async function useOverHttp(url: URL): Promise<void> {
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await withClient(new StreamableHTTPClientTransport(url, { requestInit }) as Transport, (client) =>
    useShop(client, api),
  );
}

async function withClient(
  transport: Transport,
  use: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ name: "packaging", version: "1.0.0" });
  await client.connect(transport);
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

/** Starts a container: as another user where this one may. */
function start(image: Image, variables: Readonly<Record<string, string>>) {
  const [program, ...words] = [...image.entrypoint, ...image.cmd];
  assert.equal(program, "node");
  return spawn(process.execPath, words, {
    cwd: path.join(image.files, image.workdir),
    env: { ...image.env, ...variables },
    stdio: ["ignore", "ignore", "pipe"],
    ...(process.getuid?.() === 0 && { uid: 1000, gid: 1000 }),
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function mcpb(...words: readonly string[]): void {
  const program = path.join(root, "node_modules/.bin/mcpb");
  const run = spawnSync(program, words, { encoding: "utf8" });
  assert.equal(run.status, 0, `${run.stdout}${run.stderr}`);
}

/** Returns how a host starts a bundle; undefined while a setting is missing. */
async function launch(
  manifest: McpbManifestAny,
  extensionPath: string,
  userConfig: Record<string, string>,
): Promise<{ command: string; args: string[]; env: Record<string, string> } | undefined> {
  const config = await getMcpConfigForManifest({
    manifest,
    extensionPath,
    systemDirs: {},
    userConfig,
    pathSeparator: path.sep,
  });
  if (!config) return undefined;
  assert.equal(config.command, "node");
  assert.doesNotMatch(JSON.stringify(config), /\$\{/, "no placeholder is left");
  return { command: process.execPath, args: config.args ?? [], env: config.env ?? {} };
}
