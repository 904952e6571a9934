import type { Transport } from "../../session/transport.js";
import type { HttpClientOptions, StdioServer } from "../client-options.js";
import type { McpClient } from "../client.js";

type Target = string | URL | readonly string[] | StdioServer | Transport;

/** What only some transports can use, and would otherwise be left out silently. */
const ofHttp = ["headers", "authorization", "fetch"] as const;

/** Connects to what a target names. @throws TypeError for one that can't be used */
export async function connectTarget(
  target: Target,
  options: HttpClientOptions,
): Promise<McpClient> {
  if (typeof target === "string" || target instanceof URL) return connectUrl(target, options);
  refuse(options, ofHttp, "A server that is not at a URL");
  if (isTransport(target)) {
    const { connectTransport } = await import("./connect-transport.js");
    return connectTransport(target, options);
  }
  const { openStdio } = await import("./connect-stdio.js");
  return openStdio(commandOf(target), options);
}

async function connectUrl(given: string | URL, options: HttpClientOptions): Promise<McpClient> {
  const { protocol } = URL.canParse(String(given)) ? new URL(given) : { protocol: "" };
  if (protocol === "http:" || protocol === "https:") {
    const { openUrl } = await import("./connect-http.js");
    return openUrl(given, options);
  }
  if (protocol === "ws:" || protocol === "wss:") {
    refuse(options, ["fetch"], "A WebSocket");
    const { openWebSocket } = await import("./connect-websocket.js");
    return openWebSocket(given, options);
  }
  // Only the beginning: a URL or a command line may hold credentials.
  const [shown = ""] = String(given).trim().split(/\s/, 1);
  throw new TypeError(
    `${JSON.stringify(shown.slice(0, 80))} does not begin like a URL: with http://, https://, ws:// or wss://. ` +
      'Give a command as an array, one text per argument: ["npx", "-y", "some-server"].',
  );
}

function commandOf(target: readonly string[] | StdioServer): StdioServer {
  if (isList(target)) {
    const [command, ...args] = target;
    if (command === undefined) throw new TypeError("A command needs at least its program.");
    return { command, args };
  }
  if (typeof target === "object" && target !== null && "command" in target) return target;
  throw new TypeError(
    'A target is a URL, a command such as ["npx", "-y", "some-server"] or { command, args }, a server of this process, or a transport.',
  );
}

function isList(target: readonly string[] | StdioServer): target is readonly string[] {
  return Array.isArray(target);
}

function isTransport(target: object): target is Transport {
  const { start, send, close } = (target ?? {}) as Partial<Record<keyof Transport, unknown>>;
  return [start, send, close].every((each) => typeof each === "function");
}

function refuse(
  options: HttpClientOptions,
  names: readonly (keyof HttpClientOptions)[],
  what: string,
): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given !== undefined) throw new TypeError(`${what} can't use the option ${given}.`);
}
