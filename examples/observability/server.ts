/**
 * A server that writes OpenTelemetry spans of its calls to the console. Needs the packages `@opentelemetry/api`,
 * `@opentelemetry/sdk-trace-base`, `@opentelemetry/sdk-metrics`, `@opentelemetry/core` and
 * `@opentelemetry/context-async-hooks`; `@opentelemetry/sdk-node` includes all of them.
 */
import { context, metrics, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  ConsoleMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ConsoleSpanExporter,
} from "@opentelemetry/sdk-trace-base";
import { McpServer, openTelemetry, serveHttp } from "mcp-codegen/runtime";

// Set up the SDK first: the server uses the providers that are registered here.
const tracing = new BasicTracerProvider({
  spanProcessors: [new BatchSpanProcessor(new ConsoleSpanExporter())],
});
const metering = new MeterProvider({
  readers: [new PeriodicExportingMetricReader({ exporter: new ConsoleMetricExporter() })],
});
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(tracing);
metrics.setGlobalMeterProvider(metering);

const server = new McpServer(
  { name: "observed", version: "1.0.0" },
  { telemetry: await openTelemetry() },
);

server.tool({ name: "work" }, () =>
  // A child of the call's span, which is a child of the client's span if the client sends one in `_meta`.
  trace.getTracer("example").startActiveSpan("the hard part", (span) => {
    span.end();
    return "Done.";
  }),
);

const http = await serveHttp(server, { port: Number(process.env.PORT ?? 3000) });
console.error(`Work is served at ${http.url}`);
process.once("SIGTERM", () => {
  void http.close().then(() => Promise.all([tracing.shutdown(), metering.shutdown()]));
});
