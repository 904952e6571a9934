/** Digits of integers in links. The golden case `links` covers the rest. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { contentOf } from "../../../runtime/server/results/content.js";
import { Upstream } from "../../../runtime/upstream/upstream.js";
import { api, operation, record } from "./support.js";

test("a link keeps all digits of an integer", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"id":9007199254740993}');
  });
  const args = { id: "$response.body#/id", text: "no. {$response.body#/id}" };
  const linked = operation(
    {},
    {
      links: [
        { name: "order", status: "200", uri: "shop://orders/{id}", args },
        { name: "cancel", status: "200", tool: "cancelOrder", args },
      ],
    },
  );
  const answer = await new Upstream(api(), { baseUrl: url, env: {} }).call(linked, {});
  assert.deepEqual(contentOf(answer, () => "x:x").slice(1), [
    { type: "resource_link", uri: "shop://orders/9007199254740993", name: "order" },
    {
      type: "text",
      text: '(cancel: call cancelOrder with {"id":9007199254740993,"text":"no. 9007199254740993"})',
    },
  ]);
});
