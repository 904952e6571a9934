/** Decides from the head of an HTTP request who may open a channel, before anything else is done. */
import type { Authorizer } from "../../authorization/authorizer.js";
import { Refusal } from "../../authorization/refusal.js";
import { errorMessage } from "../../protocol/json-rpc.js";
import { processLog } from "../../protocol/log.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { Caller } from "../../session/caller.js";
import { createGuard, type Arrival, type GuardOptions } from "./guard.js";
import { safeFields } from "./safe-fields.js";

export interface RequestHead extends Arrival {
  readonly method: string;
  /** Path and query, or the whole URL. */
  readonly url: string;
  /** Returns a header's value by its lower-case name. */
  header(name: string): string | undefined;
}

export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type AdmissionOutcome =
  | {
      readonly admitted: true;
      /** Absent when there is no authorizer. */
      readonly caller: Caller | undefined;
      /** Headers that every answer must have. */
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly admitted: false; readonly answer: PlainAnswer };

export interface AdmissionOptions extends GuardOptions {
  /** Checks access tokens; absent: any client may use the server. */
  readonly authorizer?: Authorizer;
}

/** Admits a request, or says how to answer it. Never throws. */
export type Admission = (head: RequestHead) => Promise<AdmissionOutcome>;

/**
 * Checks Host and Origin first, then the access token.
 *
 * @see MCP 2026-07-28, Authorization
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const guard = createGuard(options);
  const { authorizer } = options;
  return async (head) => {
    const verdict = guard(head.header("host"), head.header("origin"), head);
    if (!verdict.allowed) return { admitted: false, answer: plainRefusal(403, verdict.reason) };
    const headers = verdict.cors ?? safeFields;
    // A preflight request never carries a token: it asks whether a request with one may be sent.
    if (!authorizer || head.method === "OPTIONS") {
      return { admitted: true, caller: undefined, headers };
    }
    try {
      return { admitted: true, caller: await authorizer.authenticate(head), headers };
    } catch (error) {
      return { admitted: false, answer: deniedAnswer(error, headers) };
    }
  };
}

/** Returns a refusal whose body is a JSON-RPC error without an id. */
export function plainRefusal(
  status: number,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
  code: number = errorCodes.invalidRequest,
): PlainAnswer {
  return {
    status,
    headers: { ...safeFields, ...headers, "content-type": "application/json" },
    body: errorMessage(undefined, new ProtocolError(code, reason)),
  };
}

/** Returns a refusal as an answer, with the headers that every answer must have. */
export function refusalAnswer(
  refusal: Refusal,
  headers: Readonly<Record<string, string>>,
): PlainAnswer {
  const { status, body } = refusal;
  return { status, headers: { ...headers, ...refusal.headers }, body };
}

function deniedAnswer(error: unknown, headers: Readonly<Record<string, string>>): PlainAnswer {
  if (error instanceof Refusal) return refusalAnswer(error, headers);
  processLog.error("An access token could not be checked", error);
  const reason = "The server failed to check the access token.";
  return plainRefusal(500, reason, headers, errorCodes.internalError);
}
