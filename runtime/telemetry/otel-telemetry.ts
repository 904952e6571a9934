import type * as Otel from "@opentelemetry/api";
import { member, type JsonObject } from "../protocol/json.js";
import { commonAttributes, outcomeAttributes, spanAttributes } from "./attributes.js";
import type { OpenTelemetryOptions } from "./open-telemetry-options.js";
import type {
  RequestOutcome,
  RequestTelemetry,
  Telemetry,
  TraceHeaders,
  WatchedRequest,
} from "./telemetry.js";

/** The members of `_meta` that carry the trace context. @see MCP 2026-07-28, Base Protocol, Trace Context */
const propagated = ["traceparent", "tracestate", "baggage"] as const;

/** Maximum length that W3C requires to be propagated. */
const maxPropagatedLength = 8192;

/** In seconds. @see Semantic conventions for Model Context Protocol, Metrics */
const bucketBounds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

const scope = "mcp-codegen";

export class OtelTelemetry implements Telemetry {
  readonly #api: typeof Otel;
  readonly #options: OpenTelemetryOptions;
  readonly #tracer: Otel.Tracer;
  readonly #duration: Otel.Histogram;
  readonly #active: Otel.UpDownCounter;

  constructor(api: typeof Otel, options: OpenTelemetryOptions) {
    this.#api = api;
    this.#options = options;
    this.#tracer = api.trace.getTracer(scope);
    const meter = api.metrics.getMeter(scope);
    this.#duration = meter.createHistogram("mcp.server.operation.duration", {
      description: "Duration of requests of MCP clients.",
      unit: "s",
      advice: { explicitBucketBoundaries: bucketBounds },
    });
    this.#active = meter.createUpDownCounter("mcp.server.active_requests", {
      description: "Number of open requests of MCP clients.",
      unit: "{request}",
    });
  }

  request(request: RequestTelemetry): WatchedRequest {
    const { trace, context, SpanKind, SpanStatusCode } = this.#api;
    const { method, name } = request;
    const common = commonAttributes(request);
    const { parent, links } = this.#parentOf(request.meta);
    const span = this.#tracer.startSpan(
      name === undefined ? method : `${method} ${name}`,
      { kind: SpanKind.SERVER, attributes: { ...common, ...spanAttributes(request) }, links },
      parent,
    );
    const own = trace.setSpan(parent, span);
    const activeAttributes = { "mcp.method.name": method };
    this.#active.add(1, activeAttributes);
    const start = performance.now();
    return {
      run: (work) => context.with(own, work),
      end: (outcome: RequestOutcome) => {
        const seconds = (performance.now() - start) / 1000;
        const ending = outcomeAttributes(method, outcome);
        span.setAttributes(ending);
        if ("error.type" in ending) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        this.#active.add(-1, activeAttributes);
        // Recorded in the span's context, so that exemplars lead from the metric to the trace.
        this.#duration.record(seconds, { ...common, ...ending }, own);
      },
    };
  }

  outgoing(): TraceHeaders | undefined {
    if (this.#options.upstream === false) return {};
    const headers: Record<string, string> = {};
    this.#api.propagation.inject(this.#api.context.active(), headers);
    // The client's baggage must not be sent to other servers.
    const names = Object.keys(headers).filter((name) => name.toLowerCase() !== "baggage");
    if (names.length === 0) return undefined;
    return Object.fromEntries(names.map((name) => [name, headers[name] ?? ""]));
  }

  /** Returns the client's span as the parent and links the span of the HTTP request; without the former, the latter is the parent. */
  #parentOf(meta: JsonObject): { parent: Otel.Context; links: Otel.Link[] } {
    const { context, propagation, trace, isSpanContextValid } = this.#api;
    const around = context.active();
    const carrier = carrierOf(meta);
    if (!carrier) return { parent: around, links: [] };
    const parent = propagation.extract(around, carrier);
    const outer = trace.getSpanContext(around);
    const isReplaced =
      outer && isSpanContextValid(outer) && trace.getSpanContext(parent)?.spanId !== outer.spanId;
    return { parent, links: isReplaced ? [{ context: outer }] : [] };
  }
}

function carrierOf(meta: JsonObject): Record<string, string> | undefined {
  let carrier: Record<string, string> | undefined;
  for (const name of propagated) {
    const value = member(meta, name);
    if (typeof value !== "string" || value.length > maxPropagatedLength) continue;
    (carrier ??= {})[name] = value;
  }
  return carrier;
}
