import type { LogFacts } from "../protocol/log.js";
import { traceContextOf, traceIdOf } from "../protocol/trace-context.js";
import type { IncomingRequest } from "./incoming-request.js";

/** What a log entry says of the request it is about. */
export function requestLogFacts({ method, session, meta }: IncomingRequest): LogFacts {
  const trace = traceContextOf(meta);
  return {
    method: method.slice(0, 100),
    // Enough to tell sessions apart, and too little to take one over.
    ...(session?.id !== undefined && { session: session.id.slice(0, 8) }),
    ...(trace && { trace_id: traceIdOf(trace) }),
  };
}
