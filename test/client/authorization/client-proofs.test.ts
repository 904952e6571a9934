/** How a client proves who it is, and that it holds the key of its tokens. */
import assert from "node:assert/strict";
import { createHash, createPublicKey, generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import type { AuthorizationServer } from "oauth4webapi";
import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  importJWK,
  jwtVerify,
  type JWK,
} from "jose";
import { authenticationOf } from "../../../runtime/oauth/client-authentication.js";
import type { ClientCredentials } from "../../../runtime/oauth/client-credentials.js";
import { DpopKey, newDpopKey, storedDpopKey } from "../../../runtime/oauth/dpop.js";
import { OAuthError } from "../../../runtime/oauth/oauth-error.js";
import { signingKey } from "../../../runtime/oauth/signing-key.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";

const issuer = "https://as.example";

/** Returns the form and headers that a client sends. */
async function shown(
  credentials: ClientCredentials,
  offered?: readonly string[],
): Promise<{ form: URLSearchParams; headers: Headers }> {
  const server = {
    issuer,
    ...(offered && { token_endpoint_auth_methods_supported: [...offered] }),
  } as AuthorizationServer;
  const [form, headers] = [new URLSearchParams(), new Headers()];
  const { apply } = await authenticationOf(credentials, server);
  await apply(server, { client_id: credentials.clientId }, form, headers);
  return { form, headers };
}

test("a client without a secret sends its id only", async () => {
  const { form, headers } = await shown({ clientId: "me" });
  assert.deepEqual([...form], [["client_id", "me"]]);
  assert.deepEqual([...headers], []);
});

test("a secret goes where the client is registered to send it, else where the server takes it", async () => {
  const both = { clientId: "a:b", clientSecret: "c d%-_" };
  // RFC 6749 section 2.3.1: both parts are encoded as forms are.
  const basic = `Basic ${Buffer.from("a%3Ab:c+d%25-_").toString("base64")}`;
  const rows: readonly (readonly [
    registered: ClientCredentials["authenticationMethod"],
    offered: readonly string[] | undefined,
    inHeader: boolean,
  ])[] = [
    [undefined, undefined, true],
    [undefined, ["client_secret_post", "client_secret_basic"], true],
    [undefined, ["client_secret_post", "none"], false],
    ["client_secret_post", ["client_secret_basic"], false],
    ["client_secret_basic", ["client_secret_post"], true],
  ];
  for (const [authenticationMethod, offered, inHeader] of rows) {
    const { form, headers } = await shown({ ...both, authenticationMethod }, offered);
    const where = JSON.stringify([authenticationMethod, offered]);
    assert.equal(headers.get("authorization"), inHeader ? basic : null, where);
    assert.equal(form.get("client_secret"), inHeader ? null : both.clientSecret, where);
  }
  await assert.rejects(shown(both, ["tls_client_auth"]), OAuthError);
  await assert.rejects(
    shown({ clientId: "a", authenticationMethod: "client_secret_post" }),
    TypeError,
  );
});

test("an assertion is signed with each kind of key, from PEM, JWK or the Web Crypto API", async () => {
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const ed = generateKeyPairSync("ed25519");
  const rows = [
    [ec, undefined, "ES256"],
    [ec, "ES256", "ES256"],
    [rsa, undefined, "RS256"],
    [rsa, "PS256", "PS256"],
    [ed, undefined, "EdDSA"],
    [ed, "Ed25519", "Ed25519"],
  ] as const;
  for (const [pair, algorithm, want] of rows) {
    const jwk = pair.privateKey.export({ format: "jwk" }) as JsonObject;
    const pem = pair.privateKey.export({ format: "pem", type: "pkcs8" }) as string;
    const { key } = await signingKey(pem, { algorithm });
    for (const privateKey of [pem, jwk, { ...jwk, use: "sig", key_ops: ["verify"] }, key]) {
      const { form, headers } = await shown({ clientId: "me", privateKey, algorithm, keyId: "k1" });
      assert.equal(headers.get("authorization"), null);
      const assertion = form.get("client_assertion") ?? "";
      const header = decodeProtectedHeader(assertion);
      assert.deepEqual([header.alg, header.kid], [want, "k1"]);
      const { payload } = await jwtVerify(
        assertion,
        createPublicKey(pair.publicKey.export({ format: "pem", type: "spki" }) as string),
      );
      const { iss, sub, aud, exp = 0, iat = 0, jti } = payload;
      assert.deepEqual({ iss, sub, aud }, { iss: "me", sub: "me", aud: issuer });
      assert.ok(exp > iat && exp - iat <= 300);
      assert.equal(typeof jti, "string");
      assert.equal(
        form.get("client_assertion_type"),
        "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      );
    }
  }
  const sec1 = ec.privateKey.export({ format: "pem", type: "sec1" }) as string;
  assert.equal((await signingKey(sec1)).algorithm, "ES256");
});

test("no assertion is used twice", async () => {
  const privateKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    format: "pem",
    type: "pkcs8",
  }) as string;
  const [one, other] = await Promise.all(
    [1, 2].map(async () => (await shown({ clientId: "me", privateKey })).form),
  );
  assert.notEqual(one?.get("client_assertion"), other?.get("client_assertion"));
});

test("a key that can't sign is refused at once, without showing it", async () => {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const secret = String((pair.privateKey.export({ format: "jwk" }) as JsonObject)["d"]);
  const jwk = pair.privateKey.export({ format: "jwk" }) as JsonObject;
  const publicJwk = pair.publicKey.export({ format: "jwk" }) as JsonObject;
  const locked = pair.privateKey.export({
    format: "pem",
    type: "pkcs8",
    cipher: "aes-256-cbc",
    passphrase: "x",
  }) as string;
  const rows: readonly (readonly [source: string | JsonObject, algorithm?: string])[] = [
    ["-----BEGIN PRIVATE KEY-----\nnonsense\n-----END PRIVATE KEY-----"],
    [`not PEM ${secret}`],
    [locked],
    [publicJwk],
    [jwk, "RS256"],
    [{ ...jwk, alg: "none" }],
    [{ ...jwk, x: "AAAA" }],
    [{ kty: "oct", d: secret }],
    [{}],
  ];
  for (const [source, algorithm] of rows) {
    await assert.rejects(signingKey(source, { algorithm }), (error: Error) => {
      assert.ok(error instanceof TypeError);
      assert.ok(!error.message.includes(secret));
      return true;
    });
  }
});

test("a DPoP proof says what RFC 9449 asks, is signed, and used once", async () => {
  const key = await newDpopKey();
  const url = new URL("https://mcp.example/mcp?secret=1#part");
  const proof = await key.proof(url, "POST", "the-token");
  const { jwk, alg, typ } = decodeProtectedHeader(proof) as { jwk: JWK; alg: string; typ: string };
  assert.deepEqual([alg, typ], ["ES256", "dpop+jwt"]);
  assert.equal(jwk.d, undefined);
  const { payload } = await jwtVerify(proof, await importJWK(jwk, alg));
  const { htm, htu, ath, jti, iat = 0, nonce } = payload;
  assert.deepEqual(
    { htm, htu, ath, nonce },
    {
      htm: "POST",
      htu: "https://mcp.example/mcp",
      ath: createHash("sha256").update("the-token").digest("base64url"),
      nonce: undefined,
    },
  );
  assert.ok(Math.abs(iat - Date.now() / 1000) < 60);
  const again = await jwtVerify(
    await key.proof(url, "POST", "the-token"),
    await importJWK(jwk, alg),
  );
  assert.notEqual(again.payload.jti, jti);
  assert.equal(await key.thumbprint(), await calculateJwkThumbprint(jwk));
});

test("nonces are kept by origin, and odd ones are not sent", async () => {
  const key = await newDpopKey();
  const nonceFor = async (text: string): Promise<unknown> => {
    const [, payload = ""] = (await key.proof(new URL(text), "GET", "t")).split(".");
    return (JSON.parse(Buffer.from(payload, "base64url").toString()) as JsonObject)["nonce"];
  };
  const url = new URL("https://a.example/x");
  assert.equal(key.learn(url, "first"), true);
  assert.equal(key.learn(url, "first"), false);
  assert.equal(await nonceFor("https://a.example/y"), "first");
  assert.equal(await nonceFor("https://b.example/x"), undefined);
  for (const odd of [null, undefined, "", "a b", 'a"b', "a\nb", "x".repeat(5_000)]) {
    assert.equal(key.learn(url, odd), false);
  }
  assert.equal(await nonceFor("https://a.example/y"), "first");
  for (let i = 0; i < 200; i++) key.learn(new URL(`https://h${i}.example/`), "n");
  assert.equal(await nonceFor("https://a.example/y"), undefined);
});

test("a DPoP key outlives the process, and what is no key is none", async () => {
  const key = await newDpopKey();
  const kept = await key.exported();
  assert.equal(await (await storedDpopKey(kept))?.thumbprint(), await key.thumbprint());
  for (const bad of [{}, { ...kept, d: 1 }, { ...kept, crv: "P-384" }, { ...kept, x: "AA" }]) {
    assert.equal(await storedDpopKey(bad as JsonObject), undefined);
  }
  const { privateKey } = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["sign", "verify"],
  );
  assert.throws(() => new DpopKey({ privateKey, publicKey: privateKey }), TypeError);
});
