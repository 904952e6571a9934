/** Connections to servers at a URL. */
import { FetchSender } from "../channels/http/fetch-sender.js";
import { HttpChannel } from "../channels/http/http-channel.js";
import type { NewSender } from "../channels/http/http-sender.js";
import { SseChannel } from "../channels/sse/sse-channel.js";
import type { McpClient } from "../client.js";
import type { HttpClientOptions } from "../client-options.js";
import { McpAuthorizationError, McpHandshakeError, type McpConnectionError } from "../errors.js";
import { initialize } from "../exchange/handshake.js";
import { latestLegacyRevision, isModern, modernRevision } from "../../protocol/revisions.js";
import { checkOptions } from "./check-options.js";
import { agreeOverHttp, mayNeedSse, mayPass, placeOf } from "./http-era.js";
import { KnownEras } from "./known-eras.js";
import { openClient, startOf } from "./open-client.js";
import { withRetries } from "./with-retries.js";

/** Servers that have nothing but HTTP+SSE. */
const knownSse = new KnownEras();

/** Connects over Streamable HTTP, of 2025-03-26 or later. */
export function openHttp(url: string | URL, options: HttpClientOptions): Promise<McpClient> {
  return retried(options, () => streamable(url, options));
}

/** Connects over HTTP+SSE, of 2024-11-05. */
export function openSse(url: string | URL, options: HttpClientOptions): Promise<McpClient> {
  return retried(options, () => overSse(url, options));
}

/** Connects over Streamable HTTP, or over HTTP+SSE if the server has nothing newer. */
export function openUrl(url: string | URL, options: HttpClientOptions): Promise<McpClient> {
  return retried(options, () => anyOverHttp(url, options));
}

function retried(
  options: HttpClientOptions,
  attempt: () => Promise<McpClient>,
): Promise<McpClient> {
  checkOptions(options);
  return withRetries(options, attempt, mayPass);
}

async function streamable(url: string | URL, options: HttpClientOptions): Promise<McpClient> {
  const channel = new HttpChannel(url, await senderOf(options), options);
  const { name, url: place } = channel.link;
  return openClient(channel, options, name, (exchange) => agreeOverHttp(exchange, place));
}

async function overSse(url: string | URL, options: HttpClientOptions): Promise<McpClient> {
  const pinned = options.protocolVersion ?? latestLegacyRevision;
  if (isModern(pinned)) throw new TypeError(`HTTP+SSE does not exist in ${pinned}; leave it open.`);
  const channel = new SseChannel(url, await senderOf(options), options);
  return openClient(channel, options, channel.link.name, (exchange) =>
    initialize(exchange, pinned, startOf(options)),
  );
}

/** Only who brings no `fetch` needs an HTTP client, which other runtimes than Node may not be able to load. */
async function senderOf({ fetch }: HttpClientOptions): Promise<NewSender> {
  if (fetch) return () => new FetchSender(fetch);
  const { UndiciSender } = await import("../channels/http/undici-sender.js");
  return (url) => new UndiciSender(url);
}

async function anyOverHttp(url: string | URL, options: HttpClientOptions): Promise<McpClient> {
  const place = URL.canParse(String(url)) ? placeOf(new URL(url)) : "";
  if (knownSse.isOlder(place)) {
    try {
      return await overSse(url, options);
    } catch {
      knownSse.learn(place, modernRevision);
    }
  }
  try {
    return await streamable(url, options);
  } catch (error) {
    const { protocolVersion } = options;
    const mayBeOlder = protocolVersion === undefined || !isModern(protocolVersion);
    if (!mayBeOlder || !mayNeedSse(error)) throw error;
    const client = await overSse(url, options).catch((other: unknown) => {
      throw neither(error as McpConnectionError, other);
    });
    knownSse.learn(place, client.protocolVersion);
    return client;
  }
}

/** Neither transport works. */
function neither(newer: McpConnectionError, older: unknown): unknown {
  if (older instanceof McpAuthorizationError || !(older instanceof Error)) return older;
  const { server } = newer;
  return new McpHandshakeError(
    `${server} speaks no MCP over HTTP; check the path of the URL. Streamable HTTP: ${newer.message} HTTP+SSE: ${older.message}`,
    { server, cause: newer },
  );
}
