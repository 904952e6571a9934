import type { Caller } from "../../session/caller.js";
import { hasTokenInQuery, readAuthorization, type PresentedToken } from "./authorization-header.js";
import type { AuthorizedRequest } from "../authorizer.js";
import type { Challenger } from "./challenger.js";
import { confirmationOf } from "../dpop/confirmation.js";
import { DpopCheck } from "../dpop/dpop-check.js";
import type { DpopRules } from "../dpop/dpop-rules.js";
import { firstOf } from "../verifiers/first-of.js";
import { TokenRefusals } from "./token-refusals.js";
import { InvalidToken, type TokenVerifier } from "../token-verifier.js";

/** Settings of a `RequestCheck`. */
export interface RequestRules {
  readonly url: URL;
  /** `url` in its canonical form. */
  readonly resource: string;
  /** At least one. */
  readonly verifiers: readonly TokenVerifier[];
  readonly dpop: DpopRules | undefined;
  readonly challenger: Challenger;
}

/** Checks the token of each request. */
export class RequestCheck {
  readonly #url: URL;
  readonly #resource: string;
  readonly #verify: TokenVerifier;
  readonly #dpop: DpopCheck | undefined;
  readonly #refusals: TokenRefusals;

  constructor({ url, resource, verifiers, dpop, challenger }: RequestRules) {
    this.#url = url;
    this.#resource = resource;
    this.#verify = verifiers.length === 1 ? verifiers[0]! : firstOf(verifiers);
    this.#dpop = dpop && new DpopCheck(dpop);
    this.#refusals = new TokenRefusals(challenger);
  }

  /**
   * Identifies the sender of a request.
   *
   * @throws Refusal when the token is missing or invalid, or can't be checked
   */
  async caller(request: AuthorizedRequest): Promise<Caller> {
    const presented = readAuthorization(request.header("authorization"));
    if (presented === "malformed" || hasTokenInQuery(request.url)) {
      throw this.#refusals.malformed("Send exactly one access token, in the Authorization header.");
    }
    if (presented === "too long") throw this.#refusals.malformed("The access token is too long.");
    if (presented === "absent" || (presented.scheme === "dpop" && !this.#dpop)) {
      throw this.#refusals.missing();
    }
    const caller = await this.#verified(presented);
    await this.#checkPossession(presented, caller, request);
    return caller;
  }

  async #verified({ token, scheme }: PresentedToken): Promise<Caller> {
    if (scheme === "bearer" && this.#dpop?.required === true) {
      throw this.#refusals.invalid("dpop", "A DPoP proof of possession is required.");
    }
    let caller: Caller | undefined;
    try {
      caller = await this.#verify(token, this.#resource);
    } catch (error) {
      if (!(error instanceof InvalidToken)) throw this.#refusals.unavailable(error);
      throw this.#refusals.invalid(scheme, error.message);
    }
    if (!caller) throw this.#refusals.invalid(scheme, "The access token is not valid.");
    return caller;
  }

  /** @see RFC 9449 section 7 */
  async #checkPossession(
    { token, scheme }: PresentedToken,
    caller: Caller,
    request: AuthorizedRequest,
  ): Promise<void> {
    const confirmation = confirmationOf(caller);
    if (scheme === "bearer" || !this.#dpop) {
      if (confirmation === undefined) return;
      // A thief could use the token without a proof.
      throw this.#refusals.invalid(
        scheme,
        "The access token is bound to a key and can't be used as a bearer token.",
      );
    }
    const proof = request.header("dpop");
    const context = { proof, token, method: request.method, urls: this.#urlsOf(request) };
    let fault;
    try {
      fault = await this.#dpop.fault({ ...context, confirmation });
    } catch (error) {
      throw this.#refusals.unavailable(error);
    }
    if (fault) throw this.#refusals.invalid("dpop", fault.description, fault.error);
  }

  /** Returns the URLs that the client may have used: a proxy may have changed the host and the path. */
  #urlsOf({ url }: AuthorizedRequest): readonly string[] {
    const { origin, pathname } = this.#url;
    const sent = url.startsWith("/") ? origin + url : url;
    const paths = [pathname, ...(URL.canParse(sent) ? [new URL(sent).pathname] : [])];
    return paths.map((path) => (path === "/" ? origin : origin + path));
  }
}
