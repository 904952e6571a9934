/** A stdio server with a tool that prints in every way in which a library may print. */
import { Console } from "node:console";
import { Worker } from "node:worker_threads";
import { McpServer, serveStdio } from "../../../runtime/index.js";

const early = new Console(process.stdout, process.stderr);
const server = new McpServer({ name: "noisy", version: "1" });
server.tool({ name: "shout" }, async () => {
  console.log("by console.log");
  console.table([{ column: "by console.table" }]);
  early.info("by a console made before");
  process.stdout.write(Buffer.from("by bytes"));
  process.stdout.write("by text with an encoding", "utf8");
  await new Promise<void>((resolve) => {
    process.stdout.write("by text with a callback", () => resolve());
  });
  const code = "console.log('by a worker'); process.stdout.write('by a raw worker')";
  const worker = new Worker(code, { eval: true });
  await new Promise((resolve) => worker.once("exit", resolve));
  return "shouted";
});
await serveStdio(server);
process.exit(0);
