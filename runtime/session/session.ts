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
import type { Sender } from "./scope-check.js";

/** What a client before 2026-07-28 agreed on by `initialize` and has set since. Can be stored as JSON. */
export interface SessionFacts {
  readonly protocolVersion: LegacyRevision;
  readonly clientInfo?: Implementation;
  readonly clientCapabilities: JsonObject;
  /** Set by `logging/setLevel`; until then chosen by the server. */
  readonly logLevel: LogLevel;
  /** True once the client has sent `notifications/initialized`. */
  readonly initialized: boolean;
  /** URIs of the resources that the client subscribed to. */
  readonly subscriptions: readonly string[];
  /** Ids of the URL elicitations that the client was asked for, oldest first. */
  readonly visits?: readonly string[];
  /** `callerKey` of the caller that the session belongs to, if callers are known. */
  readonly owner?: string;
}

/** How a session reaches its client outside of a request. */
export interface SessionChannel {
  /** Sends a message. @returns false if the client is not listening */
  push(text: string): boolean;
  /** Called after the facts changed. */
  changed?(facts: SessionFacts): void;
}

/** The session of a client in this process. */
export class Session {
  /** Absent if the connection is the session. */
  readonly id: string | undefined;
  readonly outgoing: OutgoingRequests;
  readonly #channel: SessionChannel;
  /** The sender of the last request. */
  sender: Sender = {};
  #facts: SessionFacts;
  #onChange: Set<(before: SessionFacts) => void> | undefined;

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

  /** Changes some of the facts, in this process and in the session store. */
  change(facts: Partial<SessionFacts>): void {
    const before = this.#facts;
    this.#facts = { ...before, ...facts };
    this.#channel.changed?.(this.#facts);
    this.#onChange?.forEach((listener) => listener(before));
  }

  /** Calls the listener after each change in this process, with the facts of before. */
  onChange(listener: (before: SessionFacts) => void): void {
    (this.#onChange ??= new Set()).add(listener);
  }

  /** Adopts facts that another process changed. */
  refresh(facts: SessionFacts): void {
    this.#facts = facts;
  }

  /** Sends a message of no request. @returns false if the client is not listening */
  push(text: string): boolean {
    return this.#channel.push(text);
  }
}

/** Limit of the client's own facts; real ones have some hundred characters. */
const maxFactsLength = 64 * 1024;

/** Returns false also for a value that is nested too deeply to be encoded. */
function isShort(value: unknown): boolean {
  try {
    return JSON.stringify(value).length <= maxFactsLength;
  } catch {
    return false;
  }
}

/**
 * Reads the params of an `initialize` request and negotiates the version: the requested one if it is supported, else the
 * newest that has the handshake.
 *
 * @throws ProtocolError -32602 if the params are invalid
 * @see MCP 2025-11-25, Lifecycle, Version Negotiation
 */
export function negotiate(params: JsonObject): SessionFacts {
  const requested = member(params, "protocolVersion");
  if (typeof requested !== "string") {
    throw new ProtocolError(
      errorCodes.invalidParams,
      "`initialize` requires `protocolVersion`, a string.",
    );
  }
  const clientInfo = readImplementation(member(params, "clientInfo"));
  const capabilities = member(params, "capabilities");
  if (!isShort([clientInfo, capabilities])) {
    throw new ProtocolError(
      errorCodes.invalidParams,
      `\`clientInfo\` and \`capabilities\` must have at most ${maxFactsLength} characters.`,
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
