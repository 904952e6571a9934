import { jsonText } from "../../protocol/exact-json.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { errorMessage, resultHead, type Message, type RequestId } from "../../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { isModern, type Revision } from "../../protocol/revisions.js";
import type { Log } from "../../protocol/log.js";
import type { ClientOptions } from "../client-options.js";
import { isQuestion, Questions, Refusal } from "./questions.js";

/** Far more than servers need. The limit keeps a server from filling the memory with questions. */
const maxOpen = 1_000;

interface Host {
  readonly options: ClientOptions;
  readonly server: string;
  readonly revision: Revision;
  readonly log: Log;
  respond(text: string): void;
}

type RequestMessage = Message & { readonly kind: "request" };

/** The requests of the server; since 2026-07-28 it has none. */
export class ServerRequests {
  readonly #host: Host;
  readonly #questions: Questions;
  readonly #open = new Map<RequestId, AbortController>();

  constructor(host: Host) {
    this.#host = host;
    this.#questions = new Questions(host.options, host.server);
  }

  receive(message: RequestMessage): void {
    const { id, method } = message;
    if (method === "ping" && !isModern(this.#host.revision)) return this.#succeed(id, {});
    const abort = new AbortController();
    this.#open.set(id, abort);
    this.#answer(message, abort.signal).then(
      (result) => this.#open.delete(id) && this.#succeed(id, result),
      (error: unknown) => this.#open.delete(id) && this.#fail(id, method, error),
    );
  }

  /** The server no longer wants the answer. @see MCP 2025-11-25, Cancellation */
  cancel(params: JsonObject): void {
    const id = member(params, "requestId") as RequestId;
    const abort = this.#open.get(id);
    // A cancelled request gets no response.
    this.#open.delete(id);
    abort?.abort(new DOMException("The server cancelled the request.", "AbortError"));
  }

  close(): void {
    for (const abort of this.#open.values()) {
      abort.abort(new DOMException("The connection ended.", "AbortError"));
    }
    this.#open.clear();
  }

  async #answer({ method, params }: RequestMessage, signal: AbortSignal): Promise<JsonObject> {
    const { revision } = this.#host;
    if (isModern(revision) || !isQuestion(method)) {
      throw new ProtocolError(errorCodes.methodNotFound, `This client has no method ${method}.`);
    }
    if (this.#open.size > maxOpen) {
      throw new ProtocolError(
        errorCodes.invalidRequest,
        `At most ${maxOpen} requests may be open at once. Wait for responses first.`,
      );
    }
    return this.#questions.answer(method, params, revision, signal);
  }

  #succeed(id: RequestId, result: JsonObject): void {
    this.#host.respond(`${resultHead(id)}${jsonText(result)}}`);
  }

  #fail(id: RequestId, method: string, error: unknown): void {
    const refusal = error instanceof Refusal ? error.cause : error;
    if (refusal instanceof ProtocolError) return this.#host.respond(errorMessage(id, refusal));
    this.#host.log.error(`The handler of ${method} failed`, error);
    // What went wrong in the client is not the server's business.
    const failure = new ProtocolError(errorCodes.internalError, "The client failed to answer.");
    this.#host.respond(errorMessage(id, failure));
  }
}
