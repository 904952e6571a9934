import { nodeCrypto } from "../../protocol/node-crypto.js";

/** Values that proofs must hold, so that none can be made in advance. */
export interface NonceSource {
  /** The one to use now. */
  current(): string;
  /** Whether a value is the current one or the one before. */
  accepts(nonce: string): boolean;
}

/**
 * Nonces that need no memory: each is a slice of time, signed.
 *
 * @param lifetimeSeconds how long each is given out; it is taken for as long again
 * @param secret at least 32 bytes, the same in all processes of a server; default: one of this process's own
 * @throws TypeError when the secret is too short
 * @see RFC 9449 section 9
 */
export function timeNonces(
  lifetimeSeconds: number,
  secret: Uint8Array = nodeCrypto().randomBytes(32),
): NonceSource {
  if (secret.length < 32) throw new TypeError("The secret of nonces needs at least 32 bytes.");
  const sign = (slice: number): string =>
    nodeCrypto().createHmac("sha256", secret).update(`DPoP nonce ${slice}`).digest("base64url");
  const slice = (): number => Math.floor(Date.now() / 1000 / lifetimeSeconds);
  const equal = (nonce: string, wanted: string): boolean =>
    nonce.length === wanted.length &&
    nodeCrypto().timingSafeEqual(Buffer.from(nonce), Buffer.from(wanted));
  return {
    current: () => sign(slice()),
    // base64url only, so that the length in characters is that in bytes.
    accepts: (nonce) =>
      /^[\w-]+$/.test(nonce) && (equal(nonce, sign(slice())) || equal(nonce, sign(slice() - 1))),
  };
}
