// Starts our server in a process of its own, for a program in front of it. Ends with this process.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export function startUpstream() {
  const program = fileURLToPath(new URL("ours-http.js", import.meta.url));
  const child = spawn(process.execPath, [program, "1", "stateless"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill());
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.exit());
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("The upstream server ended.")));
    child.stdout.setEncoding("utf8").on("data", (text) => {
      const [, port] = /listening (\d+)/.exec(text) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}/mcp`);
    });
  });
}
