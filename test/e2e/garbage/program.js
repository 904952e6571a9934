// Calls an asynchronous tool that returns a large value, over pipes, and prints how many full collections of garbage that
// took. Arguments: the revision, the number of calls.
import { once } from "node:events";
import { PerformanceObserver, constants } from "node:perf_hooks";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { McpServer, serveStdio } from "mcp-codegen/runtime";

const [revision, calls] = process.argv.slice(2);
const text = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: "fox" })));
const server = new McpServer({ name: "garbage", version: "1" });
server.tool({ name: "list", input: { type: "object" } }, async () => {
  await setImmediate();
  return { items: JSON.parse(text) };
});

const [input, output] = [new PassThrough(), new PassThrough()];
void serveStdio(server, { input, output });

async function ask(id, method, params) {
  input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  const [answer] = await once(output, "data");
  if (!String(answer).includes('"result"')) throw new Error(String(answer).slice(0, 300));
}

const clientInfo = { name: "garbage", version: "1" };
const prefix = "io.modelcontextprotocol";
const envelope = {
  [`${prefix}/protocolVersion`]: revision,
  [`${prefix}/clientInfo`]: clientInfo,
  [`${prefix}/clientCapabilities`]: {},
};
if (revision === "2025-11-25") {
  await ask(0, "initialize", { protocolVersion: revision, clientInfo, capabilities: {} });
  input.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
}
const params = {
  name: "list",
  arguments: {},
  ...(revision === "2026-07-28" && { _meta: envelope }),
};

let full = 0;
const observer = new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries()) {
    if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) full += 1;
  }
});
for (let id = 1; id <= Number(calls); id += 1) {
  // Compiling code for the first calls takes memory, too.
  if (id === 300) observer.observe({ entryTypes: ["gc"] });
  await ask(id, "tools/call", params);
}
// The observer is called in a later turn.
await setImmediate();
process.stdout.write(`${full}\n`);
process.exit(0);
