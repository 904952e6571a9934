import type { ClientCapabilities } from "../../protocol/client-requests.js";
import type { Implementation } from "../../protocol/model.js";
import type { Session } from "../../session/session.js";
import { serviceOf, type Servable } from "./servable.js";

/** A client with a session in this process. Clients of 2026-07-28 have none, because each of their requests is independent. */
export interface ConnectedClient {
  /** Undefined where the connection is the session. */
  readonly sessionId: string | undefined;
  /** The revision of the session. */
  readonly protocolVersion: string;
  /** For display and logs only. */
  readonly clientInfo: Implementation | undefined;
  /** What the client says that it can do. */
  readonly clientCapabilities: ClientCapabilities;
  /**
   * Sends a ping.
   *
   * @param timeoutMs how long to wait for the reply; default: ten seconds
   * @returns false when no reply came, or the client has no open stream to send the ping on
   * @see MCP 2025-11-25, Ping
   */
  ping(timeoutMs?: number): Promise<boolean>;
}

const defaultTimeoutMs = 10_000;

/** Returns the clients that have a session with a server in this process, oldest first. */
export function clientsOf(server: Servable): readonly ConnectedClient[] {
  return [...serviceOf(server).sessions].map((session) => ({
    sessionId: session.id,
    protocolVersion: session.protocolVersion,
    clientInfo: session.facts.clientInfo,
    clientCapabilities: session.facts.clientCapabilities,
    ping: (timeoutMs = defaultTimeoutMs) => ping(session, timeoutMs),
  }));
}

async function ping(session: Session, timeoutMs: number): Promise<boolean> {
  try {
    await session.outgoing.send("ping", {}, { send: (text) => session.push(text), timeoutMs });
    return true;
  } catch {
    return false;
  }
}
