import type { Transport } from "../../session/transport.js";
import { LineChannel } from "../channels/line-channel.js";
import type { McpClient } from "../client.js";
import type { ClientOptions } from "../client-options.js";
import { openClient } from "./open-client.js";

/** Connects to a server at the other end of a transport in this process. */
export function connectTransport(
  transport: Transport,
  options: ClientOptions = {},
): Promise<McpClient> {
  const channel = new LineChannel("memory", transport);
  return openClient(channel, options, options.name ?? "the server in memory");
}
