import type { webcrypto } from "node:crypto";
import { defined } from "../protocol/defined.js";
import { member, type JsonObject } from "../protocol/json.js";
import { nodeCrypto } from "../protocol/node-crypto.js";

/** A private key: of the Web Crypto API, as PEM text (PKCS #8, PKCS #1 or SEC 1), or as a JSON Web Key. */
export type KeySource = webcrypto.CryptoKey | string | JsonObject;

/** A private key that signs what a client says of itself. */
export interface SigningKey {
  readonly key: webcrypto.CryptoKey;
  /** @see RFC 7518 section 3.1; RFC 8037 section 3.1 */
  readonly algorithm: string;
  /** By which the server finds the public key. */
  readonly keyId?: string;
}

export interface SigningKeyOptions {
  /** Default: that of the key; `RS256` for an RSA key that has none. */
  readonly algorithm?: string | undefined;
  readonly keyId?: string | undefined;
}

const curves: ReadonlyMap<unknown, string> = new Map([
  ["P-256", "ES256"],
  ["P-384", "ES384"],
  ["P-521", "ES512"],
  ["Ed25519", "EdDSA"],
]);

/** Algorithms of RSA keys, with their names in the Web Crypto API. */
const rsa: ReadonlyMap<string, readonly [name: string, hash: string]> = new Map([
  ["RS256", ["RSASSA-PKCS1-v1_5", "SHA-256"]],
  ["RS384", ["RSASSA-PKCS1-v1_5", "SHA-384"]],
  ["RS512", ["RSASSA-PKCS1-v1_5", "SHA-512"]],
  ["PS256", ["RSA-PSS", "SHA-256"]],
  ["PS384", ["RSA-PSS", "SHA-384"]],
  ["PS512", ["RSA-PSS", "SHA-512"]],
]);

/**
 * Reads a private key.
 *
 * @throws TypeError when it is none, or can't sign with the algorithm; the message contains nothing of the key
 */
export async function signingKey(
  source: KeySource,
  options: SigningKeyOptions = {},
): Promise<SigningKey> {
  if (typeof source !== "string" && isKeyOfApi(source)) return keyOfApi(source, options);
  const jwk = typeof source === "string" ? jwkOfPem(source) : source;
  if (typeof member(jwk, "d") !== "string") throw new TypeError("The key is no private key.");
  const keyId = options.keyId ?? textOf(jwk, "kid");
  const algorithm = algorithmOf(jwk, options.algorithm);
  try {
    // The uses that the key names may leave out signing.
    const { use: _, key_ops: __, alg: ___, ext: ____, ...plain } = jwk;
    const parameters = parametersOf(algorithm, jwk);
    const key = await crypto.subtle.importKey("jwk", plain, parameters, false, ["sign"]);
    return { key, algorithm, ...defined({ keyId }) };
  } catch {
    throw new TypeError(`The key can't be used for ${algorithm}.`);
  }
}

/** By its members, because a key may come from another realm. */
function isKeyOfApi(source: webcrypto.CryptoKey | JsonObject): source is webcrypto.CryptoKey {
  return "algorithm" in source && "usages" in source;
}

function keyOfApi(key: webcrypto.CryptoKey, { algorithm, keyId }: SigningKeyOptions): SigningKey {
  if (key.type !== "private" || !key.usages.includes("sign")) {
    throw new TypeError("The key is no private key that may sign.");
  }
  const { name, namedCurve, hash } = key.algorithm as webcrypto.KeyAlgorithm & {
    readonly namedCurve?: string;
    readonly hash?: webcrypto.KeyAlgorithm;
  };
  const ofRsa = [...rsa].find(([, [api, its]]) => api === name && its === hash?.name)?.[0];
  const found = curves.get(namedCurve ?? name) ?? ofRsa;
  if (found === undefined) throw new TypeError(`Keys for ${name} can't be used.`);
  if (algorithm !== undefined && !isSame(algorithm, found)) {
    throw new TypeError(`The key is for ${found}, not for ${algorithm}.`);
  }
  return { key, algorithm: algorithm ?? found, ...defined({ keyId }) };
}

function jwkOfPem(pem: string): JsonObject {
  try {
    return nodeCrypto().createPrivateKey(pem).export({ format: "jwk" }) as JsonObject;
  } catch {
    throw new TypeError(
      "The key is no private key in PEM: it begins with -----BEGIN PRIVATE KEY-----, and is not encrypted.",
    );
  }
}

function algorithmOf(jwk: JsonObject, chosen: string | undefined): string {
  const stated = chosen ?? textOf(jwk, "alg");
  const kind = member(jwk, "kty");
  const fit = kind === "RSA" ? (stated ?? "RS256") : curves.get(member(jwk, "crv"));
  if (fit === undefined || (kind === "RSA" && !rsa.has(fit))) {
    throw new TypeError("The key is of a kind that can't be used: take EC, RSA or Ed25519.");
  }
  if (stated !== undefined && !isSame(stated, fit)) {
    throw new TypeError(`The key is for ${fit}, not for ${stated}.`);
  }
  return stated ?? fit;
}

/** `EdDSA` and `Ed25519` name the same signatures. @see RFC 9864 section 2.2 */
function isSame(one: string, other: string): boolean {
  const plain = (name: string): string => (name === "Ed25519" ? "EdDSA" : name);
  return plain(one) === plain(other);
}

function parametersOf(
  algorithm: string,
  jwk: JsonObject,
): webcrypto.AlgorithmIdentifier | webcrypto.EcKeyImportParams | webcrypto.RsaHashedImportParams {
  const ofRsa = rsa.get(algorithm);
  if (ofRsa) return { name: ofRsa[0], hash: ofRsa[1] };
  const curve = textOf(jwk, "crv") ?? "";
  return curve === "Ed25519" ? { name: curve } : { name: "ECDSA", namedCurve: curve };
}

function textOf(value: JsonObject, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === "string" ? found : undefined;
}
