/** Registers the OpenTelemetry SDK for this process and keeps its records in memory. */
import { context, metrics, propagation } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from "@opentelemetry/core";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace-base";
import { trace } from "@opentelemetry/api";

const spanExporter = new InMemorySpanExporter();
const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({
  exporter: metricExporter,
  exportIntervalMillis: 2 ** 30,
});

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(
  new CompositePropagator({
    propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
  }),
);
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spanExporter)] }),
);
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));

/** Returns the spans that ended since the last call, oldest first. */
export function takeSpans(): ReadableSpan[] {
  const spans = [...spanExporter.getFinishedSpans()];
  spanExporter.reset();
  return spans;
}

/** Returns the current values of a metric, one per set of attributes. */
export async function metricValues(
  name: string,
): Promise<{ readonly attributes: Record<string, unknown>; readonly value: unknown }[]> {
  metricExporter.reset();
  await reader.forceFlush();
  const found = metricExporter
    .getMetrics()
    .flatMap((each) => each.scopeMetrics)
    .flatMap((each) => each.metrics)
    .filter((each) => each.descriptor.name === name);
  return found.flatMap((each) =>
    each.dataPoints.map(({ attributes, value }) => ({ attributes: { ...attributes }, value })),
  );
}

export function stopMetrics(): Promise<void> {
  return reader.shutdown();
}
