/** The wire clients against a real server, in every revision and over each transport. */
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { after, before, test } from "node:test";
import {
  serveHttp,
  serveStdio,
  serveTransport,
  type HttpServer,
  revisions,
} from "../../../runtime/index.js";
import { textOf } from "../../support/text-of.js";
import { wireMemory, wireStdio } from "../../support/wire/channels.js";
import { wireHttp } from "../../support/wire/http.js";
import { BusyZoo, withApi } from "../../support/servers/zoo-server.js";

const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));
const zoo = new BusyZoo(options);
let http: HttpServer;

before(async () => {
  http = await serveHttp(zoo, { port: 0 });
});

after(() => http.close());

const call = { name: "progress" };
const withToken = { meta: { progressToken: "p" } };
for (const revision of revisions) {
  test(`${revision}: over a channel`, async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    void serveStdio(zoo, { input, output }).then(() => output.end());
    for (const client of [
      await wireMemory((transport) => serveTransport(zoo, transport), { revision }),
      await wireStdio({ input, output }, { revision }),
    ]) {
      assert.ok((await client.request("tools/list")).result);
      assert.equal(textOf((await client.request("tools/call", call, withToken)).result), "done");
      assert.equal(client.notifications("notifications/progress").length, 3);
      const wrong = await client.request("tools/frobnicate", {}, { malformed: true });
      assert.equal(wrong.error?.code, -32601);
      await client.close();
    }
  });

  test(`${revision}: over HTTP`, async () => {
    const client = await wireHttp(http.url, { revision });
    assert.ok((await client.request("tools/list")).result);
    const reply = await client.request("tools/call", call, withToken);
    assert.equal(textOf(reply.result), "done");
    const progress = reply.notifications.filter(
      ({ method }) => method === "notifications/progress",
    );
    assert.equal(progress.length, 3);
    const wrong = await client.request("tools/frobnicate", {}, { malformed: true });
    assert.equal(wrong.status, revision === "2026-07-28" ? 404 : 200);
    assert.equal(wrong.error?.code, -32601);
  });
}
