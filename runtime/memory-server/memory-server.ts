import { defined } from "../protocol/defined.js";
import { McpServer } from "../server/mcp-server.js";
import { requireCount } from "./count.js";
import { registerConversations } from "./conversations.js";
import { registerFacts } from "./facts.js";
import type { MemoryServerOptions } from "./memory-options.js";
import type { MemoryLimits, MemoryStore } from "./memory-store.js";
import { ProcessStore } from "./process-store.js";

const defaultLimits: MemoryLimits = {
  users: 10_000,
  conversations: 1_000,
  conversationBytes: 1024 * 1024,
  facts: 1_000,
  factBytes: 16 * 1024,
};

const instructions =
  "Keeps conversations, and facts about the user, beyond one session. Look up the facts before you ask the user something again.";

/**
 * Makes a server that remembers.
 *
 * @throws TypeError for options that can't be used; Error if `file` needs SQLite and there is none
 */
export async function newMemoryServer(options: MemoryServerOptions): Promise<McpServer> {
  const {
    file,
    store,
    userArgument = false,
    memoryLimits: given = {},
    facts,
    ...serverOptions
  } = options;
  if (file !== undefined && store) throw new TypeError("Give either file or store, not both.");
  const limits: MemoryLimits = { ...defaultLimits, ...defined(given) };
  for (const [name, value] of Object.entries(limits)) requireCount(`memoryLimits.${name}`, value);
  const open = await opener(file, store);
  const server = new McpServer(
    { name: "memory", version: "1.0.0", instructions, ...facts },
    {
      ...serverOptions,
      async *lifespan() {
        const opened = await open();
        try {
          yield opened;
        } finally {
          if (opened !== store) await opened.close();
        }
      },
    },
  );
  const settings = { limits, userArgument };
  registerConversations(server, settings);
  registerFacts(server, settings);
  return server;
}

/** Returns what opens the store when the server starts: it may be mounted, and start again. */
async function opener(
  file: string | undefined,
  store: MemoryStore | undefined,
): Promise<() => Promise<MemoryStore>> {
  if (store) return async () => store;
  if (file === undefined) return async () => new ProcessStore();
  const [{ loadDriver }, { openSqliteStore }] = await Promise.all([
    import("./sqlite/sqlite-driver.js"),
    import("./sqlite/sqlite-store.js"),
  ]);
  await loadDriver();
  return () => openSqliteStore(file);
}
