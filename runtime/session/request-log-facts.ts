import type { LogFacts } from "../protocol/log-entry.js";
import { traceContextOf, traceIdOf } from "../protocol/trace-context.js";
import type { IncomingRequest } from "./incoming-request.js";

/** Returns the facts of a request for log entries. */
export function requestLogFacts({ method, session, meta }: IncomingRequest): LogFacts {
  const trace = traceContextOf(meta);
  return {
    method: method.slice(0, 100),
    // Eight characters tell sessions apart, but do not suffice to take one over.
    ...(session?.id !== undefined && { session: session.id.slice(0, 8) }),
    ...(trace && { trace_id: traceIdOf(trace) }),
  };
}
