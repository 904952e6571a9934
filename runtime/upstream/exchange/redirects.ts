import { ToolError } from "../../protocol/tool-error.js";
import type { Redactor } from "../../protocol/text/redactor.js";
import type { HttpRequest } from "../request/request.js";

/** How redirects are followed. */
export interface RedirectSettings {
  readonly fetch: typeof globalThis.fetch;
  /** For error messages. */
  readonly redactor: Redactor;
  /** Whether a redirect to another origin may be followed; absent: never. */
  readonly allows?: ((target: URL) => boolean) | undefined;
}

const maxRedirects = 5;

/** The only headers sent to another origin; none of them identifies the sender. */
const impersonal = new Set(["accept", "accept-language", "content-type"]);

/**
 * Sends a request and follows redirects on its own origin, and to other origins if they are allowed. Another origin
 * never gets credentials, cookies or headers of arguments, nor does the first origin if it is redirected back to.
 *
 * @throws ToolError when a redirect can't be followed; what `fetch` throws
 * @see RFC 9110 section 15.4
 */
export async function follow(
  request: HttpRequest,
  { fetch, redactor, allows }: RedirectSettings,
  signal: AbortSignal,
): Promise<Response> {
  const { origin, host } = new URL(request.url);
  let { method, url, body, headers } = request;
  for (let redirects = 0; ; redirects += 1) {
    const init = { method, headers, redirect: "manual", signal } as const;
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    const target = redirectTarget(response, url);
    if (target === undefined) return response;
    await discard(response);
    if (target.origin !== origin) {
      const isDowngrade = url.startsWith("https:") && target.protocol !== "https:";
      if (isDowngrade || !allows?.(target)) {
        const place = redactor.text(target.origin + target.pathname);
        const why = isDowngrade
          ? "a redirect from https to another scheme is not followed"
          : `redirects to another origin are not followed, unless the server is started with --follow-redirects ${target.host}`;
        throw new ToolError(`${host} redirects (${response.status}) to ${place}; ${why}.`);
      }
      headers = only(headers, impersonal);
    }
    if (redirects === maxRedirects) {
      throw new ToolError(`${host} redirects more than ${maxRedirects} times.`);
    }
    // As all clients do.
    const seeOther = response.status === 303 && method !== "HEAD";
    const postBecomesGet =
      (response.status === 301 || response.status === 302) && method === "POST";
    if (seeOther || postBecomesGet) {
      method = "GET";
      body = undefined;
      headers = without(headers, "content-type");
    }
    url = target.href;
  }
}

/** Cancels a body that is not needed. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel();
}

/** Returns the target of a redirect; undefined if the response is not one. */
function redirectTarget(response: Response, from: string): URL | undefined {
  if (response.type === "opaqueredirect") {
    throw new ToolError("The API redirects, but this platform's fetch does not reveal the target.");
  }
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const location = response.headers.get("location");
  if (location === null) return undefined;
  let target: URL;
  try {
    target = new URL(location, from);
  } catch {
    throw new ToolError("The API redirects to an invalid URL.");
  }
  if (!/^https?:$/.test(target.protocol)) {
    throw new ToolError(
      `The API redirects to a URL with the scheme ${target.protocol.slice(0, -1)}; only http and https are followed.`,
    );
  }
  target.hash = "";
  // `fetch` refuses credentials in URLs, and the API must not choose ours.
  target.username = "";
  target.password = "";
  return target;
}

function only(headers: HttpRequest["headers"], kept: ReadonlySet<string>): HttpRequest["headers"] {
  return filtered(headers, (name) => kept.has(name));
}

function without(headers: HttpRequest["headers"], left: string): HttpRequest["headers"] {
  return filtered(headers, (name) => name !== left);
}

function filtered(
  headers: HttpRequest["headers"],
  keeps: (name: string) => boolean,
): HttpRequest["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => keeps(name.toLowerCase())));
}
