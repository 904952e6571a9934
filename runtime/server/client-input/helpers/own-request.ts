import { defined } from "../../../protocol/defined.js";
import type { JsonObject } from "../../../protocol/json.js";
import { ProtocolError } from "../../../protocol/protocol-error.js";
import { isModern } from "../../../protocol/revisions.js";
import type { IncomingRequest } from "../../../session/incoming-request.js";
import { ClientAnswerError, ClientRevisionError } from "../errors.js";

/** A request of an extension. */
interface OwnRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * Sends a request that the protocol does not define to the client.
 *
 * @throws ClientRevisionError since 2026-07-28; ClientAnswerError if there is no result; the signal's reason if it is aborted
 */
export async function sendOwnRequest(
  request: IncomingRequest,
  { method, params, signal, timeoutMs }: OwnRequest,
): Promise<JsonObject> {
  const { protocolVersion, session } = request;
  if (isModern(protocolVersion)) throw new ClientRevisionError(method, protocolVersion);
  if (!session) {
    throw new ClientAnswerError(`No answer to ${method}: there is no session to send it on.`);
  }
  try {
    return await session.outgoing.send(method, params, {
      send: (text) => request.send(text) || session.push(text),
      signal,
      ...defined({ timeoutMs }),
    });
  } catch (error) {
    throw error instanceof ProtocolError ? ClientAnswerError.from(method, error) : error;
  }
}
