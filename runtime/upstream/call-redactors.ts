import {
  redactorsOf,
  secretsInQuery,
  secretsOf,
  type Redactors,
  type Secret,
} from "../protocol/text/redactor.js";
import type { FixedHeaders } from "./request/header.js";
import type { Credentials } from "./request/credentials.js";
import type { ForwardedHeaders } from "./security/forwarded-headers.js";

/** Most callers whose redactors are kept. */
const maxForwarded = 100;

/** The redactors of calls, made once for the same secrets. */
export class CallRedactors {
  readonly #ofServer: readonly Secret[];
  readonly #ofCredentials = new WeakMap<Credentials, Redactors>();
  /** By the secrets that callers forwarded. */
  readonly #forwarded = new Map<
    string,
    { readonly credentials: Credentials; readonly redactors: Redactors }
  >();

  /**
   * @param headers of every request
   * @param query of the base URL
   */
  constructor(headers: FixedHeaders, query: string) {
    this.#ofServer = [...secretsOf(headers), ...secretsInQuery(query)];
  }

  /** @param forwarded headers of the caller */
  for(credentials: Credentials, forwarded: ForwardedHeaders | undefined): Redactors {
    const secrets = forwarded ? secretsOf(forwarded) : [];
    if (secrets.length === 0) {
      let known = this.#ofCredentials.get(credentials);
      if (!known) this.#ofCredentials.set(credentials, (known = this.#make(credentials, [])));
      return known;
    }
    // A caller mostly forwards the same headers.
    const made = this.#forwarded;
    const key = JSON.stringify(secrets);
    let known = made.get(key);
    if (known?.credentials !== credentials) {
      if (made.size >= maxForwarded) made.clear();
      known = { credentials, redactors: this.#make(credentials, secrets) };
      made.set(key, known);
    }
    return known.redactors;
  }

  #make({ secrets }: Credentials, forwarded: readonly Secret[]): Redactors {
    return redactorsOf([...secrets, ...forwarded, ...this.#ofServer]);
  }
}
