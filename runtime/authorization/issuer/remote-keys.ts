/** The keys of an authorization server, fetched when a token needs them. */
import type { JWTVerifyGetKey } from "jose";
import type { DocumentReach } from "../../contract/addresses.js";
import { isObject, member } from "../../protocol/json.js";
import { fetchJson, guardFor } from "../../oauth/metadata/fetch-json.js";
import { issuerMetadata } from "../../oauth/metadata/issuer-metadata.js";
import { secureUrl } from "../../protocol/secure-url.js";
import { VerifierUnavailable } from "../token-verifier.js";
import { askIssuer } from "./ask-issuer.js";

export interface RemoteKeysOptions {
  readonly issuer: string;
  /** Absent: the one in the issuer's metadata. */
  readonly jwksUri: string | undefined;
  readonly allowHttp: boolean;
}

const keySetLimits = { timeoutMs: 5_000, maxBytes: 512 * 1024 };
/** Pause after a failed request, because tokens arrive faster than a server recovers. */
const retryMs = 5_000;
/** Keys are fetched again after this time, or when a token names an unknown key, but not twice within the cooldown. */
const maxAgeMs = 10 * 60_000;
const cooldownMs = 30_000;
/** How long fetched keys stay valid while the server does not answer. */
const staleMs = 60 * 60_000;

/**
 * Returns a function that finds the key a token names. It throws VerifierUnavailable when the keys can't be fetched,
 * and jose's errors when there is no such key.
 */
export function remoteKeys(options: RemoteKeysOptions): JWTVerifyGetKey {
  const { issuer, allowHttp } = options;
  const retry = new Backoff(retryMs);
  let keys: Promise<JWTVerifyGetKey> | undefined;

  const connect = async (): Promise<JWTVerifyGetKey> => {
    const { createRemoteJWKSet, customFetch } = await import("jose");
    const { uri, reach }: KeySource =
      options.jwksUri === undefined
        ? await keySourceOf(issuer, allowHttp)
        : { uri: options.jwksUri, reach: "any" };
    const url = secureUrl(uri, "jwks_uri", allowHttp);
    return createRemoteJWKSet(url, {
      timeoutDuration: keySetLimits.timeoutMs,
      cooldownDuration: cooldownMs,
      cacheMaxAge: maxAgeMs,
      [customFetch]: keyFetch(url, reach, retry),
    });
  };

  return async (header, token) => {
    keys ??= retry.run(connect).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return (await keys)(header, token);
  };
}

interface KeySource {
  readonly uri: string;
  readonly reach: DocumentReach;
}

/** Metadata of a public host can't lead to an address that only this computer or its network reaches. */
async function keySourceOf(issuer: string, allowHttp: boolean): Promise<KeySource> {
  const { value, reach } = await askIssuer(issuerMetadata(issuer, { allowHttp }));
  const uri = member(value, "jwks_uri");
  if (typeof uri !== "string") throw new VerifierUnavailable(`${issuer} has no jwks_uri`);
  return { uri, reach };
}

function keyFetch(url: URL, reach: DocumentReach, retry: Backoff): () => Promise<Response> {
  let last: { readonly text: string; readonly atMs: number } | undefined;
  return async () => {
    try {
      const text = await retry.run(async () => {
        const answer = fetchJson(url, { ...keySetLimits, guard: guardFor(reach) });
        const { status, value } = await askIssuer(answer);
        if (!value) throw new VerifierUnavailable(`${url.href}: status ${status}`);
        const list = member(value, "keys");
        if (!Array.isArray(list) || !list.every(isObject)) {
          throw new VerifierUnavailable(`${url.href}: not a JSON Web Key Set`);
        }
        return JSON.stringify({ keys: list });
      });
      last = { text, atMs: Date.now() };
    } catch (error) {
      if (!last || last.atMs + staleMs < Date.now()) throw error;
    }
    return new Response(last.text);
  };
}

/** Repeats the last failure, without a new attempt, until a pause is over. */
class Backoff {
  readonly #pauseMs: number;
  #failure: { readonly error: unknown; readonly atMs: number } | undefined;

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  async run<T>(attempt: () => Promise<T>): Promise<T> {
    if (this.#failure && this.#failure.atMs + this.#pauseMs > Date.now()) throw this.#failure.error;
    try {
      const result = await attempt();
      this.#failure = undefined;
      return result;
    } catch (error) {
      this.#failure = { error, atMs: Date.now() };
      throw error;
    }
  }
}
