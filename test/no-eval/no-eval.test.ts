/** Servers where no code may be made from strings: Node with that flag, and Cloudflare Workers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewHttp,
} from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { cliPath } from "../support/cli.js";
import { startHttp } from "../support/museum.js";
import { startRecorder, type Recorder } from "../support/recorder.js";
import {
  environment,
  generateShop,
  inputs,
  noCodeFromStrings,
  serveWords,
  useShop,
} from "./shop.js";
import { startWorker } from "./workerd.js";

const info = { name: "no-eval", version: "1.0.0" };

let folder: string;
let shop: string;
let api: Recorder;
let env: Record<string, string>;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "no-eval-"));
  [shop, api] = await Promise.all([generateShop(folder), startRecorder()]);
  env = { ...environment(api.url), ...noCodeFromStrings };
});

after(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

test("a generated server on stdio needs no code from strings", () =>
  withClient(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(shop, "dist/main.js")],
      env,
      stderr: "inherit",
    }),
  ));

test("serve on stdio needs no code from strings", () =>
  withClient(
    new StdioClientTransport({
      command: process.execPath,
      args: [cliPath, ...serveWords, "--quiet"],
      cwd: inputs,
      env,
      stderr: "inherit",
    }),
  ));

test("a generated server over HTTP needs no code from strings", async () => {
  const server = await startHttp(shop, env);
  try {
    await withBothEras(server.url);
  } finally {
    await server.close();
  }
});

test("a generated server runs on Cloudflare Workers", async () => {
  const worker = await startWorker(shop, environment(api.url));
  try {
    await withBothEras(worker.url);
  } finally {
    await worker.close();
  }
});

async function withClient(transport: Transport): Promise<void> {
  const client = new OldClient(info);
  await client.connect(transport);
  try {
    await useShop(client, api);
  } finally {
    await client.close();
  }
}

/** Revision 2025-11-25 has sessions, 2026-07-28 has none. */
async function withBothEras(url: URL): Promise<void> {
  await withClient(new OldHttp(url) as Transport);
  const client = new NewClient(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new NewHttp(url));
  try {
    await useShop(client, api);
  } finally {
    await client.close();
  }
}
