import { Lazy } from "../../protocol/lazy.js";
import type { MonitoredServer, RequestMonitor } from "./request-monitor.js";

/** Returns the monitor of a server; undefined if nothing would be recorded, so that it is not even loaded. */
export function lazyRequestMonitor(
  server: MonitoredServer,
  methods: ReadonlyMap<string, unknown>,
): Lazy<RequestMonitor> | undefined {
  if (!server.options.telemetry && !server.log.writes("info")) return undefined;
  return new Lazy(async () => {
    const { createRequestMonitor } = await import("./request-monitor.js");
    return createRequestMonitor(server, methods);
  });
}
