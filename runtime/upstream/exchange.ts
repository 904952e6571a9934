import { ToolError } from "../protocol/tool-error.js";
import type { Redactor } from "./redactor.js";
import type { HttpRequest } from "./request.js";
import { discard } from "./response-bytes.js";

/** How a request is sent. */
export interface ExchangeSettings {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds for everything: sending, redirects, reading. */
  readonly timeoutMs: number;
  /** Cancels the exchange. */
  readonly signal: AbortSignal | undefined;
  /** For error messages. */
  readonly redactor: Redactor;
}

const maxRedirects = 5;

/** The longest delay timers take; a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Sends a request and reads its response.
 *
 * Redirects are followed on the same origin only, so that credentials never reach another.
 *
 * @throws ToolError when the API can't be reached, takes too long or redirects elsewhere; what `read` throws; and the
 *   signal's own reason when it was aborted.
 */
export async function exchange<T>(
  request: HttpRequest,
  settings: ExchangeSettings,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { signal, timeoutMs } = settings;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const cancel = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", cancel, { once: true });
  let late = false;
  const expire = () => {
    late = true;
    controller.abort();
  };
  const timer = setTimeout(expire, Math.min(timeoutMs, longestTimer));
  try {
    return await read(await follow(request, settings, controller.signal));
  } catch (error) {
    signal?.throwIfAborted();
    if (late) throw new ToolError(`No answer from ${hostOf(request)} within ${timeoutMs} ms.`);
    if (error instanceof ToolError) throw error;
    const reason = settings.redactor.text(reasonOf(error));
    throw new ToolError(`The call to ${hostOf(request)} failed: ${reason}.`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

async function follow(
  request: HttpRequest,
  { fetch, redactor }: ExchangeSettings,
  signal: AbortSignal,
): Promise<Response> {
  let { method, url, body } = request;
  let { headers } = request;
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal,
      ...(body === undefined ? {} : { body }),
    });
    const target = redirectTarget(response, url);
    if (target === undefined) return response;
    await discard(response);
    if (target.origin !== new URL(url).origin) {
      const place = redactor.text(target.origin + target.pathname);
      throw new ToolError(
        `${hostOf(request)} redirects (${response.status}) to ${place}; redirects to another origin are not followed.`,
      );
    }
    if (redirects === maxRedirects) {
      throw new ToolError(`${hostOf(request)} redirects more than ${maxRedirects} times.`);
    }
    // RFC 9110 section 15.4, as every client practises it.
    const seeOther = response.status === 303 && method !== "HEAD";
    const postBecomesGet =
      (response.status === 301 || response.status === 302) && method === "POST";
    if (seeOther || postBecomesGet) {
      method = "GET";
      body = undefined;
      headers = withoutContentType(headers);
    }
    url = target.href;
  }
}

/** Where a response redirects to; undefined when it is an answer of its own. */
function redirectTarget(response: Response, from: string): URL | undefined {
  if (response.type === "opaqueredirect") {
    throw new ToolError("The API redirects, and this platform's fetch does not say where.");
  }
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const location = response.headers.get("location");
  if (location === null) return undefined;
  try {
    const target = new URL(location, from);
    target.hash = "";
    return target;
  } catch {
    throw new ToolError("The API redirects to something that is no URL.");
  }
}

function withoutContentType(headers: HttpRequest["headers"]): HttpRequest["headers"] {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type"),
  );
}

function hostOf(request: HttpRequest): string {
  return new URL(request.url).host;
}

/** What went wrong, in a word where there is one: `ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  for (let level: unknown = error, depth = 0; level instanceof Error && depth < 4; depth += 1) {
    const { code } = level as { code?: unknown };
    if (typeof code === "string") return code;
    if (level.cause === undefined) return level.message;
    level = level.cause;
  }
  return "unknown reason";
}
