/** A port to which no connection can be made, and that does not refuse any either. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";

const program = `
  const server = require("node:net").createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    process.stdout.write(server.address().port + "\\n", () => process.kill(process.pid, "SIGSTOP"));
  });`;

export interface DeafServer extends AsyncDisposable {
  readonly port: number;
}

/** Starts a process that listens, stops it, and fills its queue, so that the system drops further attempts. */
export async function deafServer(): Promise<DeafServer> {
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const port = Number(line);
  const others = Array.from({ length: 6 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  await Promise.all(others.slice(0, 2).map((socket) => once(socket, "connect")));
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of others) socket.destroy();
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
