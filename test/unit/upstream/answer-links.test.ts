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

test("a link keeps percent signs, and is left out for half of a surrogate pair", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(201, { "content-type": "application/json" });
    response.end('{"path":"a%2Fb/100%","half":"x\\ud800"}');
  });
  const link = (name: string, uri: string) => ({
    name,
    status: "201",
    uri,
    args: { [name]: `$response.body#/${name}` },
  });
  const linked = operation(
    {},
    { links: [link("half", "shop://halves/{half}"), link("half", "shop://halves{?half}")] },
  );
  const files = operation(
    {},
    { links: [link("path", "shop://files/{+path}"), link("half", "shop://files/{+half}")] },
  );
  const upstream = new Upstream(api(), { baseUrl: url, env: {} });
  const contentFor = async (called: typeof linked) =>
    contentOf(await upstream.call(called, {}), () => "x:x").slice(1);
  assert.deepEqual(await contentFor(linked), []);
  assert.deepEqual(await contentFor(files), [
    { type: "resource_link", uri: "shop://files/a%252Fb/100%25", name: "path" },
  ]);
});
