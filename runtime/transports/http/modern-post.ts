import type { Envelope } from "../../protocol/envelope.js";
import type { Message } from "../../protocol/json-rpc.js";
import { errorCodes, type ProtocolError } from "../../protocol/protocol-error.js";
import { answerWith, type Reply as Answer } from "../../session/answer.js";
import { IncomingRequest } from "../../session/incoming-request.js";
import { isPromiseLike } from "../../protocol/maybe-promise.js";
import { checkModernRequest } from "./check-request.js";
import { overHttp, type Incoming } from "./incoming.js";
import type { Accepted } from "./media-types.js";
import { ReplyStream } from "./reply-stream.js";

/** Answers a request of 2026-07-28, which has no session. */
export function answerModern(
  incoming: Incoming,
  message: Message & { kind: "request" },
  version: string | undefined,
  accepted: Accepted,
): void {
  const { endpoint, headers } = incoming;
  const { id, method, params } = message;
  let envelope: Envelope;
  try {
    envelope = checkModernRequest(endpoint.service, message, version, headers);
  } catch (error) {
    const refusal = error as ProtocolError;
    const status = refusal.code === errorCodes.methodNotFound ? 404 : 400;
    return incoming.refuse(status, refusal, id);
  }
  incoming.ifAllowed(method, params, () => handle(incoming, message, envelope, accepted));
}

function handle(
  { endpoint, headers, outlet, fields, caller, peer }: Incoming,
  { id, method, params }: Message & { kind: "request" },
  envelope: Envelope,
  accepted: Accepted,
): void {
  // A client cancels by closing the connection.
  const cancel = (): void =>
    request.abort(new DOMException("The client closed the connection.", "AbortError"));
  const reply = new ReplyStream(outlet, fields, accepted, endpoint.timers, cancel);
  const request = new IncomingRequest({
    id,
    method,
    params,
    protocolVersion: envelope.protocolVersion,
    envelope,
    headers,
    caller,
    authorizer: endpoint.authorizer,
    peer,
    notify: reply.notify,
    stopping: endpoint.stopping,
    network: overHttp,
  });
  const answered = answerWith(endpoint.service, request, (answer) =>
    reply.finish(statusOf(answer), answer),
  );
  if (isPromiseLike(answered)) reply.watch();
}

function statusOf(answered: Answer | undefined): number {
  const errorCode = answered?.errorCode;
  if (errorCode === undefined) return 200;
  if (errorCode === errorCodes.methodNotFound) return 404;
  return errorCode === errorCodes.missingClientCapability ? 400 : 200;
}
