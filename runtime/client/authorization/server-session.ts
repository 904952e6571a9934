import { defined } from "../../protocol/defined.js";
import { canonicalUri, secureUrl } from "../../protocol/secure-url.js";
import { OAuthError } from "../../oauth/oauth-error.js";
import type { TokenStore } from "../../oauth/stores/token-store.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type { AuthorizedClientRequest, ClientRefusal, Headers } from "../client-options.js";
import { McpAuthorizationError } from "../errors.js";

import type { ClientDpop } from "./client-dpop.js";
import { authorizationError } from "./failure.js";
import type { Grant, Granted, TokenTarget } from "./grant.js";
import { isStale, storedToken, tokenJson, type HeldToken } from "./held-token.js";
import { firstScopes, holds, scopesOf, union } from "./scope-choice.js";
import { SharedWork } from "./shared-work.js";
import type { TargetFinder } from "./target-finder.js";
import { tokenChallenge, type TokenChallenge } from "./token-challenge.js";

export interface SessionSettings {
  readonly grant: Grant;
  readonly finder: TargetFinder;
  readonly store: TokenStore;
  readonly scopes: readonly string[] | undefined;
  readonly maxStepUps: number;
  readonly dpop: ClientDpop | undefined;
}

const noHeaders: Headers = {};

/** Pause after an early renewal that failed, since the token is still valid. */
const earlyPauseMs = 10_000;

/** The token for one MCP server: used, renewed before it expires, and replaced when the server refuses it. */
export class ServerSession {
  readonly #url: URL;
  readonly #settings: SessionSettings;
  readonly #key: string;
  readonly #work = new SharedWork();
  /** The token that each request was sent with. */
  readonly #used = new WeakMap<AuthorizedClientRequest, HeldToken | undefined>();
  #loading: Promise<void> | undefined;
  #isLoaded = false;
  #held: HeldToken | undefined;
  #headers = noHeaders;
  /** Known once a server has refused a request. */
  #target: TokenTarget | undefined;
  /** Where the server said that its metadata is; later challenges may not repeat it. */
  #metadataUrl: string | undefined;
  #noEarlierThan = 0;

  constructor(url: URL, settings: SessionSettings) {
    this.#url = url;
    this.#settings = settings;
    this.#key = `token ${canonicalUri(url)}`;
  }

  headersFor(request: AuthorizedClientRequest): MaybePromise<Headers> {
    if (!this.#isLoaded) return this.#loaded().then(() => this.#headersOf(request));
    if (this.#held !== undefined && isStale(this.#held) && this.#canRenewEarly(this.#held)) {
      return this.#renewEarly(request).then(() => this.#headersOf(request));
    }
    return this.#headersOf(request);
  }

  /** @returns whether the request should be sent again */
  async refused(request: AuthorizedClientRequest, refusal: ClientRefusal): Promise<boolean> {
    const { dpop } = this.#settings;
    const challenge = tokenChallenge(refusal, dpop !== undefined);
    const hasNonce = dpop?.takesNonce(request, refusal) === true;
    if (hasNonce && challenge.error === "use_dpop_nonce") return true;
    const held = this.#held;
    const used = this.#used.has(request) ? this.#used.get(request) : held;
    const isReplaced = held && held.accessToken !== used?.accessToken && !isStale(held);
    switch (refusal.status) {
      case 401:
        if (isReplaced === true) return true;
        return this.#unauthorized(request, refusal, challenge, used);
      case 403:
        if (challenge.error !== "insufficient_scope") return false;
        if (isReplaced === true) return true;
        return this.#stepUp(request, refusal, challenge, used);
      default:
        return false;
    }
  }

  #headersOf(request: AuthorizedClientRequest): MaybePromise<Headers> {
    this.#used.set(request, this.#held);
    if (this.#held === undefined) return noHeaders;
    const { dpop } = this.#settings;
    return dpop ? dpop.headersFor(request, this.#held.accessToken) : this.#headers;
  }

  async #unauthorized(
    request: AuthorizedClientRequest,
    { attempt }: ClientRefusal,
    challenge: TokenChallenge,
    used: HeldToken | undefined,
  ): Promise<boolean> {
    if (attempt > 0 && used?.from === "grant") {
      throw this.#error(
        `${this.#place()} refuses the token that ${used.issuer} has just granted for it${said(challenge)}. Check that the server accepts tokens of this issuer for its URL`,
        401,
      );
    }
    const plan = { refresh: attempt === 0 || used?.from !== "refresh" };
    await this.#work.run(request.signal, (stop) => this.#replace(request, challenge, plan, stop));
    return true;
  }

  /** @see MCP 2026-07-28, Authorization, Step-Up Authorization Flow */
  async #stepUp(
    request: AuthorizedClientRequest,
    { attempt }: ClientRefusal,
    challenge: TokenChallenge,
    used: HeldToken | undefined,
  ): Promise<boolean> {
    const { grant, maxStepUps } = this.#settings;
    const demanded = scopesOf(challenge.scope);
    const wanted = union(used?.asked ?? [], demanded);
    const demands = `${this.#place()} demands ${demanded.length === 0 ? "further scopes" : `the scope ${demanded.join(" ")}`}`;
    if (!grant.triesAgain) throw this.#error(`${demands}, which the token lacks`, 403);
    if (attempt >= maxStepUps) {
      throw this.#error(`${demands}, and still did after ${attempt} rounds of authorization`, 403);
    }
    const isPointless =
      demanded.length === 0 || (attempt > 0 && holds(used?.scopes ?? [], demanded));
    if (used?.from === "grant" && isPointless) {
      throw this.#error(
        `${demands}, though ${used.issuer} ${demanded.length === 0 ? "granted all that were asked for" : "has just granted it"}`,
        403,
      );
    }
    const plan = { wanted };
    await this.#work.run(request.signal, (stop) => this.#replace(request, challenge, plan, stop));
    return true;
  }

  #canRenewEarly(held: HeldToken): boolean {
    const { grant } = this.#settings;
    const isPossible = grant.isSilent || (grant.refresh && held.refreshToken !== undefined);
    return this.#target !== undefined && isPossible === true && Date.now() >= this.#noEarlierThan;
  }

  /** Fails only if the request is given up: the token may still be valid, and if not, the server says so. */
  async #renewEarly({ signal }: AuthorizedClientRequest): Promise<void> {
    const target = this.#target;
    const held = this.#held;
    if (!target || !held) return;
    const { grant } = this.#settings;
    try {
      await this.#work.run(signal, async (stop) => {
        const renewed = await this.#renewed(target, stop);
        if (renewed) this.#hold(renewed);
        else if (grant.isSilent) await this.#obtain(target, held.asked, stop);
      });
    } catch {
      signal?.throwIfAborted();
      this.#noEarlierThan = Date.now() + earlyPauseMs;
    }
  }

  /** Gets another token: of the store, by the refresh token, or anew. */
  async #replace(
    { protocolVersion }: AuthorizedClientRequest,
    challenge: TokenChallenge,
    plan: { readonly refresh?: boolean; readonly wanted?: readonly string[] },
    signal: AbortSignal,
  ): Promise<void> {
    const { finder, scopes: chosen } = this.#settings;
    this.#metadataUrl = challenge.metadataUrl ?? this.#metadataUrl;
    try {
      secureUrl(this.#url.href, "The URL of a server that gets a token");
      const target = await finder.find({
        serverUrl: this.#url,
        metadataUrl: this.#metadataUrl,
        protocolVersion,
        signal,
      });
      this.#target = target;
      const renewed = plan.refresh === true ? await this.#renewed(target, signal) : undefined;
      if (renewed) return this.#hold(renewed);
      const first = firstScopes({
        challenged: challenge.scope,
        chosen,
        supported: target.scopesSupported,
      });
      const before = this.#held?.issuer === target.server.issuer ? this.#held.asked : [];
      await this.#obtain(target, plan.wanted ?? union(before, first), signal);
    } catch (error) {
      signal.throwIfAborted();
      throw authorizationError(error, this.#place());
    }
  }

  /**
   * Returns the token that another process stored meanwhile, or one for the refresh token; undefined if neither is to be had.
   * No other process refreshes at the same time, because a refresh token that rotates is good for one use.
   */
  #renewed(target: TokenTarget, signal: AbortSignal): Promise<HeldToken | undefined> {
    const { store, grant } = this.#settings;
    const work = async (): Promise<HeldToken | undefined> => {
      const stored = (await this.#stored()) ?? this.#held;
      if (stored === undefined || stored.issuer !== target.server.issuer) return undefined;
      if (stored.accessToken !== this.#held?.accessToken && !isStale(stored)) return stored;
      if (!grant.refresh || stored.refreshToken === undefined) return undefined;
      try {
        const granted = await grant.refresh(target, stored, signal);
        const token = heldToken(granted, target, "refresh", stored);
        await this.#store(token);
        return token;
      } catch (error) {
        if (!(error instanceof OAuthError) || !endsRefresh(error.code)) throw error;
        const { refreshToken: _, ...rest } = stored;
        if (this.#held?.accessToken === rest.accessToken) this.#hold(rest);
        await this.#store(rest);
        return undefined;
      }
    };
    return store.exclusively(this.#key, work, signal);
  }

  async #obtain(
    target: TokenTarget,
    scopes: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const granted = await this.#settings.grant.obtain(target, scopes, signal);
    const token = heldToken(granted, target, "grant", undefined, scopes);
    this.#hold(token);
    await this.#store(token);
  }

  /** If that fails, this process goes on with the token in memory. */
  async #store(token: HeldToken): Promise<void> {
    try {
      await this.#settings.store.write(this.#key, tokenJson(token));
    } catch {
      // The next process gets a token of its own.
    }
  }

  #hold(token: HeldToken): void {
    this.#held = token;
    this.#headers = { authorization: `${token.scheme} ${token.accessToken}` };
  }

  #loaded(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  /** A failure is told to those who wait; the next request tries again. */
  async #load(): Promise<void> {
    try {
      await this.#settings.dpop?.prepare();
      const token = await this.#stored();
      if (token) this.#hold(token);
      this.#isLoaded = true;
    } catch (error) {
      this.#loading = undefined;
      throw authorizationError(error, this.#place());
    }
  }

  /** A token of the other kind, of a time with other options, counts as none. */
  async #stored(): Promise<HeldToken | undefined> {
    const { store, dpop } = this.#settings;
    const token = storedToken(await store.read(this.#key));
    return token?.scheme === (dpop ? "DPoP" : "Bearer") ? token : undefined;
  }

  #place(): string {
    return this.#url.origin + this.#url.pathname;
  }

  #error(message: string, code: number): McpAuthorizationError {
    return new McpAuthorizationError(`${message}.`, { code, server: this.#place() });
  }
}

function said({ error, description }: TokenChallenge): string {
  const text = [error, description].filter((each) => each !== undefined).join(": ");
  return text === "" ? "" : ` (${text})`;
}

/** The server no longer knows the refresh token, or the client that it was granted to. */
function endsRefresh(code: string | undefined): boolean {
  return code === "invalid_grant" || code === "invalid_client" || code === "unauthorized_client";
}

function heldToken(
  { token, clientId }: Granted,
  { server }: TokenTarget,
  from: "refresh" | "grant",
  before: HeldToken | undefined,
  asked: readonly string[] = before?.asked ?? [],
): HeldToken {
  const { value: accessToken, type, expiresAt, scope } = token;
  return {
    accessToken,
    scheme: type === "dpop" ? "DPoP" : "Bearer",
    issuer: server.issuer,
    scopes: scope === undefined ? (before?.scopes ?? asked) : scopesOf(scope),
    asked,
    clientId,
    from,
    ...defined({ expiresAt, refreshToken: token.refreshToken ?? before?.refreshToken }),
  };
}
