import { createHash, randomUUID } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from "jose";

/** The request that a proof is made for. */
export interface Proven {
  readonly url: string;
  readonly method: string;
  readonly token: string;
  readonly nonce?: string;
}

/** A client with its own key. */
export interface DpopClient {
  /** The `jkt` value of tokens bound to the key. */
  readonly thumbprint: string;
  /** Returns a new proof of possession. @see RFC 9449 section 4.2 */
  proof(proven: Proven): Promise<string>;
}

export async function dpopClient(): Promise<DpopClient> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwk = await exportJWK(publicKey);
  return {
    thumbprint: await calculateJwkThumbprint(jwk),
    proof: ({ url, method, token, nonce }) =>
      new SignJWT({
        jti: randomUUID(),
        htm: method,
        htu: url,
        ath: createHash("sha256").update(token).digest("base64url"),
        ...(nonce !== undefined && { nonce }),
      })
        .setIssuedAt()
        .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
        .sign(privateKey),
  };
}
