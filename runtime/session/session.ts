import { readImplementation } from "../protocol/envelope.js";
import { isObject, member, type JsonObject } from "../protocol/json.js";
import type { Implementation, LogLevel } from "../protocol/model.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import {
  isLegacyRevision,
  latestLegacyRevision,
  type LegacyRevision,
} from "../protocol/revisions.js";
import { OutgoingRequests } from "./outgoing-requests.js";

/** What `initialize` settled with a client before 2026-07-28, and what it said since. Can be kept as JSON. */
export interface SessionFacts {
  readonly protocolVersion: LegacyRevision;
  readonly clientInfo?: Implementation;
  readonly clientCapabilities: JsonObject;
  /** Set by `logging/setLevel`; until then the server's choice. */
  readonly logLevel: LogLevel;
  /** True once the client has sent `notifications/initialized`. */
  readonly initialized: boolean;
  /** URIs of the resources whose changes it wants to hear of. */
  readonly subscriptions: readonly string[];
  /** To whom the session belongs, where callers are known. */
  readonly subject?: string;
}

/** How a session reaches its client outside of any request. */
export interface SessionChannel {
  /** Sends a message. @returns false when nobody listens */
  push(text: string): boolean;
  /** The facts have changed. */
  changed?(facts: SessionFacts): void;
}

/** One client's session, alive in this process. */
export class Session {
  /** Absent where the connection is the session. */
  readonly id: string | undefined;
  readonly outgoing: OutgoingRequests;
  readonly #channel: SessionChannel;
  #facts: SessionFacts;

  constructor(
    facts: SessionFacts,
    channel: SessionChannel,
    options: { readonly id?: string; readonly idPrefix?: string } = {},
  ) {
    this.#facts = facts;
    this.#channel = channel;
    this.id = options.id;
    this.outgoing = new OutgoingRequests(options.idPrefix);
  }

  get facts(): SessionFacts {
    return this.#facts;
  }

  get protocolVersion(): LegacyRevision {
    return this.#facts.protocolVersion;
  }

  /** Changes some of the facts, here and wherever they are kept. */
  change(facts: Partial<SessionFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
    this.#channel.changed?.(this.#facts);
  }

  /** Takes over facts that were changed elsewhere. */
  refresh(facts: SessionFacts): void {
    this.#facts = facts;
  }

  /** Sends a message that belongs to no request of the client's. @returns false when nobody listens */
  push(text: string): boolean {
    return this.#channel.push(text);
  }
}

/** A session keeps what its client says of itself; real ones say some hundred characters. */
const maxFactsLength = 64 * 1024;

/** False also for what is nested too deeply to be written. */
function isShort(value: unknown): boolean {
  try {
    return JSON.stringify(value).length <= maxFactsLength;
  } catch {
    return false;
  }
}

/**
 * What the params of an `initialize` request ask for: their version if it is served, else the newest that has the
 * handshake.
 *
 * @throws ProtocolError -32602
 * @see MCP 2025-11-25, Lifecycle, Version Negotiation
 */
export function negotiate(params: JsonObject): SessionFacts {
  const requested = member(params, "protocolVersion");
  if (typeof requested !== "string") {
    throw new ProtocolError(
      errorCodes.invalidParams,
      "`initialize` needs `protocolVersion`: a string.",
    );
  }
  const clientInfo = readImplementation(member(params, "clientInfo"));
  const capabilities = member(params, "capabilities");
  if (!isShort([clientInfo, capabilities])) {
    throw new ProtocolError(
      errorCodes.invalidParams,
      `\`clientInfo\` and \`capabilities\` may have at most ${maxFactsLength} characters.`,
    );
  }
  return {
    protocolVersion: isLegacyRevision(requested) ? requested : latestLegacyRevision,
    clientCapabilities: isObject(capabilities) ? capabilities : {},
    logLevel: "info",
    initialized: false,
    subscriptions: [],
    ...(clientInfo && { clientInfo }),
  };
}
