/** A program that connects to a server on stdio, and then ends in the way that its argument names. */
import { connectStdio } from "../../../runtime/compose/connect-stdio.js";

const [end, log = "", ...faults] = process.argv.slice(2);
const program = new URL("scripted-server.mjs", import.meta.url).pathname;
const client = await connectStdio({ command: process.execPath, args: [program, log, ...faults] });
await client.callTool("grandchild");
// In place before the line that a test waits for.
if (end === "own-handler") {
  process.on("SIGINT", () => {
    process.stdout.write("handled\n");
    void client.close().then(() => process.exit(42));
  });
}
process.stdout.write("connected\n");

const ends: Readonly<Record<string, () => void>> = {
  exit: () => process.exit(0),
  throw: () => {
    setTimeout(() => {
      throw new Error("of the host");
    }, 10);
  },
  reject: () => void Promise.reject(new Error("of the host")),
  abort: () => process.abort(),
};
ends[end ?? ""]?.();
