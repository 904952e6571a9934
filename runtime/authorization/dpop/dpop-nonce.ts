import { nodeCrypto } from "../../protocol/node-crypto.js";

/** Nonces that proofs must contain, so that no proof can be made in advance. */
export interface NonceSource {
  /** Returns the nonce to use now. */
  current(): string;
  /** Whether a nonce is the current or the previous one. */
  accepts(nonce: string): boolean;
}

/**
 * Creates nonces that need no storage: each is the signature of a time slice.
 *
 * @param lifetimeSeconds how long each is issued; it is accepted for as long again
 * @param secret at least 32 bytes, the same in all processes of a server; default: random
 * @throws TypeError when the secret is too short
 * @see RFC 9449 section 9
 */
export function timeNonces(
  lifetimeSeconds: number,
  secret: Uint8Array = nodeCrypto().randomBytes(32),
): NonceSource {
  if (secret.length < 32) throw new TypeError("`nonceSecret` must have at least 32 bytes.");
  const sign = (slice: number): string =>
    nodeCrypto().createHmac("sha256", secret).update(`DPoP nonce ${slice}`).digest("base64url");
  const slice = (): number => Math.floor(Date.now() / 1000 / lifetimeSeconds);
  const equal = (nonce: string, expected: string): boolean =>
    nonce.length === expected.length &&
    nodeCrypto().timingSafeEqual(Buffer.from(nonce), Buffer.from(expected));
  return {
    current: () => sign(slice()),
    // Only base64url, so that the length in characters equals that in bytes.
    accepts: (nonce) =>
      /^[\w-]+$/.test(nonce) && (equal(nonce, sign(slice())) || equal(nonce, sign(slice() - 1))),
  };
}
