import assert from "node:assert/strict";
import { get } from "node:http";
import { test } from "node:test";
import { newOAuthClient } from "../../../runtime/client/authorization/oauth-client.js";
import { newMemoryTokens } from "../../../runtime/oauth/stores/memory-tokens.js";
import { startAuthorizationServer } from "../../support/authorization/authorization-server.js";
import {
  callThrough,
  startProtected,
  startProtectedServer,
  userWhoAgrees,
} from "../../support/authorization/protected-server.js";

const document = "https://client.example/metadata.json";

test("a client that was registered beforehand comes before its metadata document and dynamic registration", async (t) => {
  const ofIssuer = { metadata: { client_id_metadata_document_supported: true } };
  const { server, issuer } = await startProtected(t, {}, ofIssuer);
  const redirect = userWhoAgrees();
  const { redirectUri } = redirect;
  issuer.register("known", [redirectUri]);
  issuer.register(document, [redirectUri]);
  const clients = [{ issuer: issuer.issuer, clientId: "known" }];
  const all = { redirect, clients, clientMetadataUrl: document };
  assert.equal(await callThrough(newOAuthClient(all), server), 200);
  const second = { redirect, clientMetadataUrl: document };
  assert.equal(await callThrough(newOAuthClient(second), server), 200);
  assert.deepEqual(
    issuer.logins.map((login) => login.get("client_id")),
    ["known", document],
  );
  assert.equal(issuer.registrations.length, 0);
});

test("a server that does not take metadata documents registers the client", async (t) => {
  const { server, issuer } = await startProtected(t);
  const client = newOAuthClient({ redirect: userWhoAgrees(), clientMetadataUrl: document });
  assert.equal(await callThrough(client, server), 200);
  assert.equal(issuer.registrations.length, 1);
  assert.notEqual(issuer.logins[0]?.get("client_id"), document);
});

test("a registration names what the client is: its type, grants, redirect and way to prove itself", async (t) => {
  const redirects: [redirectUri: string, type: string][] = [
    ["http://127.0.0.1:1/callback", "native"],
    ["http://localhost:1/callback", "native"],
    ["http://[::1]:1/callback", "native"],
    ["com.example.app:/callback", "native"],
    ["https://app.example/callback", "web"],
  ];
  for (const [redirectUri, type] of redirects) {
    const { server, issuer } = await startProtected(t, {}, { refreshes: true });
    const redirect = userWhoAgrees(redirectUri);
    const client = newOAuthClient({
      redirect,
      clientName: "Ada's client",
      clientMetadata: { logo_uri: "https://app.example/logo.png" },
    });
    assert.equal(await callThrough(client, server), 200);
    assert.deepEqual(issuer.registrations, [
      {
        client_name: "Ada's client",
        logo_uri: "https://app.example/logo.png",
        application_type: type,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
    ]);
  }
});

test("the user of the client decides about its type and refresh tokens", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { refreshes: true });
  const client = newOAuthClient({
    redirect: userWhoAgrees(),
    applicationType: "web",
    refresh: false,
  });
  assert.equal(await callThrough(client, server), 200);
  const [registration] = issuer.registrations;
  assert.equal(registration?.["application_type"], "web");
  assert.deepEqual(registration?.["grant_types"], ["authorization_code"]);
});

test("a client proves itself as the server registered it", async (t) => {
  for (const method of ["none", "client_secret_basic", "client_secret_post"] as const) {
    const { server, issuer } = await startProtected(t, {}, { method });
    assert.equal(await callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), 200);
    assert.equal(issuer.registrations[0]?.["token_endpoint_auth_method"], method);
  }
});

test("a registration without a stated method or an end of the secret is used as the server offers", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { method: "client_secret_post" });
  const redirect = userWhoAgrees();
  issuer.register("terse", [redirect.redirectUri], "s3cret-of-client");
  issuer.options.registrationAnswers = [
    [200, { client_id: "terse", client_secret: "s3cret-of-client" }],
  ];
  assert.equal(await callThrough(newOAuthClient({ redirect }), server), 200);
  assert.equal(issuer.forms[0]?.get("client_secret"), "s3cret-of-client");
});

test("a secret given for a client that proves itself without one is not sent", async (t) => {
  const { server, issuer } = await startProtected(t);
  const redirect = userWhoAgrees();
  issuer.register("public", [redirect.redirectUri]);
  issuer.options.registrationAnswers = [[201, { client_id: "public", client_secret: "unused" }]];
  assert.equal(await callThrough(newOAuthClient({ redirect }), server), 200);
  assert.equal(issuer.forms[0]?.get("client_secret"), null);
});

test("a registration is used again, and belongs to its issuer", async (t) => {
  const [first, second] = [await startAuthorizationServer(), await startAuthorizationServer()];
  t.after(() => Promise.all([first.close(), second.close()]));
  let current = first;
  const server = await startProtectedServer(t, [first, second], {
    issuers: () => [current.issuer],
  });
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  assert.equal(await callThrough(client, server), 200);
  first.live.clear();
  assert.equal(await callThrough(client, server), 200);
  assert.equal(first.registrations.length, 1);
  assert.equal(first.logins.length, 2);

  // The server moved to another authorization server.
  first.live.clear();
  current = second;
  assert.equal(await callThrough(client, server), 200);
  assert.equal(second.registrations.length, 1);
  const ids = first.logins.map((login) => login.get("client_id"));
  assert.ok(!ids.includes(second.logins[0]?.get("client_id") ?? ""));
});

test("registrations outlive the process in the store; a secret that ended is not used", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { method: "client_secret_basic" });
  const store = newMemoryTokens();
  const redirect = userWhoAgrees();
  assert.equal(await callThrough(newOAuthClient({ redirect, store }), server), 200);
  issuer.live.clear();
  assert.equal(await callThrough(newOAuthClient({ redirect, store }), server), 200);
  assert.equal(issuer.registrations.length, 1);

  const key = `client ${issuer.issuer}`;
  const registrations = (await store.read(key))?.["registrations"] as object[];
  const ended = registrations.map((each) => ({ ...each, secretExpiresAt: Date.now() - 1 }));
  await store.write(key, { registrations: ended });
  issuer.live.clear();
  assert.equal(await callThrough(newOAuthClient({ redirect, store }), server), 200);
  assert.equal(issuer.registrations.length, 2);
});

test("another redirect needs another registration", async (t) => {
  const { server, issuer } = await startProtected(t);
  const store = newMemoryTokens();
  for (const port of [1, 2]) {
    const redirect = userWhoAgrees(`http://127.0.0.1:${port}/callback`);
    assert.equal(await callThrough(newOAuthClient({ redirect, store }), server), 200);
    issuer.live.clear();
  }
  assert.equal(issuer.registrations.length, 2);
});

test("logins at the same time share a registration, or keep one each, and all can be renewed", async (t) => {
  for (const isShared of [true, false]) {
    const issuer = await startAuthorizationServer({ refreshes: true });
    t.after(() => issuer.close());
    const servers = await Promise.all([1, 2, 3].map(() => startProtectedServer(t, [issuer])));
    const redirect = isShared
      ? userWhoAgrees()
      : {
          open: (url: URL): void => {
            get(url, (page) => {
              page.resume();
              get(page.headers.location ?? "", (answer) => answer.resume());
            });
          },
        };
    const client = newOAuthClient({ redirect });
    await Promise.all(servers.map((server) => callThrough(client, server)));
    assert.equal(issuer.registrations.length, isShared ? 1 : 3);
    issuer.live.clear();
    for (const server of servers) assert.equal(await callThrough(client, server), 200);
    assert.equal(issuer.logins.length, 3);
  }
});

test("a client that the server has forgotten is registered again with the next login", async (t) => {
  const { server, issuer } = await startProtected(t);
  const client = newOAuthClient({ redirect: userWhoAgrees() });
  issuer.options.tokenAnswers = [[401, { error: "invalid_client" }]];
  await assert.rejects(callThrough(client, server), /invalid_client|status 401/);
  assert.equal(await callThrough(client, server), 200);
  assert.equal(issuer.registrations.length, 2);
});

test("a server that registers nobody leads to an error that says what to do", async (t) => {
  const { server, issuer } = await startProtected(
    t,
    {},
    {
      metadata: { registration_endpoint: undefined },
    },
  );
  const redirect = userWhoAgrees();
  await assert.rejects(callThrough(newOAuthClient({ redirect }), server), {
    name: "McpAuthorizationError",
    message: new RegExp(
      `${issuer.issuer} registers no clients by itself. Register a client there by hand, and pass it as clients: \\[\\{ issuer: "${issuer.issuer}", clientId \\}\\]`,
    ),
  });
  const clients = [{ issuer: "https://other.example", clientId: "other" }];
  await assert.rejects(
    callThrough(newOAuthClient({ redirect, clients, clientMetadataUrl: document }), server),
    /takes no client id metadata documents, is not among those that clients are given for \(https:\/\/other\.example\)/,
  );
  assert.equal(redirect.pages.length, 0);
});

test("a registration endpoint that does not answer is named", async (t) => {
  const { server, issuer } = await startProtected(t);
  issuer.options.metadata = { registration_endpoint: "http://127.0.0.1:1/register" };
  await assert.rejects(callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server), {
    name: "McpAuthorizationError",
    message: /http:\/\/127\.0\.0\.1:1\/register did not register this client/,
  });
});

test("a method that needs a secret which the server did not give is not used", async (t) => {
  const { server, issuer } = await startProtected(t);
  const redirect = userWhoAgrees();
  issuer.register("bare", [redirect.redirectUri]);
  const body = { client_id: "bare", token_endpoint_auth_method: "client_secret_basic" };
  issuer.options.registrationAnswers = [[201, body]];
  assert.equal(await callThrough(newOAuthClient({ redirect }), server), 200);
});

test("a refused registration is told in the server's words", async (t) => {
  const { server, issuer } = await startProtected(t);
  issuer.options.registrationAnswers = [
    [400, { error: "invalid_redirect_uri", error_description: "http is not allowed\u001b[31m" }],
  ];
  await assert.rejects(
    callThrough(newOAuthClient({ redirect: userWhoAgrees() }), server),
    /refuses to register this client: invalid_redirect_uri \(http is not allowed\?\[31m\)/,
  );
});

test("unusable options are mistakes of the program", () => {
  const redirect = userWhoAgrees();
  const bad: Parameters<typeof newOAuthClient>[0][] = [
    { clientMetadataUrl: "http://127.0.0.1/client.json" },
    { clientMetadataUrl: "https://client.example" },
    { redirect: userWhoAgrees("http://app.example/callback") },
    { redirect: userWhoAgrees("callback") },
    { clients: [{ issuer: "http://as.example", clientId: "x" }] },
    {
      clients: [
        { issuer: "https://as.example", clientId: "x" },
        { issuer: "https://as.example", clientId: "y" },
      ],
    },
    { issuer: "as.example" },
    { maxStepUps: -1 },
    { scopes: ["two words"] },
  ];
  for (const options of bad) {
    assert.throws(
      () => newOAuthClient({ redirect, ...options }),
      TypeError,
      JSON.stringify(options),
    );
  }
});
