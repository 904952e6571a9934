/** Proofs that a client holds the key that its tokens are bound to. @see RFC 9449 */
import type { webcrypto } from "node:crypto";
import {
  allowInsecureRequests,
  customFetch,
  DPoP,
  modifyAssertion,
  protectedResourceRequest,
  type DPoPHandle,
} from "oauth4webapi";
import { member, type JsonObject } from "../protocol/json.js";

/** Nonces are kept for as many origins; one more forgets the oldest. */
const mostNonces = 100;

/** @see RFC 9449 section 8.1 */
const nonceSyntax = /^[\x21\x23-\x5b\x5d-\x7e]{1,1024}$/;

/** The key of a client, and the nonces that servers want in its proofs. */
export class DpopKey {
  /** For the library's requests to token endpoints. */
  readonly handle: DPoPHandle;
  readonly #pair: webcrypto.CryptoKeyPair;
  readonly #nonces = new Map<string, string>();

  /** @param pair its public key can be exported; @throws TypeError if not, or if the private key can't sign */
  constructor(pair: webcrypto.CryptoKeyPair) {
    this.#pair = pair;
    this.handle = DPoP({}, pair, {
      [modifyAssertion]: (_header, payload) => {
        const { origin } = new URL(payload["htu"] as string);
        const nonce = this.#nonces.get(origin);
        if (nonce !== undefined) payload["nonce"] = nonce;
      },
    });
  }

  /** Returns the key's thumbprint, the `jkt` of tokens that are bound to it. @see RFC 7638 */
  thumbprint(): Promise<string> {
    return this.handle.calculateThumbprint();
  }

  /**
   * Returns a new proof for a request to a resource.
   *
   * @see RFC 9449 section 4.2
   */
  async proof(url: URL, method: string, accessToken: string): Promise<string> {
    let proof = "";
    await protectedResourceRequest(accessToken, method, url, undefined, null, {
      DPoP: this.handle,
      [allowInsecureRequests]: true,
      // Another sends the request: only the headers are wanted.
      [customFetch]: (_url, { headers }) => {
        proof = headers["dpop"] ?? "";
        return Promise.resolve(new Response(null));
      },
    });
    return proof;
  }

  /**
   * Takes the nonce of a response, which the next proofs for its origin contain.
   *
   * @param nonce value of the header `dpop-nonce`
   * @returns whether it is another than before, so that a refused request may be repeated
   * @see RFC 9449 section 8
   */
  learn(url: URL, nonce: string | null | undefined): boolean {
    if (typeof nonce !== "string" || !nonceSyntax.test(nonce)) return false;
    const { origin } = url;
    const isNew = this.#nonces.get(origin) !== nonce;
    this.#nonces.delete(origin);
    this.#nonces.set(origin, nonce);
    if (this.#nonces.size > mostNonces) {
      for (const oldest of this.#nonces.keys()) {
        this.#nonces.delete(oldest);
        break;
      }
    }
    return isNew;
  }

  /** Returns the key pair, to be stored beside the tokens. @throws when the private key can't be exported */
  async exported(): Promise<JsonObject> {
    return (await crypto.subtle.exportKey("jwk", this.#pair.privateKey)) as JsonObject;
  }
}

const ec = { name: "ECDSA", namedCurve: "P-256" };

/** Makes a key for ES256, which every server that knows DPoP takes. It can be exported, so that tokens outlive the process. */
export async function newDpopKey(): Promise<DpopKey> {
  return new DpopKey(await crypto.subtle.generateKey(ec, true, ["sign", "verify"]));
}

/** Reads a key that was exported; undefined if it is none. */
export async function storedDpopKey(jwk: JsonObject): Promise<DpopKey | undefined> {
  const [kty, crv, x, y, d] = ["kty", "crv", "x", "y", "d"].map((name) => member(jwk, name));
  if (kty !== "EC" || crv !== ec.namedCurve) return undefined;
  const publicJwk = { kty, crv, x: String(x), y: String(y) };
  try {
    return new DpopKey({
      privateKey: await importKey({ ...publicJwk, d: String(d) }, "sign"),
      publicKey: await importKey(publicJwk, "verify"),
    });
  } catch {
    return undefined;
  }
}

function importKey(
  jwk: webcrypto.JsonWebKey,
  use: "sign" | "verify",
): Promise<webcrypto.CryptoKey> {
  return crypto.subtle.importKey("jwk", jwk, ec, true, [use]);
}
