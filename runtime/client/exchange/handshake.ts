/** Agrees with a server on a revision. */
import { encodeImplementation } from "../../protocol/codec/codec.js";
import {
  decodeDiscoverResult,
  decodeInitializeResult,
} from "../../protocol/codec/decode-server.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
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
import { McpAnswerError, McpCallError, McpHandshakeError, McpTimeoutError } from "../errors.js";
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
 * @throws McpCallError with -32022, or McpHandshakeError with the server's revisions in `data.supported`, if it does not have the
 *   revision; any other error if it is older
 * @see MCP 2026-07-28, Discovery
 */
export async function discover(
  exchange: Exchange,
  options: ExchangeOptions = {},
): Promise<Agreement> {
  exchange.speak(modernRevision);
  const ask = (): Promise<ServerDescription> =>
    exchange.request("server/discover", {}, options, decodeDiscoverResult);
  const server = await ask().catch((error: unknown) => {
    // A server that refuses the revision, and offers it, is asked again.
    if (!versionsIn(error)?.includes(modernRevision)) throw error;
    return ask();
  });
  const { supportedVersions } = server;
  if (!supportedVersions.includes(modernRevision)) {
    throw noCommonRevision(exchange, supportedVersions);
  }
  exchange.serverCapabilities = server.capabilities;
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
  return begin(exchange, await offer(exchange, revision, options), options);
}

/** What a server answered to `initialize`. */
interface Offered {
  readonly revision: LegacyRevision;
  readonly server: Omit<ReturnType<typeof decodeInitializeResult>, "protocolVersion">;
}

async function offer(
  exchange: Exchange,
  revision: LegacyRevision,
  options: ExchangeOptions,
): Promise<Offered> {
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
  return { revision: agreed, server };
}

/** Begins the session that a server agreed to. */
async function begin(
  exchange: Exchange,
  { revision, server }: Offered,
  options: ExchangeOptions,
): Promise<Agreement> {
  exchange.speak(revision);
  exchange.serverCapabilities = server.capabilities;
  exchange.channel.opened(revision);
  await exchange.notify("notifications/initialized", {}, options);
  exchange.renewal.by(async () => {
    exchange.channel.reset();
    // The signal of the start is over.
    await initialize(exchange, revision, { ...options, signal: undefined });
  });
  return { revision, supportedVersions: [revision], ...server };
}

/**
 * Finds out which era a server is of, and agrees on a revision, over a channel that carries both.
 *
 * @param silence resolves when `server/discover` is so long without answer that the server may be one of the older ones that
 *   never answer it; default: never
 * @see MCP 2026-07-28, stdio, Backward Compatibility: any error but the known ones means an older server
 */
export async function negotiate(
  exchange: Exchange,
  options: ExchangeOptions = {},
  silence?: Promise<unknown>,
): Promise<Agreement> {
  const pinned = exchange.options.protocolVersion;
  if (pinned !== undefined && !isModern(pinned)) return initialize(exchange, pinned, options);
  const probe = discover(exchange, options);
  if (pinned !== undefined) return probe;
  let early: Agreement | undefined;
  try {
    early = await (silence ? Promise.race([probe, silence.then(() => undefined)]) : probe);
  } catch (error) {
    // After a timeout there is no time left.
    if (options.signal?.aborted || exchange.isClosed || error instanceof McpTimeoutError)
      throw error;
    return initialize(exchange, olderRevision(exchange, error), options);
  }
  return early ?? firstAgreement(exchange, probe, options);
}

/**
 * Offers the older handshake as well, without giving up the probe: a server that only starts slowly reads both requests, and
 * answers the probe first.
 */
async function firstAgreement(
  exchange: Exchange,
  probe: Promise<Agreement>,
  options: ExchangeOptions,
): Promise<Agreement> {
  const older = offer(exchange, latestLegacyRevision, options);
  try {
    const first = await Promise.any([probe, older]);
    if ("server" in first) return await begin(exchange, first, options);
    exchange.speak(first.revision);
    return first;
  } catch (error) {
    // What the older handshake says is of more use: the probe says no more than that the server does not know it.
    throw error instanceof AggregateError ? error.errors[1] : error;
  } finally {
    // Nobody waits for the other one.
    probe.catch(() => {});
    older.catch(() => {});
  }
}

/**
 * Returns the older revision to offer after a failed probe; undefined if the server named none.
 *
 * @throws McpHandshakeError if the server named its revisions, and all are unknown
 */
export function olderRevision(exchange: Exchange, error: unknown): LegacyRevision | undefined {
  const named = versionsIn(error);
  const older = named?.filter(isLegacyRevision).sort();
  if (named && older?.length === 0) throw noCommonRevision(exchange, named);
  return older?.at(-1);
}

/** Returns the revisions that a server names as its own in a failed probe; undefined if it does not know the probe. */
function versionsIn(error: unknown): readonly unknown[] | undefined {
  const isRefusal =
    error instanceof McpCallError && error.code === errorCodes.unsupportedProtocolVersion;
  if (!isRefusal && !(error instanceof McpHandshakeError)) return undefined;
  const supported = isObject(error.data) ? member(error.data, "supported") : undefined;
  return Array.isArray(supported) ? supported : undefined;
}

function noCommonRevision(exchange: Exchange, theirs: readonly unknown[]): McpHandshakeError {
  const pinned = exchange.options.protocolVersion;
  const named = theirs.map((each) => JSON.stringify(each) ?? "none").join(", ") || "nothing";
  const ours = pinned === undefined ? "which this client does not" : `not the pinned ${pinned}`;
  return failure(exchange, `speaks ${named.slice(0, 200)}, ${ours}`, { supported: theirs });
}

function failure({ server }: Exchange, what: string, data?: JsonObject): McpHandshakeError {
  return new McpHandshakeError(`${server} ${what}.`, { server, data });
}
