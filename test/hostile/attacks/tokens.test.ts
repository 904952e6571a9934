/** Forms of JWT that a verifier must not take: each is a valid token of the issuer but for one thing. */
import assert from "node:assert/strict";
import {
  constants,
  createHmac,
  createPublicKey,
  randomBytes,
  sign as signBytes,
} from "node:crypto";
import { after, before, test } from "node:test";
import { CompactEncrypt, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { jwtVerifier, oauthResource } from "../../../runtime/index.js";
import {
  ask,
  resource,
  startIssuer,
  statusOf,
  usualClaims,
  type Issuer,
} from "../../support/authorization/issuer.js";

let issuer: Issuer;
let foreign: Awaited<ReturnType<typeof generateKeyPair>>;
before(async () => {
  issuer = await startIssuer();
  foreign = await generateKeyPair("ES256", { extractable: true });
});
after(() => issuer.close());

const encoded = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const claims = (): Record<string, unknown> => usualClaims(issuer.url);
const header = { alg: "ES256", kid: "first", typ: "at+jwt" };
const now = (): number => Math.floor(Date.now() / 1000);

/** Returns a token that the issuer signed, with some of its parts replaced afterwards. */
async function changed(change: (parts: string[]) => string[]): Promise<string> {
  return change((await issuer.token()).split(".")).join(".");
}

/** Returns a token signed by a key that the issuer does not have. */
async function forged(more: Record<string, unknown>, of = claims()): Promise<string> {
  const kid = "kid" in more ? {} : { kid: "first" };
  return new SignJWT(of)
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", ...kid, ...more })
    .sign(foreign.privateKey, { crit: { x: true } });
}

/** Returns a token with a keyed hash in place of a signature. */
async function hashed(key: string | Buffer, alg = "HS256"): Promise<string> {
  const text = `${encoded({ ...header, alg })}.${encoded(claims())}`;
  const mac = createHmac(alg.replace("HS", "sha"), key).update(text).digest("base64url");
  return `${text}.${mac}`;
}

const unsigned = (alg: unknown, signature = ""): string =>
  `${encoded({ ...header, alg })}.${encoded(claims())}.${signature}`;
const publicJwk = async (): Promise<JWK> =>
  ((issuer.answers.get("/jwks") as { keys: JWK[] }).keys[0] ?? {}) as JWK;
const publicPem = async (type: "spki" | "pkcs1" = "spki"): Promise<string> =>
  createPublicKey({ key: (await publicJwk()) as never, format: "jwk" })
    .export({ type, format: "pem" })
    .toString();
const withHeader = (more: Record<string, unknown>): Promise<string> => issuer.token({}, more);
const withClaims = (more: Record<string, unknown>): Promise<string> => issuer.token(more);

const forms: Readonly<Record<string, () => string | Promise<string>>> = {
  // Algorithms.
  "no algorithm": () => unsigned("none"),
  "no algorithm, capitalised": () => unsigned("None"),
  "no algorithm, in capitals": () => unsigned("NONE"),
  "no algorithm, mixed": () => unsigned("nOnE"),
  "no algorithm, with a signature": () => unsigned("none", encoded("x")),
  "an empty algorithm": () => unsigned(""),
  "an algorithm that is null": () => unsigned(null),
  "an algorithm that is absent": () => unsigned(undefined),
  "an algorithm that is a list": () => unsigned(["ES256"]),
  "an algorithm that is a map": () => unsigned({ name: "ES256" }),
  "an algorithm in small letters": () => unsigned("es256"),
  "an algorithm of JavaScript": () => unsigned("constructor"),
  "the public key as a shared secret, in PEM": async () => hashed(await publicPem()),
  "the public key as a shared secret, in PEM without its end": async () =>
    hashed((await publicPem()).trim()),
  "the public key as a shared secret, in JSON": async () =>
    hashed(JSON.stringify(await publicJwk())),
  "the public key as a shared secret, its x": async () => hashed((await publicJwk()).x ?? ""),
  "the public key as a shared secret, its bytes": async () =>
    hashed(Buffer.from((await publicJwk()).x ?? "", "base64url")),
  "the public key as a shared secret of 512 bits": async () => hashed(await publicPem(), "HS512"),
  "an empty shared secret": () => hashed(""),
  "a guessed shared secret": () => hashed("secret"),
  // Signatures.
  "no signature": () => changed(([head = "", body = ""]) => [head, body, ""]),
  "no part for a signature": () => changed(([head = "", body = ""]) => [head, body]),
  "a signature of zeros": () =>
    changed(([head = "", body = ""]) => [head, body, Buffer.alloc(64).toString("base64url")]),
  "a signature of the order of the curve": () =>
    changed(([head = "", body = ""]) => [
      head,
      body,
      Buffer.from(
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551".repeat(2),
        "hex",
      ).toString("base64url"),
    ]),
  "a signature in DER": () =>
    changed(([head = "", body = ""]) => [
      head,
      body,
      Buffer.from([0x30, 6, 2, 1, 1, 2, 1, 1]).toString("base64url"),
    ]),
  "a signature of random bytes": () =>
    changed(([head = "", body = ""]) => [head, body, randomBytes(64).toString("base64url")]),
  "a signature with a bit changed": () =>
    changed(([head = "", body = "", mac = ""]) => {
      const bytes = Buffer.from(mac, "base64url");
      bytes[10] = (bytes[10] ?? 0) ^ 1;
      return [head, body, bytes.toString("base64url")];
    }),
  "a signature that is cut": () =>
    changed(([head = "", body = "", mac = ""]) => [head, body, mac.slice(0, 40)]),
  "a signature that is longer": () =>
    changed(([head = "", body = "", mac = ""]) => [head, body, `${mac}AAAA`]),
  "the signature of another token": async () => {
    const other = (await issuer.token({ sub: "eve" })).split(".")[2] ?? "";
    return changed(([head = "", body = ""]) => [head, body, other]);
  },
  "a signature of a weak RSA key": async () => {
    const text = `${encoded({ ...header, alg: "RS256" })}.${encoded(claims())}`;
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    const mac = signBytes("sha256", Buffer.from(text), {
      key: privateKey as never,
      padding: constants.RSA_PKCS1_PADDING,
    });
    return `${text}.${mac.toString("base64url")}`;
  },
  // Parts.
  "claims that were changed": () =>
    changed(([head = "", , mac = ""]) => [head, encoded({ ...claims(), sub: "root" }), mac]),
  "a header that was changed": () =>
    changed(([, body = "", mac = ""]) => [encoded({ ...header, x: 1 }), body, mac]),
  "one part": () => encoded(claims()),
  "four parts": () => changed((parts) => [...parts, "x"]),
  "an empty text": () => "",
  dots: () => "..",
  "four dots": () => "....",
  padding: () => changed(([head = "", body = "", mac = ""]) => [head, body, `${mac}==`]),
  "base64 that is not for URLs": () =>
    changed(([head = "", body = "", mac = ""]) => [head, body, `+/${mac.slice(2)}`]),
  "a space in a part": () => changed(([head = "", body = "", mac = ""]) => [head, `${body} `, mac]),
  "a line feed in a part": () =>
    changed(([head = "", body = "", mac = ""]) => [
      head,
      body,
      `${mac.slice(0, 9)}\n${mac.slice(9)}`,
    ]),
  "a header that is no JSON": () => changed(([, body = "", mac = ""]) => [encoded("{"), body, mac]),
  "a header that is a list": () =>
    changed(([, body = "", mac = ""]) => [encoded([header]), body, mac]),
  "a header that is null": () => changed(([, body = "", mac = ""]) => [encoded(null), body, mac]),
  "claims that are no JSON": () => changed(([head = "", , mac = ""]) => [head, encoded("x"), mac]),
  "claims that are a list": () =>
    changed(([head = "", , mac = ""]) => [head, encoded([claims()]), mac]),
  "an encrypted token": async () =>
    new CompactEncrypt(Buffer.from(JSON.stringify(claims())))
      .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", kid: "first" })
      .encrypt((await generateKeyPair("ECDH-ES")).publicKey),
  "JSON in place of the compact form": async () => {
    const [head, body, signature] = (await issuer.token()).split(".");
    return JSON.stringify({ protected: head, payload: body, signature });
  },
  "a token in a token": async () => forged({ cty: "JWT" }, { inner: await issuer.token() }),
  "a token of a megabyte": () => withClaims({ x: "x".repeat(1_000_000) }),
  "a header of a megabyte": () => unsigned("x".repeat(1_000_000)),
  "a header nested a hundred thousand times": () =>
    `${encoded("[".repeat(100_000))}.${encoded(claims())}.x`,
  // Keys that the token brings.
  "a key of its own": async () => forged({ jwk: await exportJWK(foreign.publicKey) }),
  "a key of its own without a name": async () =>
    forged({ jwk: await exportJWK(foreign.publicKey), kid: undefined }),
  "the address of its keys": () => forged({ jku: `${issuer.url}/evil` }),
  "the address of its keys with a user": () =>
    forged({ jku: `${issuer.url.replace("//", "//x@")}/jwks` }),
  "the address of its certificate": () => forged({ x5u: `${issuer.url}/evil` }),
  "a certificate of its own": () => forged({ x5c: [Buffer.from("x").toString("base64")] }),
  "a key name that is unknown": () => forged({ kid: "second" }),
  "a key name that is a path": () => forged({ kid: "../../../../dev/null" }),
  "a key name that is a URL": () => forged({ kid: `${issuer.url}/evil` }),
  "a key name that is SQL": () => forged({ kid: "first' UNION SELECT 'secret' --" }),
  "a key name that is a command": () => forged({ kid: "first|touch /tmp/pwned" }),
  "a key name of JavaScript": () => forged({ kid: "__proto__" }),
  "a key name that is empty": () => forged({ kid: "" }),
  "another's key under the issuer's name": () => forged({}),
  // Extensions.
  "an unknown extension that is critical": () => forged({ crit: ["x"], x: 1 }),
  "a payload that is not encoded": () => forged({ crit: ["b64"], b64: true }),
  "a compressed payload": () => forged({ zip: "DEF" }),
  // Types.
  "the type of an ID token's logout": () => withHeader({ typ: "logout+jwt" }),
  "the type of a proof": () => withHeader({ typ: "dpop+jwt" }),
  "the type of a security event": () => withHeader({ typ: "secevent+jwt" }),
  // Claims.
  "an issuer in capitals": () => withClaims({ iss: issuer.url.toUpperCase() }),
  "an issuer with a slash": () => withClaims({ iss: `${issuer.url}/` }),
  "an issuer with a path": () => withClaims({ iss: `${issuer.url}/other` }),
  "an issuer with a user": () => withClaims({ iss: issuer.url.replace("//", "//evil@") }),
  "an issuer whose name begins alike": () => withClaims({ iss: `${issuer.url}.evil.example` }),
  "an issuer that is a list": () => withClaims({ iss: [issuer.url] }),
  "no issuer": () => withClaims({ iss: undefined }),
  "another audience": () => withClaims({ aud: "https://other.example" }),
  "an audience whose name begins alike": () => withClaims({ aud: `${resource}.evil.example` }),
  "the audience of a path below": () => withClaims({ aud: `${resource}/below` }),
  "the audience of the host alone": () => withClaims({ aud: new URL(resource).origin }),
  "an audience for all": () => withClaims({ aud: "*" }),
  "an audience that is empty": () => withClaims({ aud: [] }),
  "an audience that is a map": () => withClaims({ aud: { [resource]: true } }),
  "no audience": () => withClaims({ aud: undefined }),
  "a time gone by": () => withClaims({ exp: now() - 3600 }),
  "a time that is a text": () => withClaims({ exp: String(now() + 300) }),
  "a time that is negative": () => withClaims({ exp: -1 }),
  "a time that is null": () => withClaims({ exp: null }),
  "no time": () => withClaims({ exp: undefined }),
  "a time to come": () => withClaims({ nbf: now() + 3600 }),
  "a time to come that is a text": () => withClaims({ nbf: String(now() + 3600) }),
  "a user that is a map": () => withClaims({ sub: { toString: "ada" }, client_id: undefined }),
  "a user that is empty": () => withClaims({ sub: "", client_id: undefined }),
  nobody: () => withClaims({ sub: undefined, client_id: undefined }),
};

for (const [name, form] of Object.entries(forms)) {
  test(`a token with one thing wrong is refused: ${name}`, async () => {
    const authorizer = oauthResource({
      resource,
      authorizationServers: [issuer.url],
      verify: jwtVerifier({ issuer: issuer.url }),
    });
    const token = await form();
    const answer = await ask(authorizer, token);
    assert.ok([400, 401].includes(statusOf(answer)), `${statusOf(answer)}: ${token.slice(0, 200)}`);
    assert.deepEqual(
      issuer.asked.splice(0).filter((path) => path.includes("evil")),
      [],
      "no address that the token names is asked",
    );
    // The verifier still takes a token that is right, so it did not refuse for another reason.
    assert.equal(statusOf(await ask(authorizer, await issuer.token())), 200);
  });
}

test("the list is at least as long as the review's", () => {
  assert.ok(Object.keys(forms).length >= 80, String(Object.keys(forms).length));
});
