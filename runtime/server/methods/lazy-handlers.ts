import { Lazy } from "../../protocol/lazy.js";
import type { IncomingRequest } from "../../session/incoming-request.js";

type LazyHandlers = typeof import("./lazy/handlers.js");

/** One for all servers of a process: they hold nothing. */
const handlers = new Lazy<LazyHandlers>(() => import("./lazy/handlers.js"));

/**
 * Has a request answered by what most servers are never asked for: it is loaded with the first request that needs some
 * of it.
 *
 * @throws what `answer` does; the request's reason when it is cancelled before
 */
export function useLazyHandlers(
  request: IncomingRequest,
  answer: (handlers: LazyHandlers) => Promise<string>,
): Promise<string> {
  return handlers.use(async (loaded) => {
    request.throwIfAborted();
    return answer(loaded);
  });
}
