import assert from "node:assert/strict";
import { test } from "node:test";
import type { Server } from "../../../runtime/contract/operation.js";
import { resolveBaseUrl } from "../../../runtime/upstream/request/servers.js";
import { api, messageOf } from "./support.js";

const tenant: Server = {
  url: "https://api.example/{tenant}/v1",
  variables: { tenant: { default: "acme", enum: ["acme", "beta"], env: "SHOP_TENANT" } },
};
const own = [{ url: "https://ops.example/ops" }];

const needsHost: Server = {
  url: "https://{host}.example/v1",
  variables: { host: { env: "SHOP_HOST" } },
};

interface Given {
  servers?: Server[];
  own?: Server[];
  override?: string;
  env?: Record<string, string>;
}

function baseOf({ servers = [tenant], own, override, env = {} }: Given): string {
  const shape = { method: "GET", path: "/x", ...(own === undefined ? {} : { servers: own }) };
  const { origin, path, query } = resolveBaseUrl(api({ servers }), shape, override, env);
  return origin + path + (query === "" ? "" : `?${query}`);
}

function needing(value: string): Given {
  return { servers: [needsHost], env: { SHOP_HOST: value } };
}

const rows: [string, Given, want: string][] = [
  ["a variable's default", {}, "https://api.example/acme/v1"],
  [
    "a variable from the environment",
    { env: { SHOP_TENANT: "beta" } },
    "https://api.example/beta/v1",
  ],
  ["an empty variable is unset", { env: { SHOP_TENANT: "" } }, "https://api.example/acme/v1"],
  ["the operation's own server", { own }, "https://ops.example/ops"],
  [
    "the environment replaces it",
    { own, env: { SHOP_BASE_URL: "http://127.0.0.1:1/t" } },
    "http://127.0.0.1:1/t",
  ],
  [
    "the option wins",
    { own, override: "http://o/p", env: { SHOP_BASE_URL: "http://e" } },
    "http://o/p",
  ],
  ["an empty base URL is unset", { env: { SHOP_BASE_URL: "" } }, "https://api.example/acme/v1"],
  ["slashes at the end", { servers: [{ url: "https://a.example/v1//" }] }, "https://a.example/v1"],
  ["a part of the host from the environment", needing("eu"), "https://eu.example/v1"],
  [
    "an empty default that leaves a host",
    {
      servers: [
        {
          url: "https://{p}api.example/{q}v1",
          variables: { p: { default: "", env: "P" }, q: { default: "", env: "Q" } },
        },
      ],
    },
    "https://api.example/v1",
  ],
  [
    "a variable that is the whole URL",
    {
      servers: [{ url: "{base}/v1", variables: { base: { env: "SHOP_BASE" } } }],
      env: { SHOP_BASE: "http://a.example/b" },
    },
    "http://a.example/b/v1",
  ],
  [
    "a default with a path in place of the host",
    {
      servers: [{ url: "http://{h}/v1", variables: { h: { default: "a.example/b", env: "H" } } }],
    },
    "http://a.example/b/v1",
  ],
  ["no path", { servers: [{ url: "https://a.example/" }] }, "https://a.example"],
  ["a query of the user's", { override: "https://a.example/v1?t=1" }, "https://a.example/v1?t=1"],
];

for (const [name, given, want] of rows) {
  test(`base URL: ${name}`, () => assert.equal(baseOf(given), want));
}

const refused: [string, Given, want: RegExp][] = [
  ["no server", { servers: [] }, /SHOP_BASE_URL/],
  ["a relative server", { servers: [{ url: "/v1" }] }, /"\/v1".*SHOP_BASE_URL/],
  ["a variable outside its enum", { env: { SHOP_TENANT: "gamma" } }, /SHOP_TENANT.*acme, beta/],
  ["a variable without a value", { servers: [needsHost] }, /\{host\}.*SHOP_HOST\.$/],
  ["an empty variable without a default", needing(""), /\{host\}.*SHOP_HOST\.$/],
  [
    "one of several values that is not chosen",
    {
      servers: [
        { url: "https://{env}.example", variables: { env: { enum: ["a", "b"], env: "SHOP_ENV" } } },
      ],
    },
    /SHOP_ENV to one of: a, b/,
  ],
  ["an operation's server without a value", { own: [needsHost] }, /SHOP_HOST/],
  [
    "an empty default in place of the host",
    {
      servers: [
        { url: "http://{host}/evil.example/v1", variables: { host: { default: "", env: "H" } } },
      ],
    },
    /no host.*SHOP_BASE_URL/,
  ],
  ...[
    "evil.example/",
    "evil.example\\",
    "evil.example?",
    "evil.example#",
    "u:p@evil.example",
    "a b",
  ].map((value): [string, Given, RegExp] => [
    `${JSON.stringify(value)} in place of a host`,
    needing(value),
    /SHOP_HOST.*part of a host/,
  ]),
  [
    "a variable without a definition",
    { servers: [{ url: "https://{host}/v1" }] },
    /\{host\}.*SHOP_BASE_URL/,
  ],
  [
    "a variable all objects inherit",
    { servers: [{ url: "https://{constructor}", variables: {} }] },
    /\{constructor\}/,
  ],
  ["another protocol", { servers: [{ url: "wss://a.example" }] }, /http.*SHOP_BASE_URL/],
  ["a file", { override: "file:///etc/passwd" }, /http/],
  ["no URL in the environment", { env: { SHOP_BASE_URL: "localhost" } }, /SHOP_BASE_URL/],
];

for (const [name, given, want] of refused) {
  test(`base URL refuses ${name}`, () => {
    assert.throws(() => baseOf(given), { name: "ToolError", message: want });
  });
}

for (const url of ["https://me:hunter2@a.example", "https://me:hunter2@a b"]) {
  test(`a password in the base URL ${url} is refused and not shown`, async () => {
    const message = await messageOf(() => baseOf({ env: { SHOP_BASE_URL: url } }));
    assert.match(message, /SHOP_BASE_URL/);
    assert.doesNotMatch(message, /hunter2/);
  });
}
