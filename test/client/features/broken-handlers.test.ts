/** Handlers of the user that throw, reject or come back to the client. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientOptions } from "../../../runtime/client/client-options.js";
import { ProtocolError } from "../../../runtime/index.js";
import { said } from "../http/support/by-hand.js";
import { scripted, settle, type Script } from "./scripted-server.js";

const greets: Script = ({ method }) => (method === "tools/list" ? { tools: [] } : said("hello"));

const broken: () => unknown = () => {
  throw new Error("broken handler");
};
/** As users write it: the type of a handler lets it return anything. */
const rejecting: () => unknown = async () => {
  await settle();
  throw new Error("broken handler");
};

for (const [how, fails] of Object.entries({ throw: broken, reject: rejecting })) {
  test(`handlers that ${how} are in the log and disturb nothing`, async () => {
    const options: ClientOptions = {
      onMessage: fails,
      onProgress: fails,
      onLog: fails,
      onListChanged: fails,
      onResourceUpdated: fails,
      onClose: fails,
    };
    const server = await scripted(
      "2025-11-25",
      ({ id, method }) => {
        if (method !== "tools/call") return { tools: [] };
        server.notify("notifications/progress", { progressToken: id, progress: 1 });
        server.notify("notifications/message", { level: "error", data: 1 });
        server.notify("notifications/tools/list_changed");
        server.notify("notifications/resources/updated", { uri: "a:b" });
        return said("hello");
      },
      options,
    );
    await server.client.callTool("x", {}, { onProgress: fails });
    await server.client.close();
    await settle();
    await settle();
    for (const name of [
      "onMessage",
      "progress",
      "log",
      "listChanged",
      "resourceUpdated",
      "close",
    ]) {
      const found = server.logged.some((each) => each.includes(name));
      assert.ok(found, `${name} is not in the log: ${server.logged.join("; ")}`);
    }
  });
}

test("a handler may call the client and close it", async () => {
  const closed: unknown[] = [];
  const server = await scripted("2025-11-25", greets, {
    onListChanged: () => void server.client.listTools().then(() => server.client.close()),
    onClose: (error) => {
      closed.push(error);
      void server.client.close();
    },
  });
  server.notify("notifications/tools/list_changed");
  await settle();
  await settle();
  await Promise.all([server.client.close(), server.client.close()]);
  assert.deepEqual(closed, [undefined]);
  await assert.rejects(server.client.listTools(), /the client was closed/);
});

test("`onMessage` sees that a request is cancelled", async () => {
  const seen: string[] = [];
  const silent: Script = ({ method }) => (method === "tools/list" ? { tools: [] } : undefined);
  const { client } = await scripted("2025-11-25", silent, {
    onMessage: ({ from, text }) => {
      if (from === "client") seen.push(text);
    },
  });
  await assert.rejects(client.callTool("x", {}, { timeoutMs: 20 }), /within 20 ms/);
  assert.match(seen.at(-1) ?? "", /notifications\/cancelled/);
  await client.close();
});

test("a handler that refuses is not taken for a fault of the server", async () => {
  const refusal = new ProtocolError(-1, "The user rejected it.");
  const refuse = (): never => {
    throw refusal;
  };
  const messages = [{ role: "user", content: { type: "text", text: "Hi" } }];
  const params = { messages, maxTokens: 1 };
  const modern = await scripted(
    "2026-07-28",
    ({ method }) =>
      method === "tools/list"
        ? { tools: [] }
        : {
            resultType: "input_required",
            inputRequests: { q: { method: "sampling/createMessage", params } },
          },
    { sampling: refuse },
  );
  await assert.rejects(modern.client.callTool("x"), (error) => error === refusal);
  await modern.client.close();
  const older = await scripted("2025-06-18", greets, { sampling: refuse });
  older.send({ id: "q", method: "sampling/createMessage", params });
  await settle();
  assert.deepEqual(JSON.parse(older.texts.at(-1) ?? ""), {
    jsonrpc: "2.0",
    id: "q",
    error: { code: -1, message: "The user rejected it." },
  });
  await older.client.close();
});
