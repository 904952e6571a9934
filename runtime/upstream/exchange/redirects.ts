import { defined } from "../../protocol/defined.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { Redactor } from "../../protocol/text/redactor.js";
import { hostOf, type HttpRequest } from "../request/request.js";
import type { ApiResponse, ApiSender, SentRequest, Stoppable } from "./sender.js";

/** How redirects are followed. */
export interface RedirectSettings {
  readonly sender: ApiSender;
  /** For error messages. */
  readonly redactor: Redactor;
  /** Whether a redirect to another origin may be followed; absent: never. */
  readonly allows?: ((target: URL) => boolean) | undefined;
}

const maxRedirects = 5;

/** The only headers sent to another origin; none of them identifies the sender. */
const impersonal = new Set(["accept", "accept-language", "content-type"]);

/**
 * Follows redirects on the origin of a request, and to other origins if they are allowed. Another origin never gets
 * credentials, cookies or headers of arguments, nor does the first origin if it is redirected back to.
 *
 * @param answered the response to the request
 * @returns the response itself if it is no redirect, as most are not
 * @throws ToolError when a redirect can't be followed; what the sender throws
 * @see RFC 9110 section 15.4
 */
export function follow(
  answered: ApiResponse,
  first: SentRequest,
  settings: RedirectSettings,
  stoppable: Stoppable,
): MaybePromise<ApiResponse> {
  return isRedirect(answered.status) ? followAll(answered, first, settings, stoppable) : answered;
}

async function followAll(
  answered: ApiResponse,
  first: SentRequest,
  { sender, redactor, allows }: RedirectSettings,
  stoppable: Stoppable,
): Promise<ApiResponse> {
  let response = answered;
  let request = first;
  for (let redirects = 0; ; redirects += 1) {
    const location = isRedirect(response.status) ? response.headers.get("location") : null;
    if (location === null) return response;
    response.discard();
    const target = redirectTarget(location, request.url);
    const host = hostOf(first.origin);
    if (target.origin !== first.origin) {
      const isDowngrade = request.url.startsWith("https:") && target.protocol !== "https:";
      if (isDowngrade || !allows?.(target)) {
        const place = redactor.text(target.origin + target.pathname);
        const why = isDowngrade
          ? "a redirect from https to another scheme is not followed"
          : `redirects to another origin are not followed, unless the server is started with --follow-redirects ${target.host}`;
        throw new ToolError(`${host} redirects (${response.status}) to ${place}; ${why}.`);
      }
    }
    if (redirects === maxRedirects) {
      throw new ToolError(`${host} redirects more than ${maxRedirects} times.`);
    }
    request = redirected(request, response.status, target, first);
    response = await sender.send(request, stoppable);
  }
}

/** Returns the request that follows a redirect. Only the first origin is shown the certificate, and may be a socket. */
function redirected(
  { method, headers, body }: SentRequest,
  status: number,
  target: URL,
  { origin, certificate, socketPath }: SentRequest,
): SentRequest {
  const isOwn = target.origin === origin;
  const kept = isOwn ? headers : only(headers, impersonal);
  const place = {
    url: target.href,
    origin: target.origin,
    target: target.pathname + target.search,
    ...(isOwn && defined({ certificate, socketPath })),
  };
  // As all clients do.
  const seeOther = status === 303 && method !== "HEAD";
  const postBecomesGet = (status === 301 || status === 302) && method === "POST";
  if (seeOther || postBecomesGet) {
    return { ...place, method: "GET", headers: without(kept, "content-type") };
  }
  return { ...place, method, headers: kept, ...defined({ body }) };
}

/** Returns the target of a redirect. @throws ToolError when it can't be followed */
function redirectTarget(location: string, from: string): URL {
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
  // HTTP clients refuse credentials in URLs, and the API must not choose ours.
  target.username = "";
  target.password = "";
  return target;
}

function isRedirect(status: number): boolean {
  return status >= 301 && status <= 308 && [301, 302, 303, 307, 308].includes(status);
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
