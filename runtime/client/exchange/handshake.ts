/** Agrees with a server on a revision. */
import { encodeImplementation } from "../../protocol/codec/codec.js";
import {
  decodeDiscoverResult,
  decodeInitializeResult,
} from "../../protocol/codec/decode-server.js";
import { isObject, member } from "../../protocol/json.js";
import { errorCodes } from "../../protocol/protocol-error.js";
import {
  isLegacyRevision,
  isModern,
  latestLegacyRevision,
  modernRevision,
  type LegacyRevision,
  type Revision,
} from "../../protocol/revisions.js";
import type { ServerDescription } from "../client.js";
import { McpAnswerError, McpCallError, McpHandshakeError } from "../errors.js";
import { declaredCapabilities } from "./capabilities.js";
import { defaultClientInfo } from "./client-info.js";
import type { Exchange } from "./exchange.js";
import type { ExchangeOptions } from "./open-request.js";

/** What a server says of itself, and the revision to speak with it. */
export interface Agreement extends ServerDescription {
  readonly revision: Revision;
}

/**
 * Asks a server since 2026-07-28 what it offers.
 *
 * @throws McpCallError with -32022 if it does not have the revision; any other error if it is older
 * @see MCP 2026-07-28, Discovery
 */
export async function discover(
  exchange: Exchange,
  options: ExchangeOptions = {},
): Promise<Agreement> {
  exchange.speak(modernRevision);
  const server = await exchange.request("server/discover", {}, options, decodeDiscoverResult);
  const { supportedVersions } = server;
  if (!supportedVersions.includes(modernRevision)) {
    throw noCommonRevision(exchange, supportedVersions);
  }
  exchange.channel.opened(modernRevision);
  return { revision: modernRevision, ...server };
}

/**
 * Does the handshake of revisions before 2026-07-28.
 *
 * @param revision the one to offer; the server may answer with another
 * @throws McpHandshakeError if the server's revision is unknown, or is not the pinned one
 * @see MCP 2025-11-25, Lifecycle, Initialization
 */
export async function initialize(
  exchange: Exchange,
  revision: LegacyRevision = latestLegacyRevision,
  options: ExchangeOptions = {},
): Promise<Agreement> {
  exchange.speak(revision);
  const { clientInfo = defaultClientInfo } = exchange.options;
  const params = {
    protocolVersion: revision,
    capabilities: declaredCapabilities(exchange.options, revision),
    clientInfo: encodeImplementation(clientInfo, revision),
  };
  const { protocolVersion: agreed, ...server } = await exchange
    .request("initialize", params, options, decodeInitializeResult)
    .catch((error: unknown) => {
      if (!(error instanceof McpAnswerError)) throw error;
      throw new McpHandshakeError(error.message, { server: exchange.server, cause: error });
    });
  const pinned = exchange.options.protocolVersion;
  if (!isLegacyRevision(agreed) || (pinned !== undefined && agreed !== pinned)) {
    throw noCommonRevision(exchange, [agreed]);
  }
  exchange.speak(agreed);
  exchange.channel.opened(agreed);
  await exchange.notify("notifications/initialized");
  exchange.onSessionLost(async () => {
    exchange.channel.reset();
    // The signal of the start is over.
    await initialize(exchange, agreed, { ...options, signal: undefined });
  });
  return { revision: agreed, supportedVersions: [agreed], ...server };
}

/**
 * Finds out which era a server is of, and agrees on a revision, over a channel that carries both.
 *
 * @param probeMs how long the answer to `server/discover` may take: some older servers never answer it
 * @see MCP 2026-07-28, stdio, Backward Compatibility: any error but the known ones means an older server
 */
export async function negotiate(
  exchange: Exchange,
  options: ExchangeOptions = {},
  probeMs?: number,
): Promise<Agreement> {
  const pinned = exchange.options.protocolVersion;
  if (pinned !== undefined && !isModern(pinned)) return initialize(exchange, pinned, options);
  try {
    return await discover(exchange, { ...options, timeoutMs: probeMs ?? options.timeoutMs });
  } catch (error) {
    if (options.signal?.aborted || exchange.isClosed || pinned !== undefined) throw error;
    const offered = offeredBy(error);
    if (offered?.length === 0) throw noCommonRevision(exchange, offered);
    return initialize(exchange, offered?.at(-1), options);
  }
}

/** Returns the older revisions that a server offers instead; undefined if the error does not tell. */
export function offeredBy(error: unknown): readonly LegacyRevision[] | undefined {
  if (!(error instanceof McpCallError)) return undefined;
  if (error.code !== errorCodes.unsupportedProtocolVersion) return undefined;
  const supported = isObject(error.data) ? member(error.data, "supported") : undefined;
  return Array.isArray(supported) ? supported.filter(isLegacyRevision).sort() : undefined;
}

/** Returns the error that there is no revision which both sides may speak. */
export function noCommonRevision(
  exchange: Exchange,
  theirs: readonly unknown[],
): McpHandshakeError {
  const pinned = exchange.options.protocolVersion;
  const named = theirs.map((each) => JSON.stringify(each) ?? "none").join(", ");
  const ours = pinned === undefined ? "this client does not speak" : `not the pinned ${pinned}`;
  return failure(exchange, `speaks ${named.slice(0, 200)}, ${ours}`);
}

function failure({ server }: Exchange, what: string): McpHandshakeError {
  return new McpHandshakeError(`${server} ${what}.`, { server });
}
