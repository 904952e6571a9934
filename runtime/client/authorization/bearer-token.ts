import { isFieldValue } from "../../protocol/text/field-value.js";
import { secureUrl } from "../../protocol/secure-url.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import { andThen } from "../../protocol/maybe-promise.js";
import type {
  AuthorizedClientRequest,
  ClientAuthorization,
  ClientRefusal,
  Headers,
} from "../client-options.js";
import { McpAuthorizationError } from "../errors.js";
import type { BearerTokenSource } from "./authorization-options.js";

/** Sends a token that the program got by itself. */
class BearerToken implements ClientAuthorization {
  readonly #source: BearerTokenSource;
  #latest: { readonly token: string; readonly headers: Headers } | undefined;
  readonly #used = new WeakMap<AuthorizedClientRequest, string>();

  constructor(source: BearerTokenSource) {
    if (typeof source === "string") checkToken(source);
    this.#source = source;
  }

  headersFor(request: AuthorizedClientRequest): MaybePromise<Headers> {
    const token = typeof this.#source === "string" ? this.#source : this.#source();
    return andThen(token, (text) => this.#headersOf(request, text));
  }

  /** A function may return another token than before. */
  async refused(
    request: AuthorizedClientRequest,
    { status, attempt }: ClientRefusal,
  ): Promise<boolean> {
    if (status !== 401) return false;
    const isOther =
      attempt === 0 &&
      typeof this.#source === "function" &&
      (await this.#source()) !== this.#used.get(request);
    if (isOther) return true;
    const server = request.server.origin + request.server.pathname;
    throw new McpAuthorizationError(
      `${server} refuses the bearer token. Check that it has not expired and is meant for this server.`,
      { code: status, server },
    );
  }

  #headersOf(request: AuthorizedClientRequest, token: string): Headers {
    this.#used.set(request, token);
    if (this.#latest?.token === token) return this.#latest.headers;
    checkToken(token);
    secureUrl(request.server.href, "The URL of a server that gets a token");
    const headers = { authorization: `Bearer ${token}` };
    this.#latest = { token, headers };
    return headers;
  }
}

/** The message does not show the token. */
function checkToken(token: unknown): asserts token is string {
  if (typeof token !== "string" || token === "" || !isFieldValue(token)) {
    throw new TypeError("The bearer token is empty, or can't be sent in a header.");
  }
}

/** @throws TypeError for a token that can't be sent */
export function newBearerToken(source: BearerTokenSource): ClientAuthorization {
  return new BearerToken(source);
}
