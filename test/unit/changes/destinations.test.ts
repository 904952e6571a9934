import assert from "node:assert/strict";
import { test } from "node:test";
import type { Api, OAuthFlows } from "../../../runtime/contract/api.js";
import { compareDestinations } from "../../../src/changes/compare-destinations.js";
import {
  destinationsOf,
  formatDestination,
  parseDestination,
} from "../../../src/changes/destinations.js";

type Facts = Partial<Pick<Api, "servers" | "otherServers" | "securitySchemes">>;

const first = { servers: [{ url: "https://a.example/v1" }] };
const key = { type: "apiKey", in: "header", name: "X-Key", env: "KEY" } as const;
const login = (flows: OAuthFlows): Facts => ({
  ...first,
  securitySchemes: {
    login: {
      type: "oauth2",
      env: "LOGIN",
      clientIdEnv: "LOGIN_ID",
      clientSecretEnv: "LOGIN_SECRET",
      refreshTokenEnv: "LOGIN_REFRESH",
      flows,
    },
  },
});
const tokens = (tokenUrl: string): Facts => login({ clientCredentials: { tokenUrl } });
const own = (url: string, schemes: readonly string[] = []): Facts => ({
  ...first,
  otherServers: [{ url, schemes }],
  securitySchemes: { key },
});
const region = (value: string): Facts => ({
  servers: [{ url: "https://{at}.example", variables: { at: { default: value, env: "AT" } } }],
});

/** Returns the changes, each after `!` if it stops a run. */
function told(before: Facts, now: Facts): readonly string[] {
  const [old, current] = [before, now].map((facts) => destinationsOf({ servers: [], ...facts }));
  return compareDestinations(old, current).map(
    ({ elsewhere, message }) => `${elsewhere ? "! " : ""}${message}`,
  );
}

const rows: readonly (readonly [about: string, Facts, Facts, ...(readonly string[])])[] = [
  ["the same", own("https://b.example", ["key"]), own("https://b.example", ["key"])],
  [
    "another host",
    first,
    { servers: [{ url: "https://b.example/v1" }] },
    "! requests go to https://b.example/v1 now (before: https://a.example/v1)",
  ],
  [
    "another port",
    first,
    { servers: [{ url: "https://a.example:8443/v1" }] },
    "! requests go to https://a.example:8443/v1 now (before: https://a.example/v1)",
  ],
  [
    "no TLS any more",
    first,
    { servers: [{ url: "http://a.example/v1" }] },
    "! requests go to http://a.example/v1 now (before: https://a.example/v1)",
  ],
  [
    "TLS from now on",
    { servers: [{ url: "http://a.example/v1" }] },
    first,
    "requests go to https://a.example/v1 now (before: http://a.example/v1)",
  ],
  [
    "another path",
    first,
    { servers: [{ url: "https://a.example/v2" }] },
    "requests go to https://a.example/v2 now (before: https://a.example/v1)",
  ],
  [
    "another default of a variable in the host",
    region("eu"),
    region("us"),
    "! requests go to https://us.example now (before: https://eu.example)",
  ],
  ["the first server", {}, first, "requests go to https://a.example/v1 now"],
  ["no server any more", first, {}, "requests no longer go to https://a.example/v1"],
  [
    "a second server",
    first,
    { servers: [...first.servers, { url: "https://b.example" }] },
    "the servers that are not used include https://b.example now",
  ],
  [
    "the second server becomes the first",
    { servers: [...first.servers, { url: "https://b.example" }] },
    { servers: [{ url: "https://b.example" }, ...first.servers] },
    "! requests go to https://b.example now (before: https://a.example/v1)",
  ],
  [
    "an operation with its own server, and its credential",
    { ...first, securitySchemes: { key } },
    own("https://b.example", ["key"]),
    "! requests of some operations go to https://b.example now",
  ],
  [
    "an operation with another path of the same host",
    { ...first, securitySchemes: { key } },
    own("https://a.example/v2", ["key"]),
    "requests of some operations go to https://a.example/v2 now",
  ],
  [
    "a credential for a server that got none",
    own("https://b.example"),
    own("https://b.example", ["key"]),
    "! requests with the credential KEY go to https://b.example now",
  ],
  [
    "another host of a token endpoint",
    tokens("https://login.example/token"),
    tokens("https://evil.example/token"),
    "! logins with LOGIN_SECRET use the token endpoint https://evil.example/token now (before: https://login.example/token)",
  ],
  [
    "an endpoint for refreshing at another host",
    tokens("https://login.example/token"),
    login({
      clientCredentials: { tokenUrl: "https://login.example/token" },
      refreshUrl: "https://evil.example/refresh",
    }),
    "! logins with LOGIN_SECRET use the refresh endpoint https://evil.example/refresh now",
  ],
  [
    "another path of a token endpoint, whose query is kept secret",
    tokens("https://login.example/token"),
    tokens("https://login.example/v2/token?key=secret"),
    "logins with LOGIN_SECRET use the token endpoint https://login.example/v2/token now (before: https://login.example/token)",
  ],
  [
    "another name for a key",
    { ...first, securitySchemes: { key } },
    { ...first, securitySchemes: { key: { ...key, in: "query", name: "k" } } },
    "calls with the credential KEY send it as query:k now (before: header:X-Key)",
  ],
];

for (const [about, before, now, ...expected] of rows) {
  test(`where requests and secrets go is compared: ${about}`, () => {
    assert.deepEqual(told(before, now), expected);
  });
}

test("nothing is told of a lock of an earlier version", () => {
  assert.deepEqual(compareDestinations(undefined, destinationsOf({ servers: [] })), []);
});

test("a destination is the same after it was written to a lock, without user names and passwords", () => {
  const [server, ...others] = destinationsOf({ servers: [{ url: "https://u:p@a.example/b c" }] });
  assert.deepEqual(others, []);
  assert.deepEqual(server, { use: "server", to: "https://a.example/b%20c" });
  assert.deepEqual(parseDestination(formatDestination(server!)), server);
  for (const text of ["", "server", "elsewhere https://a.example"])
    assert.equal(parseDestination(text), undefined);
});
