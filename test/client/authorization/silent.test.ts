import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt, decodeProtectedHeader, exportJWK, exportPKCS8, generateKeyPair } from "jose";
import {
  newClientCredentials,
  newEnterpriseManaged,
  newWorkloadIdentity,
} from "../../../runtime/client/authorization/silent-clients.js";
import { newBearerToken } from "../../../runtime/client/authorization/bearer-token.js";
import { startAuthorizationServer } from "../../support/authorization/authorization-server.js";
import type { AuthorizationServer } from "../../support/authorization/authorization-server.js";
import { movableClock } from "../../support/movable-clock.js";
import {
  callThrough,
  startProtected,
  startProtectedServer,
  type ProtectedServer,
} from "../../support/authorization/protected-server.js";

const jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const clientId = "job";
const clientSecret = "s3cret-of: the job";

test("client credentials: the secret goes where the server takes it, with the resource and the scopes", async (t) => {
  for (const method of ["client_secret_basic", "client_secret_post"] as const) {
    const { server, issuer } = await startProtected(t, { scope: "read" }, { method });
    issuer.options.grantTypes = { client_credentials: () => true };
    assert.equal(await callThrough(newClientCredentials({ clientId, clientSecret }), server), 200);
    const [form, headers] = [issuer.forms[0], issuer.tokenHeaders[0]];
    assert.equal(form?.get("resource"), server.url.href);
    assert.equal(form?.get("scope"), "read");
    const isBasic = method === "client_secret_basic";
    assert.equal(headers?.authorization?.startsWith("Basic "), isBasic || undefined);
    assert.equal(form?.get("client_secret"), isBasic ? null : clientSecret);
    assert.ok(!issuer.asked.includes("POST /register"));
  }
});

test("client credentials: a key signs an assertion of the client for the issuer, new each time", async (t) => {
  const ec = await generateKeyPair("ES256", { extractable: true });
  const rsa = await generateKeyPair("RS256", { extractable: true });
  const keys = [
    { privateKey: ec.privateKey, alg: "ES256" },
    { privateKey: await exportPKCS8(ec.privateKey), alg: "ES256" },
    { privateKey: { ...(await exportJWK(rsa.privateKey)) }, alg: "RS256" },
  ];
  for (const { privateKey, alg } of keys) {
    const { server, issuer } = await startProtected(t);
    issuer.options.grantTypes = { client_credentials: () => true };
    const client = newClientCredentials({ clientId, privateKey, keyId: "k7" });
    assert.equal(await callThrough(client, server), 200);
    issuer.live.clear();
    assert.equal(await callThrough(client, server), 200);
    const assertions = issuer.forms.map((form) => form.get("client_assertion") ?? "");
    const { iss, sub, aud, jti, exp } = decodeJwt(assertions[0] ?? "");
    assert.deepEqual({ iss, sub, aud }, { iss: clientId, sub: clientId, aud: issuer.issuer });
    assert.ok((exp ?? 0) > Date.now() / 1000);
    assert.notEqual(jti, decodeJwt(assertions[1] ?? "").jti);
    const { alg: used, kid } = decodeProtectedHeader(assertions[0] ?? "");
    assert.deepEqual({ used, kid }, { used: alg, kid: "k7" });
  }
});

test("client credentials: a token that expires is replaced before it is refused", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { method: "client_secret_basic" });
  issuer.options.grantTypes = { client_credentials: () => true };
  const clock = movableClock(t);
  const client = newClientCredentials({ clientId, clientSecret });
  assert.equal(await callThrough(client, server), 200);
  clock.forward(290_000);
  assert.equal(await callThrough(client, server), 200);
  assert.equal(issuer.forms.length, 2);
  assert.equal(server.tokens.filter((token) => token === undefined).length, 1);
});

test("client credentials: neither a refusal nor a network error shows the secret", async (t) => {
  const { server, issuer } = await startProtected(t, {}, { method: "client_secret_basic" });
  const client = newClientCredentials({ clientId, clientSecret });
  // As it is sent. @see RFC 6749 section 2.3.1
  const pair = Buffer.from(`${clientId}:s3cret-of%3A+the+job`).toString("base64");
  const answers: [number, object][] = [
    [400, { error: "invalid_client", error_description: `not ${clientSecret}, ${pair}` }],
    [200, { error: clientSecret }],
    [500, { message: clientSecret }],
  ];
  for (const answer of answers) {
    issuer.options.tokenAnswers = [answer];
    await assert.rejects(callThrough(client, server), (error: Error) => {
      const all = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
      assert.equal(error.name, "McpAuthorizationError");
      return !all.includes(clientSecret) && !all.includes(pair);
    });
  }
});

test("client credentials go to one issuer only, even if the server names another later", async (t) => {
  const method = "client_secret_basic";
  const grantTypes = { client_credentials: () => true };
  const [first, second] = [
    await startAuthorizationServer({ method, grantTypes }),
    await startAuthorizationServer({ method, grantTypes }),
  ];
  t.after(() => Promise.all([first.close(), second.close()]));
  let current = first;
  const server = await startProtectedServer(t, [first, second], {
    issuers: () => [current.issuer],
  });
  const client = newClientCredentials({ clientId, clientSecret });
  assert.equal(await callThrough(client, server), 200);
  first.live.clear();
  current = second;
  await assert.rejects(callThrough(client, server), /has shown its credentials to/);
  assert.deepEqual(second.forms, []);
  const chosen = newClientCredentials({ clientId, clientSecret, issuer: first.issuer });
  await assert.rejects(callThrough(chosen, server), /but the option issuer is/);
  assert.deepEqual(
    second.asked.filter((each) => each.startsWith("POST")),
    [],
  );
});

test("client credentials: without a secret or a key they are a mistake of the program", () => {
  assert.throws(() => newClientCredentials({ clientId }), TypeError);
});

/** An identity provider that exchanges `id-token` for an assertion. */
async function startProvider(
  t: Parameters<typeof startProtected>[0],
): Promise<AuthorizationServer> {
  const provider = await startAuthorizationServer({
    method: "client_secret_post",
    tokenAnswers: Array.from({ length: 9 }, () => [
      200,
      {
        access_token: "id-jag-assertion",
        issued_token_type: "urn:ietf:params:oauth:token-type:id-jag",
        token_type: "N_A",
      },
    ]),
  });
  t.after(() => provider.close());
  return provider;
}

test("enterprise: the user's identity is exchanged for an assertion, and that for a token", async (t) => {
  const provider = await startProvider(t);
  const { server, issuer } = await startProtected(t, { scope: "read" });
  issuer.options.method = "client_secret_basic";
  issuer.options.grantTypes = {
    [jwtBearer]: (form) => form.get("assertion") === "id-jag-assertion",
  };
  const client = newEnterpriseManaged({
    clientId,
    clientSecret,
    identityProvider: {
      issuer: provider.issuer,
      clientId: "at-provider",
      clientSecret: "s3cret-at-provider",
    },
    identityAssertion: () => "id-token",
  });
  assert.equal(await callThrough(client, server), 200);
  assert.deepEqual(Object.fromEntries(provider.forms[0] ?? []), {
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    requested_token_type: "urn:ietf:params:oauth:token-type:id-jag",
    audience: issuer.issuer,
    resource: server.url.href,
    scope: "read",
    subject_token: "id-token",
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    client_id: "at-provider",
    client_secret: "s3cret-at-provider",
  });
  assert.equal(issuer.forms[0]?.get("grant_type"), jwtBearer);
  assert.match(issuer.tokenHeaders[0]?.authorization ?? "", /^Basic /);
});

test("enterprise: an answer of the provider that is no such assertion is not sent on", async (t) => {
  const provider = await startProvider(t);
  const { server, issuer } = await startProtected(t);
  issuer.options.method = "client_secret_basic";
  const client = newEnterpriseManaged({
    clientId,
    clientSecret,
    identityProvider: { tokenEndpoint: `${provider.issuer}/token`, clientId: "at-provider" },
    identityAssertion: () => Promise.resolve("id-token-of-ada"),
  });
  const answers: [number, object][] = [
    [200, { access_token: "x-access-token", token_type: "Bearer" }],
    [400, { error: "access_denied", error_description: "policy: id-token-of-ada" }],
  ];
  for (const answer of answers) {
    provider.options.tokenAnswers = [answer];
    await assert.rejects(
      callThrough(client, server),
      (error: Error) =>
        error.name === "McpAuthorizationError" &&
        error.message.includes(provider.url) &&
        !/id-token-of-ada|x-access-token/.test(error.message),
    );
  }
  assert.equal(issuer.forms.length, 0);
});

test("enterprise: a provider without a place is a mistake of the program", () => {
  const identityAssertion = (): string => "x";
  for (const identityProvider of [
    { clientId: "x" },
    { clientId: "x", issuer: "http://idp.example" },
    { clientId: "x", tokenEndpoint: "idp" },
  ]) {
    assert.throws(
      () => newEnterpriseManaged({ clientId, identityProvider, identityAssertion }),
      TypeError,
    );
  }
});

test("workload: the platform's assertion is sent once, for the issuer and the resource that it was asked for", async (t) => {
  const { server, issuer } = await startProtected(t, { scope: "read" });
  issuer.options.grantTypes = { [jwtBearer]: () => true };
  const audiences: unknown[] = [];
  const client = newWorkloadIdentity({
    clientId,
    assertion: (audience) => {
      audiences.push(audience);
      return "platform-jwt";
    },
  });
  assert.equal(await callThrough(client, server), 200);
  assert.deepEqual(audiences, [{ issuer: issuer.issuer, resource: server.url.href }]);
  assert.deepEqual(Object.fromEntries(issuer.forms[0] ?? []), {
    grant_type: jwtBearer,
    assertion: "platform-jwt",
    client_id: clientId,
    resource: server.url.href,
    scope: "read",
  });
});

test("workload: a refused assertion is not sent again, and nothing else is tried", async (t) => {
  const { server, issuer } = await startProtected(t);
  issuer.options.grantTypes = { [jwtBearer]: (form) => form.get("assertion") === "new-jwt" };
  let assertion = "expired-jwt";
  const client = newWorkloadIdentity({ assertion: () => assertion });
  for (let round = 0; round < 3; round += 1) {
    await assert.rejects(callThrough(client, server), /invalid_grant/);
  }
  assert.equal(issuer.forms.length, 1);
  assert.equal(issuer.forms[0]?.has("client_id"), false);
  assertion = "new-jwt";
  assert.equal(await callThrough(client, server), 200);
});

test("workload: a demand for further scopes ends the attempts", async (t) => {
  const { server, issuer } = await startProtected(t, { scope: "read" });
  issuer.options.grantTypes = { [jwtBearer]: () => true };
  const client = newWorkloadIdentity({ assertion: () => "jwt" });
  assert.equal(await callThrough(client, server), 200);
  server.options.scope = "write";
  await assert.rejects(
    callThrough(client, server),
    /demands the scope write, which the token lacks/,
  );
  assert.equal(issuer.forms.length, 1);
});

function allow(server: ProtectedServer, token: string): void {
  server.options.judge = ({ authorization }) =>
    authorization === `Bearer ${token}` ? { status: 200 } : { status: 401 };
}

test("a bearer token is sent with each request; a refusal says so", async (t) => {
  const { server } = await startProtected(t);
  allow(server, "right-token");
  assert.equal(await callThrough(newBearerToken("right-token"), server), 200);
  await assert.rejects(callThrough(newBearerToken("wrong-token"), server), {
    name: "McpAuthorizationError",
    code: 401,
    message: /refuses the bearer token/,
  });
  assert.equal(server.tokens.length, 2);
});

test("a function is asked for each request, and once more when its token is refused", async (t) => {
  const { server } = await startProtected(t);
  allow(server, "second-token");
  let token = "first-token";
  let asked = 0;
  const client = newBearerToken(() => {
    asked += 1;
    if (asked === 2) token = "second-token";
    return token;
  });
  assert.equal(await callThrough(client, server), 200);
  assert.equal(await callThrough(client, server), 200);
  assert.deepEqual(server.tokens, [
    "Bearer first-token",
    "Bearer second-token",
    "Bearer second-token",
  ]);
});

test("a token that no header can hold, or a server without TLS, gets nothing", () => {
  for (const token of ["", "a\r\nb: c", "\u0000"]) {
    assert.throws(() => newBearerToken(token), TypeError);
  }
  const url = new URL("http://mcp.example/mcp");
  const request = { server: url, url, method: "POST", protocolVersion: undefined };
  assert.throws(() => newBearerToken("token").headersFor(request), /must be https/);
});
