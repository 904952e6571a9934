/** Servers over HTTP that refuse, hang, or say what no server may say; the rest is in test/client/http/. */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createServer } from "node:net";
import { test } from "node:test";
import type { ClientAuthorization } from "../../../runtime/client/client-options.js";
import type { McpClient } from "../../../runtime/client/client.js";
import {
  connect,
  McpAnswerError,
  McpAuthorizationError,
  McpClientError,
  McpConnectionError,
  McpTimeoutError,
} from "../../../runtime/index.js";
import { defined } from "../../../runtime/protocol/defined.js";
import { watchLeaks } from "../../support/client/leaks.js";
import {
  beginStream,
  event,
  reply,
  said,
  serveLegacy,
  serveModern,
  type Answer,
  type Message,
} from "../http/support/by-hand.js";
import { textOf } from "../../support/text-of.js";

/** Runs a test with a server of either era, and checks that nothing is left when both have closed. */
function fault(
  title: string,
  answer: () => Answer,
  work: (client: McpClient, revision: string) => Promise<void>,
  authorization?: () => ClientAuthorization,
): void {
  for (const [revision, serve] of [
    ["2026-07-28", serveModern],
    ["2025-11-25", serveLegacy],
  ] as const) {
    test(`${title}; ${revision}`, async () => {
      const nothingLeft = watchLeaks();
      const server = await serve(answer());
      const client = await connect(server.url, {
        ...defined({ authorization: authorization?.() }),
      });
      assert.equal(client.protocolVersion, revision);
      await work(client, revision);
      await client.close();
      await server[Symbol.asyncDispose]();
      await nothingLeft();
    });
  }
}

async function stillAnswers(client: McpClient): Promise<void> {
  assert.equal(textOf(await client.callTool("echo")), "still");
}

/** Answers the tool `echo`, and what else it is given. */
function andEcho(
  others: (tool: string, response: ServerResponse, message: Message) => void,
): Answer {
  return ({ message }, response) => {
    const tool = String(message.params?.["name"]);
    if (tool === "echo") reply(response, message, said("still"));
    else others(tool, response, message);
  };
}

const challenge = { "www-authenticate": 'Bearer error="invalid_token"' };

for (const status of [401, 403]) {
  fault(
    `${status} in the middle of a session is an authorization error, and the session goes on`,
    () => andEcho((_tool, response) => void response.writeHead(status, challenge).end("no")),
    async (client) => {
      await assert.rejects(client.callTool("refused"), (error) => {
        assert.ok(error instanceof McpAuthorizationError);
        assert.equal(error.code, status);
        return true;
      });
      await stillAnswers(client);
    },
  );

  let token = "";
  fault(
    `${status} in the middle of a session gets another token, and the call is repeated`,
    () => {
      token = "old";
      return ({ headers, message }, response) => {
        if (headers.authorization === "Bearer new") return reply(response, message, said("done"));
        return response.writeHead(status, challenge).end();
      };
    },
    async (client) => {
      assert.equal(textOf(await client.callTool("guarded")), "done");
    },
    () => ({
      headersFor: () => ({ authorization: `Bearer ${token}` }),
      refused: (_request, refusal) => {
        assert.equal(refusal.status, status);
        assert.match(refusal.header("www-authenticate") ?? "", /invalid_token/);
        token = "new";
        return Promise.resolve(true);
      },
    }),
  );
}

fault(
  "answers of the wrong shape fail their call only",
  () =>
    andEcho((tool, response, { id }) => {
      const bodies: Record<string, unknown> = {
        text: "text",
        list: [],
        nothing: {},
        "no version": { id, result: {} },
        "result of text": { jsonrpc: "2.0", id, result: "text" },
        "error of text": { jsonrpc: "2.0", id, error: "text" },
        neither: { jsonrpc: "2.0", id },
        "unknown id": { jsonrpc: "2.0", id: 4711, result: said("x") },
        "content of text": { jsonrpc: "2.0", id, result: { content: "text" } },
      };
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify(bodies[tool] ?? null));
    }),
  async (client) => {
    const tools = ["text", "list", "nothing", "no version", "result of text", "error of text"];
    for (const tool of [...tools, "neither", "unknown id", "content of text", "null"]) {
      const call = client.callTool(tool, {}, { timeoutMs: 5_000 });
      await assert.rejects(call, (error) => {
        assert.ok(error instanceof McpClientError, `${tool}: ${String(error)}`);
        assert.ok(!(error instanceof McpTimeoutError), `${tool} was waited for`);
        return true;
      });
      await stillAnswers(client);
    }
  },
);

fault(
  "an answer nested too deep fails its call only",
  () =>
    andEcho((_tool, response, { id }) => {
      const deep = "[".repeat(100_000) + "]".repeat(100_000);
      response
        .setHeader("content-type", "application/json")
        .end(`{"jsonrpc":"2.0","id":${id},"result":{"structuredContent":${deep}}}`);
    }),
  async (client) => {
    await assert.rejects(client.callTool("deep"), McpAnswerError);
    await stillAnswers(client);
  },
);

fault(
  "of two answers in one stream the first counts",
  () =>
    andEcho((_tool, response, { id }) => {
      beginStream(response);
      response.write(event({ id, result: said("first") }));
      response.end(event({ id, result: said("second") }));
    }),
  async (client) => {
    assert.equal(textOf(await client.callTool("twice")), "first");
    await stillAnswers(client);
  },
);

const count = 20_000;
fault(
  `${count} notifications before an answer hold up neither it nor others`,
  () =>
    andEcho((_tool, response, { id }) => {
      beginStream(response);
      const note = event({ method: "notifications/message", params: { level: "info", data: 1 } });
      response.write(note.repeat(count));
      response.end(event({ id, result: said("after") }));
    }),
  async (client) => {
    let heard = 0;
    client.on("log", () => (heard += 1));
    assert.equal(textOf(await client.callTool("notes")), "after");
    assert.equal(heard, count);
    await stillAnswers(client);
  },
);

fault(
  "a server that dies in a call fails the call, and is found again when it is back",
  () => andEcho((_tool, response) => void response.socket?.destroy()),
  async (client) => {
    await assert.rejects(client.callTool("die"), McpConnectionError);
    await stillAnswers(client);
  },
);

test("a server that accepts connections and never answers ends in a timeout of the start", async () => {
  const nothingLeft = watchLeaks();
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    // Half-open: nothing is read, so that nothing is acknowledged beyond the buffers of the system.
    socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  await assert.rejects(
    connect(`http://127.0.0.1:${port}/mcp`, { startTimeoutMs: 600, retries: 0 }),
    McpTimeoutError,
  );
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  await nothingLeft();
});
