// A bare proxy over stdio: lines in, a bare call of the API, lines out. Arguments: those of `bareCall`.
import { bareCall } from "./bare-call.js";

const call = await bareCall(...process.argv.slice(2));
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) void answer(JSON.parse(line));
});

async function answer(message) {
  if (message.id === undefined) return;
  const answered =
    message.method === "initialize"
      ? { jsonrpc: "2.0", id: message.id, result: message.params }
      : await call(message);
  process.stdout.write(`${JSON.stringify(answered)}\n`);
}
