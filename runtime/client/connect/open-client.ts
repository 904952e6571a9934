import { Log } from "../../protocol/log.js";
import { checkOptions } from "./check-options.js";
import { ObservedChannel } from "../channels/observed-channel.js";
import type { ClientChannel } from "../channel.js";
import type { McpClient } from "../client.js";
import type { ClientOptions } from "../client-options.js";
import { Exchange } from "../exchange/exchange.js";
import { negotiate, type Agreement } from "../exchange/handshake.js";
import { AnswerCache } from "../features/answer-cache.js";
import { ConnectedClient } from "../features/connected-client.js";
import { Events } from "../features/events.js";
import { ToolList } from "../features/tool-list.js";

const defaultStartMs = 30_000;

/**
 * Agrees with the server at the other end of a channel, and returns the client. The channel is closed if that fails.
 *
 * @throws TypeError for options that can't be used; what `agree` throws
 * @param agree default: finds out which era the server is of
 */
export async function openClient(
  channel: ClientChannel,
  options: ClientOptions,
  server: string,
  agree: (exchange: Exchange) => Promise<Agreement> = (exchange) =>
    negotiate(exchange, startOf(options)),
): Promise<McpClient> {
  checkOptions(options);
  const { onMessage } = options;
  const failed = (error: unknown): void =>
    new Log(options.log).error("The handler onMessage failed", error);
  const shown = onMessage ? new ObservedChannel(channel, onMessage, failed) : channel;
  const exchange = new Exchange(shown, options, server);
  try {
    // Before the handshake, because a server may send log messages during it.
    const cache = new AnswerCache(exchange);
    const tools = new ToolList(exchange, cache);
    // The user's handlers come last: what they ask for must not come from before the change.
    const events = new Events(exchange);
    const hearing = { exchange, cache, tools, events };
    const client = new ConnectedClient(hearing, await agree(exchange));
    events.begin();
    closeOnAbort(client, options.signal);
    return client;
  } catch (error) {
    await exchange.close();
    throw error;
  }
}

function closeOnAbort(client: McpClient, signal: AbortSignal | undefined): void {
  if (!signal) return;
  const close = (): void => void client.close();
  signal.addEventListener("abort", close, { once: true });
  client.on("close", () => signal.removeEventListener("abort", close));
}

/** Returns the limits of the requests of a handshake. */
export function startOf({ startTimeoutMs = defaultStartMs, signal }: ClientOptions): {
  readonly timeoutMs: number;
  readonly maxMs: number;
  readonly signal: AbortSignal | undefined;
} {
  return { timeoutMs: startTimeoutMs, maxMs: startTimeoutMs, signal };
}
