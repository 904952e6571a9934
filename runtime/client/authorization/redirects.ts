/** Brings the user back from the authorization server. */
import type { Loopback } from "../../oauth/browser/loopback.js";
import { OAuthError } from "../../oauth/oauth-error.js";
import type { CustomRedirect, LoopbackRedirect } from "./authorization-options.js";

/** One login. */
export interface OpenRedirect {
  readonly redirectUri: string;
  /** Shows a page. @returns the query that the user came back with; throws the signal's reason */
  readonly authorize: (url: URL, signal: AbortSignal) => Promise<URLSearchParams>;
  close(): void;
}

export interface RedirectSource {
  /** @param remembered the redirect URI that this client is registered with */
  open(state: string, remembered: string | undefined): Promise<OpenRedirect>;
}

export function redirectSource(redirect: CustomRedirect | LoopbackRedirect): RedirectSource {
  return "authorize" in redirect ? new OwnRedirects(redirect) : new LoopbackRedirects(redirect);
}

class OwnRedirects implements RedirectSource {
  readonly #redirect: CustomRedirect;

  constructor(redirect: CustomRedirect) {
    this.#redirect = redirect;
  }

  open(): Promise<OpenRedirect> {
    const { redirectUri } = this.#redirect;
    return Promise.resolve({
      redirectUri,
      authorize: async (url, signal) => {
        const returned = await this.#redirect.authorize(url, { signal });
        if (returned instanceof URLSearchParams) return returned;
        if (typeof returned === "string" && !URL.canParse(returned)) {
          return new URLSearchParams(returned);
        }
        return new URL(returned).searchParams;
      },
      close: () => undefined,
    });
  }
}

class LoopbackRedirects implements RedirectSource {
  readonly #redirect: LoopbackRedirect;

  constructor(redirect: LoopbackRedirect) {
    this.#redirect = redirect;
  }

  async open(state: string, remembered: string | undefined): Promise<OpenRedirect> {
    const loopback = await this.#listen(state, remembered);
    const { open } = this.#redirect;
    return {
      redirectUri: loopback.redirectUri,
      authorize: async (url, signal) => {
        const returned = loopback.returned(signal);
        // If the page can't be shown, nobody waits for it.
        returned.catch(() => undefined);
        if (open) await open(url);
        else
          (await import("../../oauth/browser/open-browser.js")).openBrowser(url.href, process.env);
        return returned;
      },
      close: () => loopback.close(),
    };
  }

  async #listen(state: string, remembered: string | undefined): Promise<Loopback> {
    const { openLoopback } = await import("../../oauth/browser/loopback.js");
    const { port } = this.#redirect;
    const before = remembered === undefined ? 0 : Number(new URL(remembered).port);
    if (port === undefined && before > 0) {
      try {
        return await openLoopback(state, before);
      } catch {
        // Another program has the port: the client is registered again with another.
      }
    }
    try {
      return await openLoopback(state, port ?? 0);
    } catch (error) {
      throw new OAuthError(error instanceof Error ? error.message.replace(/\.$/, "") : "No port");
    }
  }
}
