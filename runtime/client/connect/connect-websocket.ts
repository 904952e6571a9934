import { WebSocketTransport } from "../../transports/websocket/websocket-transport.js";
import { LineChannel } from "../channels/line-channel.js";
import { openSocket } from "../channels/websocket/open-socket.js";
import { SocketLink } from "../channels/websocket/socket-link.js";
import type { HttpClientOptions } from "../client-options.js";
import type { McpClient } from "../client.js";
import { checkOptions } from "./check-options.js";
import { mayPass } from "./http-era.js";
import { KnownEras } from "./known-eras.js";
import { LineStart, type OpenedLine, type Silence } from "./line-start.js";
import { withRetries } from "./with-retries.js";

/** How long a server may keep silent about the probe before the older handshake is tried as well. */
const silentMs = 5_000;
/** With more unread than this when the next message is sent, the connection is cut. */
const maxUnreadBytes = 256 * 1024 * 1024;

const knownEras = new KnownEras();

/** Connects over a WebSocket. @throws TypeError for a URL or an option that can't be used */
export function openWebSocket(url: string | URL, options: HttpClientOptions): Promise<McpClient> {
  checkOptions(options);
  const link = new SocketLink(url, options);
  const key = link.url.origin + link.url.pathname;
  const open = (): Promise<OpenedLine> => openLine(link);
  const start = new LineStart({ name: link.name, key, eras: knownEras, open }, options);
  return withRetries(options, () => start.connect(), mayPass);
}

async function openLine(link: SocketLink): Promise<OpenedLine> {
  const { socket, whyClosed } = await openSocket(link);
  const transport = new WebSocketTransport(socket, {
    readsOn: true,
    maxBufferedBytes: maxUnreadBytes,
  });
  return {
    channel: new LineChannel("websocket", transport, whyClosed),
    silence: silenceAfter,
    afterTimeout: () => "",
  };
}

function silenceAfter(mostMs: number): Silence {
  let timer: NodeJS.Timeout | undefined;
  const begun = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(silentMs, mostMs));
  });
  return { begun, end: () => clearTimeout(timer) };
}
