/** Starts the scripted server on stdio, and tells what it received. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientOptions, StdioServer } from "../../../runtime/client/client-options.js";
import type { McpClient } from "../../../runtime/client/client.js";
import type { LogEntry } from "../../../runtime/protocol/log-entry.js";
import { connectStdio } from "../../../runtime/compose/connect-stdio.js";
import { cleanUp } from "../clean-up.js";

const program = fileURLToPath(new URL("scripted-server.mjs", import.meta.url));

export interface Scripted {
  readonly server: StdioServer;
  /** Entries of the client's log. */
  readonly log: readonly LogEntry[];
  connect(options?: ClientOptions): Promise<McpClient>;
  /** What the server received, with a line for each start. */
  received(): readonly string[];
  starts(): number;
}

/** @param faults see scripted-server.mjs */
export function scripted(...faults: readonly string[]): Scripted {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-scripted-"));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "log");
  const server = { command: process.execPath, args: [program, file, ...faults] };
  const log: LogEntry[] = [];
  const received = (): readonly string[] =>
    existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return {
    server,
    log,
    received,
    starts: () => received().filter((line) => line.startsWith("start ")).length,
    async connect(options = {}) {
      const client = await connectStdio(server, { log: (entry) => log.push(entry), ...options });
      cleanUp.push(() => client.close());
      return client;
    },
  };
}

/** Calls a tool and returns the text of its result. */
export async function textOf(
  client: McpClient,
  tool: string,
  args: Readonly<Record<string, string | number>> = {},
): Promise<string> {
  const { content } = await client.callTool(tool, args);
  const [first] = content;
  return first?.type === "text" ? first.text : JSON.stringify(content);
}
