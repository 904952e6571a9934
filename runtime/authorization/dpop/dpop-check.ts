/** Proof that a client holds the key its token is bound to. @see RFC 9449 */
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { nodeCrypto } from "../../protocol/node-crypto.js";
import type { DpopRules } from "./dpop-rules.js";

/** The request and the token that a proof must match. */
export interface ProofContext {
  readonly proof: string | undefined;
  readonly token: string;
  readonly method: string;
  /** The URLs that the request may have been sent to, as `canonicalUri` writes them, without a query. */
  readonly urls: readonly string[];
  /** The token's `cnf`. */
  readonly confirmation: unknown;
}

/** What is wrong with a proof. */
export interface ProofFault {
  readonly error: "invalid_dpop_proof" | "invalid_token" | "use_dpop_nonce";
  readonly description: string;
}

const maxProofLength = 4 * 1024;
const maxIdLength = 256;
/** How far a client's clock may be ahead, in seconds. */
const aheadSeconds = 5;

export class DpopCheck {
  readonly #rules: DpopRules;

  constructor(rules: DpopRules) {
    this.#rules = rules;
  }

  /** Whether tokens that are not bound to a key are refused. */
  get required(): boolean {
    return this.#rules.required;
  }

  /**
   * Checks a proof. Call it with a valid token only, so that other clients can't fill the memory of used proofs.
   *
   * @returns undefined when the proof is valid; it can't be used again
   * @throws any error when the replay guard can't tell whether the proof was used before
   */
  async fault(context: ProofContext): Promise<ProofFault | undefined> {
    const { proof, confirmation } = context;
    const bound = isObject(confirmation) ? member(confirmation, "jkt") : undefined;
    if (typeof bound !== "string") {
      return { error: "invalid_token", description: "The access token is not bound to a key." };
    }
    if (proof === undefined) return badProof("The DPoP proof is missing.");
    if (proof.length > maxProofLength) return badProof("The proof is too long.");
    const signed = await this.#signed(proof);
    if (!signed) return badProof("The proof is malformed, or its signature is invalid.");
    if (signed.thumbprint !== bound) return badProof("The proof was made with another key.");
    return this.#claimsFault(signed.claims, context) ?? (await this.#replayFault(signed));
  }

  async #signed(proof: string): Promise<SignedProof | undefined> {
    const { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } = await import("jose");
    try {
      const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
        typ: "dpop+jwt",
        algorithms: [...this.#rules.algorithms],
      });
      const { jwk } = protectedHeader;
      return jwk && { claims: { ...payload }, thumbprint: await calculateJwkThumbprint(jwk) };
    } catch {
      // Any failure is the client's, which wrote the whole proof.
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
      return badProof("The proof has no valid `jti`.");
    }
    const nonce = member(claims, "nonce");
    const { nonces } = this.#rules;
    if (nonces && !(typeof nonce === "string" && nonces.accepts(nonce))) {
      return { error: "use_dpop_nonce", description: "The proof must contain the server's nonce." };
    }
    const now = Date.now() / 1000;
    const issued = member(claims, "iat");
    if (
      typeof issued !== "number" ||
      issued < now - this.#rules.maxAgeSeconds ||
      issued > now + aheadSeconds
    ) {
      return badProof("The proof's `iat` is too old or in the future.");
    }
    return undefined;
  }

  async #replayFault({ claims, thumbprint }: SignedProof): Promise<ProofFault | undefined> {
    const key = nodeCrypto().hash(
      "sha256",
      `${thumbprint} ${String(member(claims, "jti"))}`,
      "base64url",
    );
    const ttlMs = (this.#rules.maxAgeSeconds + aheadSeconds) * 1000;
    return (await this.#rules.replays.first(key, ttlMs))
      ? undefined
      : badProof("The proof was already used.");
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
