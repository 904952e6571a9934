import type { HttpServerOptions } from "../../transports/http/node/listen.js";
import type { ListeningTransports } from "../../transports/listen-transports.js";
import type { Service } from "../../session/service.js";
import type { TransportName } from "../types/default-serving.js";
import { defaultServing, withPath } from "./default-serving.js";
import type { ServeOptions, Serving } from "./serve-any.js";
import { startService, type Servable } from "./servable.js";
import { serveStdio } from "./serve.js";

const names: readonly string[] = ["stdio", "http", "sse", "websocket"];

/** @see serve */
export async function serveAll(server: Servable, options: ServeOptions): Promise<Serving> {
  const { stdio, signals = true, transports: named, ...others } = options;
  const transports = checked(named ?? defaultServing(server).transports ?? ["stdio"]);
  const service = await startService(server);
  const listening = await listen(service, transports, withPath(server, others));
  const stop = new AbortController();
  const onStdio = transports.includes("stdio") ? serveStdio(server, stdio, stop.signal) : undefined;
  let end: (closing: Promise<void>) => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    if (!closing) {
      for (const signal of stopSignals) process.off(signal, onSignal);
      stop.abort();
      const left = Promise.all([listening?.close(), onStdio]);
      closing = left.then(() => service.close());
      end(closing);
    }
    return closing;
  };
  const onSignal = (): void => void close();
  if (signals) for (const signal of stopSignals) process.once(signal, onSignal);
  if (onStdio && !listening) void onStdio.finally(onSignal);
  return {
    urls: listening?.urls ?? {},
    ...(listening && { server: listening.server }),
    ended,
    close,
  };
}

const stopSignals = ["SIGINT", "SIGTERM"] as const;

function checked(transports: readonly TransportName[]): readonly TransportName[] {
  const unknown = transports.find((each) => !names.includes(each));
  if (unknown !== undefined || transports.length === 0) {
    const given = unknown === undefined ? "an empty list" : JSON.stringify(unknown);
    throw new TypeError(`\`transports\` must name some of ${names.join(", ")}, not ${given}.`);
  }
  return transports;
}

async function listen(
  service: Service,
  transports: readonly TransportName[],
  options: HttpServerOptions,
): Promise<ListeningTransports | undefined> {
  if (transports.every((each) => each === "stdio")) return undefined;
  const { listenTransports } = await import("../../transports/listen-transports.js");
  return listenTransports(service, new Set(transports), options);
}
