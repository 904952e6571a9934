/** JSON answers over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sendReply } from "../../../runtime/transports/http/answers.js";
import type { Content, Outlet } from "../../../runtime/transports/http/exchange.js";

test("a response in parts is sent without being joined to a text", () => {
  const sent: (Content | undefined)[] = [];
  const outlet = {
    send: (_status: number, _fields: object, body?: Content) => sent.push(body),
  } as unknown as Outlet;
  const parts = ['{"jsonrpc":"2.0",', '"id":1,"result":{}}'];
  const reply = {
    get text(): string {
      throw new Error("It was joined.");
    },
    parts,
  };
  sendReply(outlet, 200, {}, reply);
  sendReply(outlet, 200, {}, { text: "{}" });
  assert.deepEqual(sent, [parts, "{}"]);
});
