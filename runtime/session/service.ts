import type { Revision } from "../protocol/revisions.js";
import type { IncomingRequest } from "./incoming-request.js";

/** What sessions and transports serve. It knows methods; they know messages. */
export interface Service {
  /** True when the revision has the method and this service answers it. */
  has(method: string, revision: Revision): boolean;
  /**
   * Answers a request.
   *
   * @returns the result as JSON text
   * @throws ProtocolError for what is answered with a JSON-RPC error
   */
  handle(request: IncomingRequest): Promise<string>;
}
