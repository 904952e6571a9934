/** Proofs that the client has the key that its tokens are bound to. @see RFC 9449 */
import type { webcrypto } from "node:crypto";
import { DpopKey, newDpopKey, storedDpopKey } from "../../oauth/dpop.js";
import type { TokenStore } from "../../oauth/stores/token-store.js";
import type { AuthorizedClientRequest, ClientRefusal, Headers } from "../client-options.js";

const storeKey = "dpop key";

/** The key of one `ClientAuthorization`, and the nonces of the MCP servers. */
export class ClientDpop {
  readonly #given: webcrypto.CryptoKeyPair | undefined;
  readonly #store: TokenStore;
  #loading: Promise<DpopKey> | undefined;
  #key: DpopKey | undefined;
  /** Latest nonce of each server. */
  readonly #nonces = new Map<string, string>();
  /** The nonce that each request was sent with. */
  readonly #sent = new WeakMap<AuthorizedClientRequest, string>();

  /** @param given undefined: the key of the store, or a new one */
  constructor(given: webcrypto.CryptoKeyPair | undefined, store: TokenStore) {
    this.#given = given;
    this.#store = store;
  }

  /** Loads or makes the key. Call it before the other methods. */
  async prepare(): Promise<void> {
    this.#loading ??= this.#load();
    try {
      this.#key = await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  /** For requests to the token endpoint. */
  get key(): DpopKey | undefined {
    return this.#key;
  }

  /** Returns the headers of a request to the MCP server, with a new proof. */
  async headersFor(request: AuthorizedClientRequest, token: string): Promise<Headers> {
    const { url, method } = request;
    const nonce = this.#nonces.get(url.origin);
    if (nonce !== undefined) this.#sent.set(request, nonce);
    const proof = await this.#key?.proof(url, method, token);
    return { authorization: `DPoP ${token}`, dpop: proof ?? "" };
  }

  /** Keeps the nonce of a refusal. @returns whether the request was sent with another */
  takesNonce(request: AuthorizedClientRequest, { header }: ClientRefusal): boolean {
    const nonce = header("dpop-nonce");
    if (nonce === undefined) return false;
    this.#key?.learn(request.url, nonce);
    this.#nonces.set(request.url.origin, nonce);
    return this.#sent.get(request) !== nonce;
  }

  /** Tokens that were stored are bound to the key, so it is stored as well. */
  #load(): Promise<DpopKey> {
    if (this.#given) return Promise.resolve(new DpopKey(this.#given));
    return this.#store.exclusively(storeKey, async () => {
      const stored = await this.#store.read(storeKey);
      const key = stored && (await storedDpopKey(stored));
      if (key) return key;
      const made = await newDpopKey();
      await this.#store.write(storeKey, await made.exported());
      return made;
    });
  }
}
