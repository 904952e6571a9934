/** Proof that a client holds the key its token is bound to. @see RFC 9449 */
import { isObject, member, type JsonObject } from "../protocol/json.js";
import { nodeCrypto } from "../protocol/node-crypto.js";
import { timeNonces, type NonceSource } from "./dpop-nonce.js";
import { memoryReplayGuard, type ReplayGuard } from "./replay-guard.js";

export interface DpopOptions {
  /** `required`: tokens that are bound to no key are refused. */
  readonly mode: "required" | "supported";
  /** Signatures that are taken; default `ES256`, `EdDSA`, `Ed25519`, `PS256` and `RS256`. */
  readonly algorithms?: readonly string[];
  /** How old a proof may be, in seconds; default 60. */
  readonly maxAgeSeconds?: number;
  /** Proofs must hold a value of the server's, which changes after this many seconds. Absent: they need none. */
  readonly nonceSeconds?: number;
  /** Signs those values: 32 bytes or more, the same in all processes of a server. Default: one for this process. */
  readonly nonceSecret?: Uint8Array;
  /** Default: the memory of this process. */
  readonly replays?: ReplayGuard;
}

/** What a proof must fit. */
export interface ProofContext {
  readonly proof: string | undefined;
  readonly token: string;
  readonly method: string;
  /** The URLs that the request may have been sent to, as `canonicalUri` writes them and without a query. */
  readonly urls: readonly string[];
  /** The token's `cnf`. */
  readonly confirmation: unknown;
}

/** What is wrong with a proof. */
export interface ProofFault {
  readonly error: "invalid_dpop_proof" | "invalid_token" | "use_dpop_nonce";
  readonly description: string;
}

const usable = ["ES256", "ES384", "ES512", "EdDSA", "Ed25519", "PS256", "PS384", "PS512", "RS256"];
const defaultAlgorithms = ["ES256", "EdDSA", "Ed25519", "PS256", "RS256"];
const maxProofLength = 4 * 1024;
const maxIdLength = 256;
/** How far a client's clock may be ahead. */
const aheadSeconds = 5;

export class DpopCheck {
  readonly required: boolean;
  readonly algorithms: readonly string[];
  readonly #maxAge: number;
  readonly #nonces: NonceSource | undefined;
  readonly #replays: ReplayGuard;

  /** @throws TypeError when the options are wrong */
  constructor(options: DpopOptions) {
    const { mode, algorithms = defaultAlgorithms, maxAgeSeconds = 60, nonceSeconds } = options;
    const odd = algorithms.find((name) => !usable.includes(name));
    if (odd !== undefined) throw new TypeError(`${odd} can't be allowed for proofs.`);
    this.required = mode === "required";
    this.algorithms = algorithms;
    this.#maxAge = maxAgeSeconds;
    this.#nonces =
      nonceSeconds === undefined ? undefined : timeNonces(nonceSeconds, options.nonceSecret);
    this.#replays = options.replays ?? memoryReplayGuard();
  }

  /** The value that the next proof must hold, if any. */
  get nonce(): string | undefined {
    return this.#nonces?.current();
  }

  /**
   * Checks the proof that came with a token which was found good before: who has none can't fill the memory of proofs.
   *
   * @returns undefined when it is good; then it is used up
   * @throws any error when it can't be told whether the proof was used before
   */
  async fault(context: ProofContext): Promise<ProofFault | undefined> {
    const { proof, confirmation } = context;
    const bound = isObject(confirmation) ? member(confirmation, "jkt") : undefined;
    if (typeof bound !== "string") {
      return { error: "invalid_token", description: "The access token is bound to no key." };
    }
    if (proof === undefined) return badProof("The proof is missing.");
    if (proof.length > maxProofLength) return badProof("The proof is too long.");
    const signed = await this.#signed(proof);
    if (!signed) return badProof("The proof is malformed, or its signature is wrong.");
    if (signed.thumbprint !== bound) return badProof("The proof is of another key.");
    return this.#claimsFault(signed.claims, context) ?? (await this.#replayFault(signed));
  }

  async #signed(proof: string): Promise<SignedProof | undefined> {
    const { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } = await import("jose");
    try {
      const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
        typ: "dpop+jwt",
        algorithms: [...this.algorithms],
      });
      const { jwk } = protectedHeader;
      return jwk && { claims: { ...payload }, thumbprint: await calculateJwkThumbprint(jwk) };
    } catch {
      // Whatever failed, all of it was written by the client.
      return undefined;
    }
  }

  #claimsFault(claims: JsonObject, context: ProofContext): ProofFault | undefined {
    const { token, method, urls } = context;
    if (member(claims, "htm") !== method) return badProof("The proof is for another method.");
    const url = withoutQuery(member(claims, "htu"));
    if (url === undefined || !urls.includes(url)) return badProof("The proof is for another URL.");
    if (member(claims, "ath") !== nodeCrypto().hash("sha256", token, "base64url")) {
      return badProof("The proof is for another token.");
    }
    const id = member(claims, "jti");
    if (typeof id !== "string" || id === "" || id.length > maxIdLength) {
      return badProof("The proof has no usable jti.");
    }
    const nonce = member(claims, "nonce");
    if (this.#nonces && !(typeof nonce === "string" && this.#nonces.accepts(nonce))) {
      return { error: "use_dpop_nonce", description: "The proof must hold the server's nonce." };
    }
    const now = Date.now() / 1000;
    const issued = member(claims, "iat");
    if (typeof issued !== "number" || issued < now - this.#maxAge || issued > now + aheadSeconds) {
      return badProof("The proof is too old, or from the future.");
    }
    return undefined;
  }

  async #replayFault({ claims, thumbprint }: SignedProof): Promise<ProofFault | undefined> {
    const key = nodeCrypto().hash(
      "sha256",
      `${thumbprint} ${String(member(claims, "jti"))}`,
      "base64url",
    );
    const ttlMs = (this.#maxAge + aheadSeconds) * 1000;
    return (await this.#replays.first(key, ttlMs)) ? undefined : badProof("The proof was used.");
  }
}

interface SignedProof {
  readonly claims: JsonObject;
  readonly thumbprint: string;
}

function badProof(description: string): ProofFault {
  return { error: "invalid_dpop_proof", description };
}

/** @see RFC 9449 section 4.3: compared after normalisation, without query and fragment */
function withoutQuery(url: unknown): string | undefined {
  if (typeof url !== "string" || !URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return pathname === "/" ? origin : origin + pathname;
}
