import type { Log } from "../protocol/log.js";
import { traceContextOf, traceIdOf } from "../protocol/trace-context.js";
import { outcomeAttributes } from "./attributes.js";
import type { Telemetry } from "./telemetry.js";

/** Logs each completed request with its duration and outcome. */
export function requestLog(log: Log): Telemetry {
  return {
    request: ({ method, name, uri, protocolVersion, sessionId, meta }) => {
      const start = performance.now();
      return {
        run: (work) => work(),
        end: (outcome) => {
          const trace = traceContextOf(meta);
          const error = outcomeAttributes(method, outcome)["error.type"];
          log.info(name === undefined ? method : `${method} ${name}`, {
            method,
            name,
            uri,
            protocol: protocolVersion,
            session: sessionId?.slice(0, 8),
            ms: Math.round((performance.now() - start) * 10) / 10,
            error,
            trace_id: trace && traceIdOf(trace),
          });
        },
      };
    },
  };
}
