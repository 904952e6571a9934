import { errorMessage, resultMessage } from "../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import type { IncomingRequest } from "./incoming-request.js";
import { requestLogFacts } from "./request-log-facts.js";
import type { Service } from "./service.js";

/** An answer ready for the wire. */
export interface Reply {
  /** One JSON-RPC message. */
  readonly text: string;
  /** Present when it is an error. */
  readonly errorCode?: number;
}

/** Has a request answered. Never throws. Undefined when it was cancelled: then nothing may be sent. */
export async function answer(
  service: Service,
  request: IncomingRequest,
): Promise<Reply | undefined> {
  let reply: Reply;
  try {
    reply = { text: resultMessage(request.id, await service.handle(request)) };
  } catch (error) {
    if (!request.aborted && !(error instanceof ProtocolError)) {
      service.log.error(`${request.method} failed`, error, requestLogFacts(request));
    }
    reply = refuse(
      request.id,
      error instanceof ProtocolError
        ? error
        : new ProtocolError(errorCodes.internalError, "The server failed to answer."),
    );
  }
  request.settle();
  return request.aborted ? undefined : reply;
}

/** The answer to a request nobody worked on. */
export function refuse(id: string | number | undefined, error: ProtocolError): Reply {
  return { text: errorMessage(id, error), errorCode: error.code };
}
