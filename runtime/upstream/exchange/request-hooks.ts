import { ToolError } from "../../protocol/tool-error.js";
import type { HttpRequest } from "../request/request.js";
import { FetchedResponse, type FetchSender } from "./fetch-sender.js";
import type { ApiSender, SentRequest } from "./sender.js";

/** What runs before and after each request to the API. */
export interface RequestHooks {
  /** Returns the request to send. */
  readonly before?: (request: HttpRequest) => HttpRequest | Promise<HttpRequest>;
  /** Returns the response to read. */
  readonly after?: (response: Response) => Response | Promise<Response>;
}

/** A fault of a hook itself, which is the author's to see and not the model's. Its cause is what the hook has thrown. */
export class HookFailure extends Error {
  override readonly name = "HookFailure";
}

async function guarded<T>(hook: () => T | Promise<T>): Promise<T> {
  try {
    return await hook();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new HookFailure("A hook of the server failed.", { cause: error });
  }
}

/**
 * Returns a sender with hooks around it.
 *
 * @param byFetch sends the requests of calls whose hook takes the platform's response
 */
export function withHooks(
  sender: ApiSender,
  byFetch: FetchSender,
  { before, after }: RequestHooks,
): ApiSender {
  return {
    async send(request, stoppable) {
      const sent = before ? changed(request, await guarded(() => before(given(request)))) : request;
      if (!after) return sender.send(sent, stoppable);
      const response = await byFetch.fetch(sent, stoppable);
      return new FetchedResponse(await guarded(() => after(response)));
    },
  };
}

/** Returns what a hook sees of a request. */
function given({ method, url, headers, body }: SentRequest): HttpRequest {
  return { method, url, headers: { ...headers }, ...(body !== undefined && { body }) };
}

/** Puts what a hook returned in place of a request. Another origin sees no certificate, and is no socket. */
function changed(
  { certificate, socketPath, origin }: SentRequest,
  { method, url, headers, body }: HttpRequest,
): SentRequest {
  const place = new URL(url);
  const isOwn = place.origin === origin;
  return {
    ...given({ method, url, headers, ...(body !== undefined && { body }) } as SentRequest),
    origin: place.origin,
    target: place.pathname + place.search,
    ...(isOwn && { certificate, socketPath }),
  };
}
