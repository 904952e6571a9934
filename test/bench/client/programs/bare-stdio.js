// The least that a client on stdio does: lines, JSON, and a table of open calls.
import { spawn } from "node:child_process";
import { drive } from "./drive.js";
import { callText } from "./messages.js";
import { plan } from "./plan.js";

const child = spawn(plan.command, plan.args, { stdio: ["pipe", "pipe", "inherit"] });
const open = new Map();
let id = 0;
let rest = "";

child.stdout.setEncoding("utf8");
child.stdout.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    open.get(message.id)(message.result);
    open.delete(message.id);
  }
});

function call() {
  return new Promise((resolve) => {
    id += 1;
    open.set(id, resolve);
    child.stdin.write(`${callText(id)}\n`);
  });
}

await drive(call, () => child.kill());
