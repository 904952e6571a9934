/** One handler in every revision with client input, through a whole server, in memory and over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  McpServer,
  serveHttp,
  serveTransport,
  type Revision,
  elicit,
  inputRequired,
  readInput,
} from "../../../runtime/index.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { wireMemory } from "../../support/wire/channels.js";
import type { WireMessage, WireOptions } from "../../support/wire/client.js";
import { wireHttp } from "../../support/wire/http.js";

interface Reply {
  readonly result?: WireMessage["result"];
  readonly error?: WireMessage["error"];
}

interface Client {
  request(method: string, params: JsonObject): Promise<Reply>;
  close(): Promise<unknown>;
}

const name = {
  message: "Your name?",
  requestedSchema: {
    type: "object" as const,
    properties: { name: { type: "string" as const } },
    required: ["name"],
  },
};
const text = (words: string) => ({ type: "text" as const, text: words });
const greeting = {
  messages: [{ role: "user" as const, content: text("Greet!") }],
  maxTokens: 10,
};
const capabilities = { elicitation: {}, sampling: {}, roots: {} };
const answers = {
  "elicitation/create": () => ({ action: "accept", content: { name: "Ann" } }),
  "sampling/createMessage": () => ({ role: "assistant", content: text("Hi"), model: "m" }),
  "roots/list": () => ({ roots: [{ uri: "file:///home" }] }),
};

interface Counts {
  charged: number;
}

function inputServer(counts: Counts): McpServer {
  const server = new McpServer({ name: "asking", version: "1" });
  server.tool({ name: "buy" }, async (_input, ctx) => {
    const { action, content } = await ctx.elicit(name);
    if (action !== "accept") return `${action}: nothing bought`;
    const receipt = await ctx.once("charge", () => ++counts.charged);
    const { model } = await ctx.sample(greeting);
    return { name: content?.["name"], receipt, model };
  });
  server.tool({ name: "three" }, async (_input, ctx) => {
    const [user, greeted, folders] = await Promise.all([
      ctx.elicit(name),
      ctx.sample(greeting),
      ctx.listRoots(),
    ]);
    return { user: user.content, said: greeted.content, folders };
  });
  server.tool({ name: "rounds" }, (_input, ctx) => {
    const request = elicit(name);
    const answer = readInput(request, ctx.inputResponses?.["who"]);
    if (!answer) return inputRequired({ inputRequests: { who: request }, state: "asked" });
    return `${String(answer.content?.["name"])} was ${String(ctx.requestState)}`;
  });
  server.tool({ name: "demanding", requires: { elicitation: { url: {} } } }, () => "never");
  server.prompt({ name: "greet" }, async (_args, ctx) => {
    const { content } = await ctx.elicit(name);
    return `Greet ${String(content?.["name"])}.`;
  });
  server.resource({ uri: "test://name", name: "name" }, async (_uri, ctx) => {
    const { content } = await ctx.elicit(name);
    return String(content?.["name"]);
  });
  return server;
}

/** Repeats the call with answers, as a client does. */
async function complete(client: Client, method: string, params: JsonObject): Promise<Reply> {
  let more: JsonObject = {};
  for (let round = 0; round < 10; round++) {
    const reply = await client.request(method, { ...params, ...more });
    const { result } = reply;
    if (result?.["resultType"] !== "input_required") return reply;
    const asked = (result["inputRequests"] ?? {}) as Record<
      string,
      { method: keyof typeof answers }
    >;
    const given = Object.entries(asked).map(([key, each]) => [key, answers[each.method]()]);
    const { requestState } = result;
    more = {
      inputResponses: Object.fromEntries(given) as JsonObject,
      ...(requestState !== undefined && { requestState }),
    };
  }
  throw new Error("The call never ends.");
}

const places = {
  async channel(server: McpServer, options: WireOptions): Promise<Client> {
    return wireMemory((transport) => serveTransport(server, transport), options);
  },
  async HTTP(server: McpServer, options: WireOptions): Promise<Client> {
    const http = await serveHttp(server, { port: 0 });
    const client = await wireHttp(http.url, options);
    return { request: (...args) => client.request(...args), close: () => http.close() };
  },
};

async function withClient(
  place: keyof typeof places,
  options: WireOptions,
  use: (client: Client, counts: Counts) => Promise<void>,
): Promise<void> {
  const counts = { charged: 0 };
  const client = await places[place](inputServer(counts), options);
  try {
    await use(client, counts);
  } finally {
    await client.close();
  }
}

for (const place of ["channel", "HTTP"] as const) {
  for (const revision of ["2025-06-18", "2025-11-25", "2026-07-28"] as const satisfies Revision[]) {
    const options = { revision, capabilities, answers };
    const title = `at ${revision}, ${place}:`;

    test(`${title} a tool asks the user, charges once and asks the model`, async () => {
      await withClient(place, options, async (client, counts) => {
        const reply = await complete(client, "tools/call", { name: "buy", arguments: {} });
        const want = { name: "Ann", receipt: 1, model: "m" };
        assert.deepEqual(structured(reply), want);
        assert.equal(counts.charged, 1);
      });
    });

    test(`${title} a tool asks three things at once`, async () => {
      await withClient(place, options, async (client) => {
        const reply = await complete(client, "tools/call", { name: "three", arguments: {} });
        assert.deepEqual(structured(reply), {
          user: { name: "Ann" },
          said: [text("Hi")],
          folders: [{ uri: "file:///home" }],
        });
      });
    });

    test(`${title} a tool goes through the rounds itself`, async () => {
      await withClient(place, options, async (client) => {
        const reply = await complete(client, "tools/call", { name: "rounds", arguments: {} });
        assert.deepEqual(reply.result?.["content"], [text("Ann was asked")]);
      });
    });

    test(`${title} prompts and resources ask, too`, async () => {
      await withClient(place, options, async (client) => {
        const prompt = await complete(client, "prompts/get", { name: "greet" });
        assert.match(JSON.stringify(prompt.result?.["messages"]), /Greet Ann\./);
        const resource = await complete(client, "resources/read", { uri: "test://name" });
        assert.match(JSON.stringify(resource.result?.["contents"]), /"Ann"/);
      });
    });

    test(`${title} a client without client input gets an error`, async () => {
      const unable = { ...options, capabilities: {} };
      await withClient(place, unable, async (client) => {
        for (const [tool, part] of [
          ["buy", "form"],
          ["demanding", "url"],
        ] as const) {
          const params = { name: tool, arguments: {} };
          const { result, error } = await client.request("tools/call", params);
          if (revision === "2026-07-28") {
            assert.equal(error?.code, -32021);
            const requiredCapabilities = { elicitation: { [part]: {} } };
            assert.deepEqual(error?.data, { requiredCapabilities });
          } else {
            assert.equal(result?.["isError"], true);
            assert.match(JSON.stringify(result), new RegExp(`elicitation\\.${part}`));
          }
        }
      });
    });
  }
}

test("a state that was tampered with is an error, and so is one for another tool", async () => {
  const options = { revision: "2026-07-28" as const, capabilities };
  await withClient("HTTP", options, async (client) => {
    const params = { name: "buy", arguments: {} };
    const { result } = await client.request("tools/call", params);
    const requestState = result?.["requestState"] as string;
    const tampered = { ...params, requestState: `${requestState}-TAMPERED` };
    assert.equal((await client.request("tools/call", tampered)).error?.code, -32602);
    const other = { name: "three", arguments: {}, requestState };
    assert.equal((await client.request("tools/call", other)).error?.code, -32602);
  });
});

test("a session's user may decline", async () => {
  const options = {
    revision: "2025-11-25" as const,
    capabilities,
    answers: { ...answers, "elicitation/create": () => ({ action: "decline" }) },
  };
  for (const place of ["channel", "HTTP"] as const) {
    await withClient(place, options, async (client, counts) => {
      const { result } = await client.request("tools/call", { name: "buy", arguments: {} });
      assert.deepEqual(result?.["content"], [text("decline: nothing bought")]);
      assert.equal(counts.charged, 0);
    });
  }
});

test("a session's client that knows no forms although it says so fails the call, visibly", async () => {
  const options = { revision: "2025-11-25" as const, capabilities };
  await withClient("channel", options, async (client) => {
    const { result } = await client.request("tools/call", { name: "buy", arguments: {} });
    assert.equal(result?.["isError"], true);
    assert.match(JSON.stringify(result), /No answer to elicitation\/create/);
  });
});

function structured({ result, error }: Reply): unknown {
  assert.ok(result, JSON.stringify(error));
  const [content] = result["content"] as { text: string }[];
  return JSON.parse(content?.text ?? "null");
}
