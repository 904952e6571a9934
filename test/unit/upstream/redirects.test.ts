/** Redirects of the API. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { messageOf, operation, record, upstream } from "./support.js";

test("redirects on the same origin are followed as HTTP defines", async (t) => {
  for (const [status, method, want] of [
    [302, "GET", "GET"],
    [303, "POST", "GET"],
    [301, "POST", "GET"],
    [307, "POST", "POST"],
    [308, "PUT", "PUT"],
    [302, "DELETE", "DELETE"],
  ] as const) {
    const { url, seen } = await record(t, (one, response) => {
      if (one.target === "/x") response.writeHead(status, { location: "/y?z#f" }).end();
      else response.end("there");
    });
    const body = { type: "application/json", fields: ["a"] };
    const answer = await upstream(url).call(operation({ method, body }), { a: 1 });
    assert.equal(answer.kind, "text");
    const [, second] = seen;
    assert.equal(`${second!.method} ${second!.target}`, `${want} /y?z`);
    const kept = want === method;
    assert.equal(second!.body, kept ? '{"a":1}' : "");
    assert.equal(second!.headers["content-type"], kept ? "application/json" : undefined);
  }
});

test("a redirect to another origin is refused with its target", async (t) => {
  const other = await record(t);
  const { url } = await record(t, (_, response) => {
    response.writeHead(302, { location: `${other.url}/steal?k=1` }).end();
  });
  const message = await messageOf(() => upstream(url).call(operation({}), {}));
  assert.ok(message.includes(`${other.url}/steal; redirects to another origin are not followed`));
  assert.equal(other.seen.length, 0);
});

test("endless redirects are refused", async (t) => {
  const { url, seen } = await record(t, (_, response) => {
    response.writeHead(302, { location: "/x" }).end();
  });
  assert.match(await messageOf(() => upstream(url).call(operation({}), {})), /more than 5 times/);
  assert.equal(seen.length, 6);
});
