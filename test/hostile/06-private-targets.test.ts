/** Which addresses a document can make the generator and a server call. */
import assert from "node:assert/strict";
import { after, before, describe, mock, test } from "node:test";
import {
  classOfAddress,
  classOfHost,
  mayReach,
  type AddressClass,
  type Reach,
} from "../../runtime/contract/addresses.js";
import type { Api } from "../../runtime/contract/api.js";
import type { UpstreamOptions } from "../../runtime/upstream/upstream-options.js";
import { Upstream } from "../../runtime/upstream/upstream.js";
import { stop } from "../support/loopback.js";
import { recordRequests } from "../support/recorder.js";
import { api, operation, record } from "../unit/upstream/support.js";
import { mockLookups, names } from "./lookups.js";

before(mockLookups);
after(() => mock.restoreAll());

const classes: Readonly<Record<AddressClass, readonly string[]>> = {
  public: [
    "93.184.216.34",
    "1.1.1.1",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "64:ff9b::101:101",
    "2002:101:101::1",
  ],
  loopback: [
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "0.1.2.3",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "::ffff:0:127.0.0.1",
    "2001:db9::5efe:127.0.0.1",
  ],
  private: [
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "100.127.255.255",
    "198.18.0.1",
    "192.0.2.1",
    "fc00::1",
    "fd12:3456::1",
    "fec0::1",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "2002:a00:1::1",
    "2001:0:1::1",
    "2001:db8::1",
  ],
  "link-local": [
    "169.254.169.254",
    "169.254.0.1",
    "fe80::1",
    "fe80::1%eth0",
    "febf::1",
    "fd00:ec2::254",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "100.100.100.200",
    "168.63.129.16",
  ],
  multicast: [
    "224.0.0.1",
    "239.1.2.3",
    "255.255.255.255",
    "240.0.0.1",
    "ff02::1",
    "not an address",
    "1:2:3",
    "1::2::3",
  ],
};

test("each form of an address has its class", () => {
  for (const [want, addresses] of Object.entries(classes)) {
    for (const address of addresses) assert.equal(classOfAddress(address), want, address);
  }
});

test("numeric and local forms of hosts have the class of their address", () => {
  for (const host of [
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.1",
    "0x7f.1",
    "0",
    "localhost",
    "localhost.",
    "LOCALHOST",
    "a.localhost",
    "a.localhost.",
    "[::1]",
    "[::ffff:7f00:1]",
    "127.0.0.1.",
    "①②⑦.0.0.1",
  ]) {
    assert.equal(classOfHost(new URL(`http://${host}/`).hostname), "loopback", host);
  }
  assert.equal(classOfHost(new URL("http://0xa9fea9fe/").hostname), "link-local");
  assert.equal(classOfHost(new URL("http://api.example/").hostname), undefined);
});

test("a document leads to public addresses and to those of the kind that it came from", () => {
  const rows: readonly (readonly [Reach, readonly AddressClass[]])[] = [
    ["public", ["public"]],
    ["private", ["public", "private"]],
    ["loopback", ["public", "loopback"]],
    ["local", ["public", "loopback", "private"]],
    ["any", ["public", "loopback", "private", "link-local", "multicast"]],
  ];
  for (const [reach, allowed] of rows) {
    const found = (Object.keys(classes) as AddressClass[]).filter((each) => mayReach(reach, each));
    assert.deepEqual(found.sort(), [...allowed].sort(), reach);
  }
});

describe("calls", () => {
  let internal: Awaited<ReturnType<typeof recordRequests>>;
  before(async () => {
    internal = await recordRequests((_, response) => response.end());
  });
  after(() => stop(internal.server));

  const portOf = (): string => new URL(internal.url).port;
  const call = (
    host: string,
    facts: Partial<Api>,
    options: UpstreamOptions = {},
    method = "GET",
    more: object = {},
  ): Promise<unknown> => {
    const servers = [{ url: `http://${host}:${portOf()}` }];
    const upstream = new Upstream(api({ servers, ...facts }), { env: {}, ...options });
    return upstream.call(
      operation({ method, ...more }),
      method === "GET" && "body" in more ? { a: 1 } : {},
    );
  };
  const hosts = [
    "127.0.0.1",
    "localhost",
    "localhost.",
    "2130706433",
    "0x7f.1",
    "[::ffff:127.0.0.1]",
    "loopback.nip.example",
    "mixed.example",
    "mapped.example",
    "0.0.0.0",
  ];
  const ways: readonly (readonly [string, object])[] = [
    ["GET", {}],
    ["POST", {}],
    ["TRACE", {}],
    ["GET", { body: { type: "application/json", fields: ["a"] } }],
  ];

  test("of a document from a public host never reach this computer, whatever the host is called", async () => {
    for (const host of hosts) {
      for (const [method, more] of ways) {
        await assert.rejects(
          call(host, { reach: "public" }, {}, method, more),
          /loopback address/,
          `${method} ${host}`,
        );
      }
    }
    await assert.rejects(call("lan.example", { reach: "public" }), /private address/);
    assert.equal(internal.seen.length, 0);
  });

  test("of a document from the local network do not reach this computer either", async () => {
    await assert.rejects(call("127.0.0.1", { reach: "private" }), /loopback address/);
    await assert.rejects(call("lan.example", { reach: "loopback" }), /private address/);
    assert.equal(internal.seen.length, 0);
  });

  test("of any document reach a link-local address only by the user's word", async () => {
    for (const reach of [undefined, "loopback", "private", "public"] as const) {
      for (const host of ["169.254.169.254", "[fe80::1]", "[fd00:ec2::254]", "metadata.example"]) {
        const facts = reach === undefined ? {} : { reach };
        await assert.rejects(call(host, facts), /link-local address/, `${reach} ${host}`);
      }
    }
  });

  test("with the application's own fetch are refused by what the host shows", async () => {
    const fetch = (): Promise<Response> => assert.fail("nothing is sent");
    for (const host of hosts.filter((host) => !host.includes("example"))) {
      await assert.rejects(call(host, { reach: "public" }, { fetch }), /loopback address/, host);
    }
  });

  test("of a file and of a document from this computer reach it", async () => {
    const before = internal.seen.length;
    await call("127.0.0.1", {});
    await call("localhost", { reach: "loopback" });
    await call("loopback.nip.example", {});
    assert.equal(internal.seen.length, before + 3);
  });

  test("reach any address that the user's base URL names, and with allowInternal", async () => {
    const before = internal.seen.length;
    const url = `http://127.0.0.1:${portOf()}`;
    await call("public.example", { reach: "public" }, { baseUrl: url });
    await call("public.example", { reach: "public" }, { env: { SHOP_BASE_URL: url } });
    await call("loopback.nip.example", { reach: "public" }, { allowInternal: true });
    await call("127.0.0.1", { reach: "any" });
    assert.equal(internal.seen.length, before + 4);
  });

  test("that are redirected are judged again", async (t) => {
    const front = await record(t, (_, response) => {
      response.writeHead(307, { location: `${internal.url}/steal` }).end();
    });
    const options = { baseUrl: front.url, followRedirects: [internal.url] };
    const before = internal.seen.length;
    await assert.rejects(call("x.example", { reach: "public" }, options), /loopback address/);
    assert.equal(internal.seen.length, before);
  });

  test("that find a name's address changed do not use the new one, nor a connection of others", async () => {
    const before = internal.seen.length;
    names["rebound.example"] = ["127.0.0.1"];
    const url = `http://rebound.example:${portOf()}`;
    await fetch(url);
    const upstream = new Upstream(api({ servers: [{ url }], reach: "public" }), { env: {} });
    await assert.rejects(upstream.call(operation({}), {}), /loopback address/);
    await assert.rejects(upstream.call(operation({ method: "TRACE" }), {}), /loopback address/);
    assert.equal(internal.seen.length, before + 1);
  });

  test("to a token endpoint of a document from elsewhere are refused too", async () => {
    const before = internal.seen.length;
    for (const flows of [{ clientCredentials: { tokenUrl: `${internal.url}/token` } }, undefined]) {
      const scheme = {
        type: "oauth2",
        env: "T",
        clientIdEnv: "ID",
        clientSecretEnv: "SECRET",
        refreshTokenEnv: "R",
        ...(flows
          ? { flows }
          : { metadataUrl: `${internal.url}/.well-known/openid-configuration` }),
      } as const;
      const facts: Api = api({
        reach: "public",
        servers: [{ url: "https://public.example" }],
        securitySchemes: { o: scheme },
        security: [{ o: [] }],
      });
      const upstream = new Upstream(facts, { env: { ID: "the-client", SECRET: "the-secret" } });
      await assert.rejects(upstream.call(operation({}), {}), /loopback address/);
    }
    assert.equal(internal.seen.length, before);
  });
});
