/**
 * `node --import tsx test/gateway/run.ts`: a gateway of two documents and two remote servers, one from npm and one of ours that
 * is killed and started again, called by the official clients. Prints the number of checks that passed and failed.
 */
import { createServer } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "../support/cli.js";
import { eventually } from "../support/eventually.js";
import { listen, stop } from "../support/loopback.js";
import { officialClients, type OfficialClient, type Result } from "../support/official/clients.js";
import { start } from "./processes.js";

let passed = 0;
let failed = 0;

async function check(what: string, work: () => Promise<boolean>): Promise<void> {
  const outcome = await work().catch((error: unknown) => error);
  if (outcome === true) passed++;
  else failed++;
  process.stdout.write(`${outcome === true ? "ok" : "FAILED"} ${what}\n`);
  if (outcome !== true) process.stdout.write(`  ${String(outcome)}\n`);
}

const textOf = ({ content = [] }: Result): string => content.map(({ text }) => text ?? "").join("");

/** An API of two documents, which tells what it was asked. */
const asked: { path: string; authorization: string | undefined }[] = [];
const api = createServer((request, response) => {
  asked.push({ path: request.url ?? "", authorization: request.headers.authorization });
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ path: request.url }));
});
const apiUrl = `http://127.0.0.1:${await listen(api)}`;
const folder = mkdtempSync(path.join(os.tmpdir(), "gateway-"));
const clockPort = await freePort();

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await stop(server);
  return port;
}

const documentOf = (title: string, at: string) => ({
  openapi: "3.1.0",
  info: { title, version: "1" },
  servers: [{ url: apiUrl }],
  paths: {
    [at]: {
      get: {
        operationId: "list",
        responses: {
          200: {
            description: "All",
            content: { "application/json": { schema: { type: "object" } } },
          },
        },
      },
      delete: { operationId: "clear", responses: { 204: { description: "None" } } },
    },
  },
});
writeFileSync(path.join(folder, "pets.json"), JSON.stringify(documentOf("Pets", "/pets")));
writeFileSync(path.join(folder, "shops.json"), JSON.stringify(documentOf("Shops", "/shops")));
writeFileSync(path.join(folder, "routes.yaml"), "operations:\n  list: { name: all }\n");
writeFileSync(
  path.join(folder, "gateway.json"),
  JSON.stringify({
    name: "mall",
    servers: {
      pets: { input: "pets.json", prefix: "pets_", filter: { except: ["clear"] } },
      shops: { input: "shops.json", prefix: "shops_" },
      everything: {
        command: process.execPath,
        args: [
          path.join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js"),
        ],
        prefix: "every_",
      },
      clock: {
        url: `http://127.0.0.1:${clockPort}/mcp`,
        headers: { authorization: "Bearer ${env:CLOCK_TOKEN}" },
        prefix: "clock_",
      },
    },
  }),
);

const startClock = () => start("test/gateway/remote.ts", [String(clockPort)], /listening/);
let clock = await startClock();
const gateway = await start(
  "src/cli/main.ts",
  ["serve", path.join(folder, "gateway.json"), "--http", "0"],
  /serves MCP at (http:\S+)/,
  { CLOCK_TOKEN: "clock-secret", MCP_LOG_LEVEL: "error" },
);
const [, url = ""] = /serves MCP at (http:\S+)/.exec(gateway.output()) ?? [];

async function judge(client: OfficialClient): Promise<void> {
  const { name } = client;
  await check(`${name} sees the tools of all four, and none that is filtered`, async () => {
    const tools = await client.tools();
    const wanted = ["pets_list", "shops_list", "shops_clear", "every_echo", "clock_now"];
    return wanted.every((each) => tools.includes(each)) && !tools.includes("pets_clear");
  });
  for (const [tool, args, wanted] of [
    ["pets_list", {}, "/pets"],
    ["shops_list", {}, "/shops"],
    ["every_echo", { message: "hi" }, "Echo: hi"],
    ["clock_now", {}, "noon"],
    ["clock_ask", {}, "decline"],
  ] as const) {
    await check(`${name} gets the result of ${tool}`, async () =>
      textOf(await client.call(tool, args)).includes(wanted),
    );
  }
  await check(`${name} reads a resource of a remote server`, async () =>
    JSON.stringify(await client.read("clock://zone")).includes("UTC"),
  );
  await check(`${name} gets a prompt of a remote server`, async () =>
    JSON.stringify(await client.prompt("clock_greet", { who: "Ada" })).includes("Hello Ada"),
  );
  await clock.kill();
  await check(`${name} is told which server is down, and no secret`, async () => {
    const result = await client.call("clock_now");
    const text = JSON.stringify(result);
    return result.isError === true && text.includes("clock") && !text.includes("clock-secret");
  });
  for (const tool of ["pets_list", "shops_list"]) {
    await check(`${name} calls ${tool} while another server is down`, async () =>
      textOf(await client.call(tool)).includes("path"),
    );
  }
  await check(`${name} calls the server from npm while another is down`, async () =>
    textOf(await client.call("every_echo", { message: "still" })).includes("still"),
  );
  clock = await startClock();
  await check(`${name} calls the killed server when it is back`, async () => {
    await eventually(async () => textOf(await client.call("clock_now")) === "noon");
    return textOf(await client.call("clock_pid")) === String(clock.child.pid);
  });
}

try {
  for (const [, open] of officialClients) {
    const client = await open({ url: new URL(url) });
    await judge(client);
    await client.close();
  }
  await check("the token of a remote server goes nowhere else", () =>
    Promise.resolve(
      asked.length > 0 && asked.every(({ authorization }) => authorization === undefined),
    ),
  );
} finally {
  await Promise.all([gateway.kill(), clock.kill()]);
  await stop(api);
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
