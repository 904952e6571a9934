import type { McpServer } from "../server/mcp-server.js";
import type { CallContext } from "../server/types/call-context.js";
import {
  changesMemory,
  inputOf,
  outputOf,
  requireSize,
  storeOf,
  withRoom,
  type MemorySettings,
  type UserArgument,
} from "./memory-tools.js";
import { requireName } from "./names.js";
import { userOf } from "./user-of.js";

type Saved = UserArgument & {
  readonly key: string;
  readonly value: string;
};

type Named = UserArgument & {
  readonly key: string;
};

const key = {
  type: "string",
  description: "What the fact is about, such as `home town`.",
};

const fact = {
  type: "object",
  properties: {
    key: { type: "string" },
    value: { type: "string" },
    saved_at: { type: "string", format: "date-time" },
  },
  required: ["key", "value", "saved_at"],
};

/** Registers the tools for facts about the user. */
export function registerFacts(server: McpServer, settings: MemorySettings): void {
  const { limits } = settings;
  server.tool(
    {
      name: "save_user_fact",
      title: "Save fact",
      description: "Saves a fact about the user in place of the one with the same key.",
      input: inputOf({ key, value: { type: "string" } }, settings),
      output: outputOf({ key: { type: "string" } }),
      annotations: changesMemory,
    },
    async (input: Saved, ctx: CallContext) => {
      const user = userOf(ctx, input.user_id);
      requireName("key", input.key);
      requireSize("value", input.value, limits.factBytes);
      const saved = {
        key: input.key,
        value: input.value,
        savedAt: new Date().toISOString(),
      };
      await withRoom(storeOf(ctx).saveFact(user, saved, limits));
      return { key: input.key };
    },
  );
  server.tool(
    {
      name: "get_user_facts",
      title: "Get facts",
      description: "Returns all facts about the user.",
      input: inputOf({}, settings),
      output: outputOf({ facts: { type: "array", items: fact } }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async (input: UserArgument, ctx: CallContext) => {
      const facts = await storeOf(ctx).facts(userOf(ctx, input.user_id));
      return {
        facts: facts.map(({ key, value, savedAt }) => ({
          key,
          value,
          saved_at: savedAt,
        })),
      };
    },
  );
  server.tool(
    {
      name: "delete_user_fact",
      title: "Delete fact",
      description: "Deletes a fact about the user.",
      input: inputOf({ key }, settings),
      output: outputOf({ deleted: { type: "boolean" } }),
      annotations: changesMemory,
    },
    async (input: Named, ctx: CallContext) => {
      const deleted = await storeOf(ctx).deleteFact(userOf(ctx, input.user_id), input.key);
      return { deleted };
    },
  );
}
