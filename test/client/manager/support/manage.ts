import type { HttpClientOptions } from "../../../../runtime/client/client-options.js";
import type {
  ManagerOptions,
  OpenConnection,
  ServerAddress,
  ServerEntries,
} from "../../../../runtime/client/manager/manager-model.js";
import { McpClientManager } from "../../../../runtime/client/manager/mcp-client-manager.js";
import type { LogEntry } from "../../../../runtime/protocol/log-entry.js";
import type { FakeClient } from "./fake-client.js";

/** A manager whose addresses lead to fakes. */
export interface Managed {
  readonly manager: McpClientManager;
  readonly logged: LogEntry[];
  /** What was opened, with the options. */
  readonly opened: { readonly target: ServerAddress; readonly options: HttpClientOptions }[];
}

/** Makes a manager whose targets are texts: each is opened by the function of that name. */
export function manage(
  servers: Readonly<Record<string, () => FakeClient | Promise<FakeClient>>>,
  options: ManagerOptions = {},
  entries: ServerEntries = Object.fromEntries(Object.keys(servers).map((name) => [name, name])),
): Managed {
  const logged: LogEntry[] = [];
  const opened: Managed["opened"] = [];
  const open: OpenConnection = async (target, given) => {
    opened.push({ target, options: given });
    const make = servers[target as string];
    if (!make) throw new Error(`Nothing answers at ${String(target)}.`);
    return (await make()).client;
  };
  const log = (entry: LogEntry): void => void logged.push(entry);
  return { manager: new McpClientManager(entries, { log, ...options }, open), logged, opened };
}
