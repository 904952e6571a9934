import { defined } from "../protocol/defined.js";
import { jsonText } from "../protocol/exact-json.js";
import type { McpServer } from "../server/mcp-server.js";
import { ResourceNotFound } from "../server/registry/resource-not-found.js";
import type { CallContext } from "../server/types/call-context.js";
import type { ConversationFacts, RememberedMessage } from "./memory-store.js";
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
import { userOf, userProperty } from "./user-of.js";

/** The list of conversations. */
const indexUri = "memory://conversations";

const mimeType = "application/json";

/** Returns the URI of the list of conversations, of a named user if there is one. */
function listUri(user: string | undefined): string {
  return user === undefined ? indexUri : `${indexUri}?user_id=${encodeURIComponent(user)}`;
}

/** Returns the URI of a conversation, of a named user if there is one. */
function conversationUri(id: string, user: string | undefined): string {
  return listUri(user).replace(indexUri, () => `${indexUri}/${encodeURIComponent(id)}`);
}

type Saved = UserArgument & {
  readonly id: string;
  readonly messages: readonly RememberedMessage[];
  readonly title?: string;
};

type Named = UserArgument & {
  readonly id: string;
};

const id = {
  type: "string",
  description: "Id of the conversation, of your choice.",
};

const messages = {
  type: "array",
  description: "All messages, the oldest first.",
  items: {
    type: "object",
    properties: { role: { type: "string" }, content: {} },
    required: ["role", "content"],
  },
};

/** Registers the tools and resources for conversations. */
export function registerConversations(server: McpServer, settings: MemorySettings): void {
  registerTools(server, settings);
  registerResources(server, settings);
}

function registerTools(server: McpServer, settings: MemorySettings): void {
  const { limits } = settings;
  const changed = ({ id, user_id }: Named, ctx: CallContext): void => {
    server.resourceUpdated(conversationUri(id, user_id), ctx);
    server.resourceUpdated(listUri(user_id), ctx);
  };
  server.tool(
    {
      name: "save_conversation",
      title: "Save conversation",
      description: "Saves a conversation in place of the one with the same id.",
      input: inputOf({ id, messages }, settings, { title: { type: "string" } }),
      output: outputOf({
        uri: { type: "string" },
        messages: { type: "integer" },
      }),
      annotations: changesMemory,
    },
    async (input: Saved, ctx: CallContext) => {
      const user = userOf(ctx, input.user_id);
      requireName("id", input.id);
      if (input.title !== undefined) requireName("title", input.title);
      const text = jsonText(input.messages) ?? "[]";
      requireSize("The messages", text, limits.conversationBytes);
      const count = input.messages.length;
      const facts = { id: input.id, count, savedAt: new Date().toISOString() };
      const conversation = {
        ...facts,
        messages: text,
        ...defined({ title: input.title }),
      };
      await withRoom(storeOf(ctx).saveConversation(user, conversation, limits));
      changed(input, ctx);
      return { uri: conversationUri(input.id, input.user_id), messages: count };
    },
  );
  server.tool(
    {
      name: "delete_conversation",
      title: "Delete conversation",
      description: "Deletes a saved conversation.",
      input: inputOf({ id }, settings),
      output: outputOf({ deleted: { type: "boolean" } }),
      annotations: changesMemory,
    },
    async (input: Named, ctx: CallContext) => {
      const deleted = await storeOf(ctx).deleteConversation(userOf(ctx, input.user_id), input.id);
      if (deleted) changed(input, ctx);
      return { deleted };
    },
  );
}

function registerResources(server: McpServer, { userArgument }: MemorySettings): void {
  server.resource(
    {
      uri: indexUri,
      name: "conversations",
      description: "The saved conversations, the latest first.",
      mimeType,
    },
    async (_uri, ctx) => {
      const all = await storeOf(ctx).conversations(userOf(ctx));
      return contents(indexUri, JSON.stringify(all.map((each) => listed(each, undefined))));
    },
  );
  // Only callers who name users in calls of tools can name them here.
  const query = userArgument ? "{?user_id}" : "";
  if (userArgument) {
    server.template(
      {
        uriTemplate: indexUri + query,
        name: "conversations of a user",
        mimeType,
      },
      async ({ user_id }: UserArgument, ctx: CallContext, uri: string) => {
        const all = await storeOf(ctx).conversations(userOf(ctx, user_id));
        return contents(uri, JSON.stringify(all.map((each) => listed(each, user_id))));
      },
    );
  }
  server.template(
    {
      uriTemplate: `${indexUri}/{id}${query}`,
      name: "conversation",
      description: "A saved conversation with its messages.",
      mimeType,
      input: {
        type: "object",
        properties: {
          id: { type: "string" },
          ...(userArgument ? userProperty : {}),
        },
      },
      complete: { id: async (start, _others, ctx) => idsFrom(start, ctx) },
    },
    async (variables: Named, ctx: CallContext, uri: string) => {
      const user = userOf(ctx, variables.user_id);
      const found = await storeOf(ctx).conversation(user, variables.id);
      if (!found) throw new ResourceNotFound();
      // The messages stay as they were written, with all digits.
      const facts = JSON.stringify(listed(found, variables.user_id));
      return contents(uri, `${facts.slice(0, -1)},"messages":${found.messages}}`);
    },
  );
}

function listed(
  { id, title, count, savedAt }: ConversationFacts,
  user: string | undefined,
): object {
  const uri = conversationUri(id, user);
  return {
    id,
    ...defined({ title }),
    uri,
    message_count: count,
    saved_at: savedAt,
  };
}

async function idsFrom(start: string, ctx: CallContext): Promise<readonly string[]> {
  const all = await storeOf(ctx).conversations(userOf(ctx));
  return all.map((each) => encodeURIComponent(each.id)).filter((each) => each.startsWith(start));
}

function contents(uri: string, text: string): object {
  return { contents: [{ uri, mimeType, text }] };
}
