import { AddressGuard } from "../../contract/address-guard.js";
import type { Reach } from "../../contract/addresses.js";
import type { Api } from "../../contract/api.js";
import { variable, type Environment } from "../../contract/environment.js";
import { unixOrigin, unixSocketOf } from "../../net/unix-socket.js";

export interface GuardSettings {
  readonly env: Environment;
  readonly baseUrl?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly allowInternal?: boolean | undefined;
}

/** Decides which addresses the requests of an API may go to. */
export class ApiGuards {
  readonly #fetch: typeof globalThis.fetch | undefined;
  readonly #reach: Reach;
  /** The origin of the base URL that the user set, and so may have any address. */
  readonly #given: string | undefined;
  readonly #guards = new Map<Reach, AddressGuard>();

  constructor(api: Api, { env, baseUrl, fetch, allowInternal }: GuardSettings) {
    this.#fetch = fetch;
    this.#reach = allowInternal ? "any" : (api.reach ?? "local");
    const given = baseUrl ?? variable(env, api.baseUrlEnv);
    this.#given = given === undefined ? undefined : originOf(given);
  }

  /** @param reach of the place that the URL comes from, if that is not the document */
  guardFor(url: string | URL, reach: Reach = this.#reach): AddressGuard {
    const isGiven = this.#given !== undefined && new URL(url).origin === this.#given;
    const effective = isGiven || this.#reach === "any" ? "any" : reach;
    let guard = this.#guards.get(effective);
    if (!guard) this.#guards.set(effective, (guard = new AddressGuard(effective, this.#fetch)));
    return guard;
  }
}

function originOf(url: string): string | undefined {
  if (unixSocketOf(url)) return unixOrigin;
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
