/**
 * Stands between a client and a server on stdio, and refuses what neither should see: calls of tools whose names begin with
 * `delete_`, and questions to the client's model that break the protocol.
 *
 *     node --import tsx relay.ts npx -y some-server
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import {
  buildErrorResponse,
  checkSamplingMessages,
  errorCodes,
  parseMessage,
  ProtocolError,
  type JsonRpcMessage,
} from "mcp-codegen/runtime";

/** Passes the messages of one side on to the other. What `check` refuses is answered instead. */
async function relay(
  from: Readable,
  to: Writable,
  back: Writable,
  check: (message: JsonRpcMessage) => void,
): Promise<void> {
  for await (const line of createInterface({ input: from })) {
    let id: string | number | undefined;
    try {
      const message = parseMessage(line);
      if (message.kind === "request") id = message.id;
      check(message);
      to.write(`${line}\n`);
    } catch (error) {
      back.write(`${JSON.stringify(buildErrorResponse(id, error))}\n`);
    }
  }
  to.end();
}

function checkCall(message: JsonRpcMessage): void {
  if (message.kind !== "request" || message.method !== "tools/call") return;
  const name = String(message.params["name"]);
  if (name.startsWith("delete_")) {
    throw new ProtocolError(errorCodes.invalidParams, `${name} is not allowed here.`);
  }
}

function checkQuestion(message: JsonRpcMessage): void {
  if (message.kind !== "request" || message.method !== "sampling/createMessage") return;
  checkSamplingMessages(message.params["messages"] as unknown[]);
}

const [command = "", ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
server.once("error", ({ message }) => {
  console.error(message);
  process.exit(1);
});
void relay(process.stdin, server.stdin, process.stdout, checkCall);
void relay(server.stdout, process.stdout, server.stdin, checkQuestion);
