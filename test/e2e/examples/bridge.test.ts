/** examples/proxy/bridge.ts and examples/wire/relay.ts, which stand between a client and a server. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { exampleCommand } from "./example-process.js";
import { overTransports } from "./over-transports.js";

const wordsOf = (file: string): string[] => {
  const { command, args } = exampleCommand(file);
  return [command, ...args];
};

// A relay and a server on stdio, offered at a URL, which is offered on stdio again.
const bridge = {
  file: "proxy/bridge.ts",
  words: {
    net: [...wordsOf("wire/relay.ts"), ...wordsOf("memory/server.ts")],
    stdio: (net: URL) => [net.href],
  },
};
overTransports(bridge, (client) => {
  test("a server is reached on another transport than its own", async () => {
    await client().call("save_user_fact", { key: "tea", value: "green" });
    const { content } = await client().call("get_user_facts");
    assert.match(content?.[0]?.text ?? "", /green/);
  });

  test("the relay refuses a call, and passes the others", async () => {
    await assert.rejects(client().call("delete_user_fact", { key: "tea" }), {
      code: -32602,
      message: /delete_user_fact is not allowed here\./,
    });
  });
});

test("the relay refuses questions that break the protocol", async () => {
  const question = (messages: unknown[]): string => {
    const params = { messages, maxTokens: 10 };
    return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "sampling/createMessage", params });
  };
  const said = question([{ role: "user", content: { type: "text", text: "Hi" } }]);
  const wrong = question([{ role: "user", content: { type: "tool_result", toolUseId: "none" } }]);
  const server = `
    process.stdin.pipe(process.stderr);
    console.log(process.argv[1]);
    console.log(process.argv[2]);`;
  const [command, ...args] = wordsOf("wire/relay.ts");
  const child = spawn(command!, [...args, process.execPath, "-e", server, said, wrong]);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  await once(child.stderr, "data");
  child.stdin.end();
  const [toClient, toServer] = await output;
  assert.equal(toClient, `${said}\n`);
  assert.match(toServer, /"id":1,"error":\{"code":-32603/);
});
