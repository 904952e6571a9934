import { ToolError } from "../../protocol/tool-error.js";
import type { HttpRequest } from "../request/request.js";

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

/** Returns a fetch with hooks around it. */
export function withHooks(
  fetch: typeof globalThis.fetch,
  { before, after }: RequestHooks,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const sent = { url: String(input), init };
    if (before) {
      const { method = "GET", body, headers = {} } = init as RequestInit & Partial<HttpRequest>;
      const given = { method, url: sent.url, headers, ...(body !== undefined && { body }) };
      const { method: _method, url, ...changed } = await guarded(() => before(given));
      sent.url = url;
      sent.init = { ...init, ...(changed as RequestInit) };
    }
    const response = await fetch(sent.url, sent.init);
    return after ? guarded(() => after(response)) : response;
  };
}
