// Starts our server in a process of its own, for a program in front of it, which the bench kills.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Ends the process with its parent, whose end closes the pipe. */
const withParent = "data:text/javascript,process.stdin.on('end',()=>process.exit()).resume()";

export function startUpstream() {
  const program = fileURLToPath(new URL("ours-http.js", import.meta.url));
  const child = spawn(process.execPath, ["--import", withParent, program, "1", "stateless"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("The upstream server ended.")));
    child.stdout.setEncoding("utf8").on("data", (text) => {
      const [, port] = /listening (\d+)/.exec(text) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}/mcp`);
    });
  });
}
