import type { JsonObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import type { Network } from "../session/network.js";

/** The facts of a request that may be recorded: names, never arguments or results. */
export interface RequestTelemetry {
  /** `_OTHER` for an unknown method, because clients can invent names. */
  readonly method: string;
  /** Name of the tool or prompt, if it exists. */
  readonly name?: string;
  /** URI of the resource, without parts that may contain secrets. */
  readonly uri?: string;
  /** The id of the request. */
  readonly id: RequestId;
  /** The revision of MCP. */
  readonly protocolVersion: string;
  /** The session, if there is one. */
  readonly sessionId?: string;
  /** How the client is connected. */
  readonly network?: Network;
  /** The request's `_meta`, unchecked. */
  readonly meta: JsonObject;
}

/** How a request ended. */
export interface RequestOutcome {
  /** Code of the JSON-RPC error in the response. */
  readonly errorCode?: number;
  /** Whether the result says that the tool failed. */
  readonly isToolError?: boolean;
  /** Whether the client cancelled the request or disconnected, so that no response was sent. */
  readonly isCancelled?: boolean;
}

/** Records a request. */
export interface WatchedRequest {
  /** Runs the work in the request's context, so that spans started by it belong to the request. */
  run<T>(work: () => T): T;
  /** Called once at the end of the request. */
  end(outcome: RequestOutcome): void;
}

/** Records requests. `openTelemetry` implements it; implement it yourself for another monitoring system. */
export interface Telemetry {
  /** Called when a request starts. Must not throw. */
  request(request: RequestTelemetry): WatchedRequest;
  /** Returns the trace context for a call to another server, or undefined to pass on the client's. Must not throw. */
  outgoing?(): TraceHeaders | undefined;
}

/** Headers that carry the trace context to another server. */
export interface TraceHeaders {
  readonly [name: string]: string;
}

/** Combines two recorders of the same requests; the second runs within the context of the first. */
export function together(first: Telemetry, second: Telemetry): Telemetry {
  return {
    request: (facts) => {
      const outer = first.request(facts);
      const inner = outer.run(() => second.request(facts));
      return {
        run: (work) => outer.run(() => inner.run(work)),
        end: (outcome) => {
          inner.end(outcome);
          return outer.end(outcome);
        },
      };
    },
  };
}
