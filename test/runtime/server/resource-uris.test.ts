/** A resource is found by every spelling of its URI, and listed by one that a URI may have. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpServer, UriTemplate } from "../../../runtime/index.js";
import { revisions } from "../../../runtime/protocol/revisions.js";
import { eventually } from "../../support/eventually.js";
import { Peer } from "../../support/peer.js";

test("a template matches its own expansion, whatever its literals and names hold", () => {
  const templates = [
    "file:///docs/café/{name}",
    "file:///docs/caf%C3%A9/{name}",
    "file:///docs/caf%c3%a9/{name}",
    "file:///my docs/{name}",
    "file:///100%/{name}",
    "file:///日本/{name}.テキスト",
    "file:///😀/{+name}",
    "note://{name}/é",
    "note://a?q=é{&name}",
    "note://a{?caf%C3%A9,name}",
    "note://%7Ehome/{name}",
    'note://"<>^`|/{name}',
  ];
  for (const template of templates) {
    const parsed = new UriTemplate(template);
    const uri = parsed.expand({ name: "ü x", "caf%C3%A9": "1" });
    assert.match(uri, /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/, template);
    const [raw] = parsed.match(uri)?.get("name") ?? [];
    assert.equal(raw && decodeURIComponent(raw), "ü x", `${template} ${uri}`);
  }
});

test("a template matches every spelling of a URI", () => {
  const rows: [template: string, uri: string, want: string | undefined][] = [
    ["a:/café/{x}", "a:/café/1", "1"],
    ["a:/café/{x}", "a:/caf%C3%A9/1", "1"],
    ["a:/café/{x}", "a:/caf%c3%a9/1", "1"],
    ["a:/caf%C3%A9/{x}", "a:/café/é", "é"],
    ["a:/my docs/{x}", "a:/my docs/1", "1"],
    ["a:/~me/{x}", "a:/%7Eme/1", "1"],
    ["a:/{x}/é", "a:/1/%C3%A9", "1"],
    ["a:/café/{x}", "a:/cafe/1", undefined],
    ["a:/a%2Fb/{x}", "a:/a/b/1", undefined],
    ["a:/café/{x}", "a:/caf\ud800/1", undefined],
  ];
  for (const [template, uri, want] of rows) {
    const raw = new UriTemplate(template).match(uri)?.get("x")?.[0];
    assert.equal(raw && decodeURIComponent(raw), want, `${template} ${uri}`);
  }
});

for (const revision of revisions) {
  test(`${revision}: a resource is listed with a URI that is one, and read by each spelling`, async () => {
    const server = new McpServer({ name: "s", version: "1" });
    const seen: string[] = [];
    server.resource({ uri: "note://café/ {1}", name: "c" }, (uri) => {
      seen.push(uri);
      return "c";
    });
    server.template({ uriTemplate: "file:///café/{name}", name: "f" }, ({ name }) => name);
    const peer = await Peer.connect(server, revision);
    const listed = await peer.request("resources/list");
    const encoded = "note://caf%C3%A9/%20%7B1%7D";
    const [resource] = (listed.result?.["resources"] ?? []) as { uri: string }[];
    assert.equal(resource?.uri, encoded);
    for (const uri of [encoded, encoded.toLowerCase(), "note://café/ {1}"]) {
      const { result } = await peer.malformed("resources/read", { uri });
      assert.deepEqual(result?.["contents"], [{ uri: encoded, mimeType: "text/plain", text: "c" }]);
    }
    assert.deepEqual(new Set(seen), new Set(["note://café/ {1}"]));
    const uri = "file:///caf%C3%A9/x.txt";
    const { result } = await peer.request("resources/read", { uri });
    assert.deepEqual(result?.["contents"], [{ uri, mimeType: "text/plain", text: "x.txt" }]);
  });

  test(`${revision}: a subscriber is told of a change in the spelling that it used`, async () => {
    const server = new McpServer({ name: "s", version: "1" });
    server.resource({ uri: "note://café", name: "c" }, () => "c");
    const peer = await Peer.connect(server, revision);
    const uri = "note://caf%c3%a9";
    if (revision === "2026-07-28") {
      void peer.request("subscriptions/listen", {
        notifications: { resourceSubscriptions: [uri] },
      });
      await eventually(() => peer.notifications.length > 0);
    } else await peer.request("resources/subscribe", { uri });
    const told = () =>
      peer.notifications.filter(({ method }) => method === "notifications/resources/updated");
    server.resourceUpdated("note://café");
    await eventually(() => told().length > 0);
    assert.equal(told()[0]?.params["uri"], uri);
    if (revision === "2026-07-28") return;
    await peer.malformed("resources/unsubscribe", { uri: "note://café" });
    server.resourceUpdated("note://café");
    await peer.request("ping");
    assert.equal(told().length, 1);
  });
}

test("two spellings of one URI are one resource", () => {
  const server = new McpServer({ name: "s", version: "1" });
  server.resource({ uri: "note://café", name: "a" }, () => "");
  assert.throws(
    () => server.resource({ uri: "note://caf%C3%A9", name: "b" }, () => ""),
    /There is already a resource/,
  );
});
