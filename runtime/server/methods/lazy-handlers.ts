import { Lazy } from "../../protocol/lazy.js";
import type { IncomingRequest } from "../../session/incoming-request.js";

type LazyHandlers = typeof import("./lazy/handlers.js");

/** Stateless, so all servers of a process share them. */
export const lazyHandlers = new Lazy<LazyHandlers>(() => import("./lazy/handlers.js"));

/**
 * Answers a request with handlers that most servers never need. They are loaded with the first such request.
 *
 * @throws what `answer` throws; the request's reason if it is cancelled before
 */
export function useLazyHandlers(
  request: IncomingRequest,
  answer: (handlers: LazyHandlers) => Promise<string>,
): Promise<string> {
  return lazyHandlers.use(async (loaded) => {
    request.throwIfAborted();
    return answer(loaded);
  });
}
