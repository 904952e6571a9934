import type { Environment } from "../../contract/environment.js";
import { runsInNode } from "../../net/platform.js";
import type { ApiGuards } from "./api-guards.js";
import { FetchSender } from "./fetch-sender.js";
import type { ApiSender } from "./sender.js";

export interface SenderSettings {
  readonly env: Environment;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly maxConnections?: number | undefined;
}

export interface SenderSource {
  /** Sends by a `fetch`: that of the user, or the platform's. */
  readonly byFetch: FetchSender;
  /** Returns the sender for the next request; a promise while it is being loaded. */
  next(): ApiSender | Promise<ApiSender>;
}

/**
 * Chooses what sends the requests of an API: undici in Node, because it takes a fraction of the time; the platform's `fetch`
 * elsewhere, and where a program has replaced it or its dispatcher.
 */
export function senderSource(guards: ApiGuards, settings: SenderSettings): SenderSource {
  const { fetch } = settings;
  const byFetch = new FetchSender(guards, fetch);
  if (fetch || !runsInNode()) return { byFetch, next: () => byFetch };
  let direct: ApiSender | undefined;
  let loading: Promise<ApiSender> | undefined;
  return {
    byFetch,
    next: () => {
      if (isReplaced()) return byFetch;
      if (direct) return direct;
      loading ??= import("./undici/undici-sender.js").then(
        ({ UndiciSender }) => (direct = new UndiciSender(guards, settings)),
      );
      return loading;
    },
  };
}

let plain: unknown;

/** Whether a program has set a `fetch` or a dispatcher of its own, such as one that records requests in tests. */
function isReplaced(): boolean {
  const { fetch } = globalThis;
  if (fetch !== plain) {
    if (!/\binternal\/deps\/undici\b|\blazyUndici\(\)/.test(String(fetch))) return true;
    plain = fetch;
  }
  const shown = globalThis as Record<symbol, object | undefined>;
  return isOther(shown[firstDispatcher]) || isOther(shown[secondDispatcher]);
}

function isOther(dispatcher: object | undefined): boolean {
  return dispatcher !== undefined && dispatcher.constructor.name !== "Agent";
}

/** Where versions of undici keep the dispatcher of `fetch`. */
const firstDispatcher = Symbol.for("undici.globalDispatcher.1");
const secondDispatcher = Symbol.for("undici.globalDispatcher.2");
