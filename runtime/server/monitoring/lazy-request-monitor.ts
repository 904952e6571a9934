import { Lazy } from "../../protocol/lazy.js";
import type { ServerCore } from "../methods/method.js";
import type { RequestWatch } from "./request-monitor.js";

/** What is looked at to watch requests. */
export type WatchedCore = Pick<ServerCore, "registry" | "log" | "options">;

/** What watches the requests of a server; undefined when nothing does: then nothing of it is loaded either. */
export function lazyWatch(
  core: WatchedCore,
  methods: ReadonlyMap<string, unknown>,
): Lazy<RequestWatch> | undefined {
  if (!core.options.telemetry && !core.log.tells("info")) return undefined;
  return new Lazy(async () => {
    const { watchOf } = await import("./request-monitor.js");
    return watchOf(core, methods);
  });
}
