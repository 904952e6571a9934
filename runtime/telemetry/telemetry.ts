import type { JsonObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import type { Network } from "../session/network.js";

/** What may be told of a request: names, never arguments or results. */
export interface RequestTelemetry {
  /** `_OTHER` for a method that the server does not have: anyone can make names up. */
  readonly method: string;
  /** Of the tool or the prompt, if there is such a one. */
  readonly name?: string;
  /** Of the resource, without what may hold secrets. */
  readonly uri?: string;
  readonly id: RequestId;
  readonly protocolVersion: string;
  readonly sessionId?: string;
  readonly network?: Network;
  /** The request's `_meta`, as its sender wrote it. */
  readonly meta: JsonObject;
}

/** How a request ended. */
export interface RequestOutcome {
  /** A JSON-RPC error was answered. */
  readonly errorCode?: number;
  /** A tool's result says that it failed. */
  readonly isToolError?: boolean;
  /** The client gave it up or is gone: nothing was answered. */
  readonly isCancelled?: boolean;
}

/** A request that is being watched. */
export interface WatchedRequest {
  /** Does the work in the request's context: what the work begins belongs to the request. */
  run<T>(work: () => T): T;
  /** Called once, when it is over. */
  end(outcome: RequestOutcome): void;
}

/** Watches requests. Implement it to feed a monitoring system of your own; `openTelemetry` makes one. */
export interface Telemetry {
  /** A request begins. Must not throw. */
  request(request: RequestTelemetry): WatchedRequest;
  /** The trace context for a call to another server; undefined: what the client sent is passed on. Must not throw. */
  outgoing?(): TraceHeaders | undefined;
}

/** Headers that tell another server the trace. */
export interface TraceHeaders {
  readonly [name: string]: string;
}

/** Two that watch the same requests, the second within what the first does. */
export function together(first: Telemetry, second: Telemetry): Telemetry {
  return {
    request: (facts) => {
      const outer = first.request(facts);
      const inner = outer.run(() => second.request(facts));
      return {
        run: (work) => outer.run(() => inner.run(work)),
        end: (outcome) => {
          inner.end(outcome);
          outer.end(outcome);
        },
      };
    },
  };
}
