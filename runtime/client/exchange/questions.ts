/** Answers the questions of a server, whichever way they come. */
import type { ClientMethod, ElicitParams, ElicitResult } from "../../protocol/client-requests.js";
import { decodeElicitParams, decodeSamplingParams } from "../../protocol/codec/decode-questions.js";
import {
  encodeElicitResult,
  encodeRoots,
  encodeSamplingResult,
} from "../../protocol/codec/encode-answers.js";
import { metaOf } from "../../protocol/envelope.js";
import type { JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { capabilitiesFor, lackingCapabilities } from "../../protocol/questions/capabilities.js";
import { checkAnswer } from "../../protocol/questions/check-answer.js";
import { withDefaults } from "../../protocol/questions/form-defaults.js";
import { withKnownForm } from "../../protocol/questions/known-form.js";
import type { Revision } from "../../protocol/revisions.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type { ClientOptions, QuestionContext } from "../client-options.js";
import { declaredCapabilities } from "./capabilities.js";

export function isQuestion(method: string): method is ClientMethod {
  return (
    method === "roots/list" ||
    method === "sampling/createMessage" ||
    method === "elicitation/create"
  );
}

/** The user's handler refuses to answer: that is no fault of the server. */
export class Refusal extends Error {
  declare readonly cause: ProtocolError;

  constructor(cause: ProtocolError) {
    super(cause.message, { cause });
  }
}

async function handled<T>(work: () => MaybePromise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProtocolError ? new Refusal(error) : error;
  }
}

export class Questions {
  readonly #options: ClientOptions;
  readonly #server: string;

  constructor(options: ClientOptions, server: string) {
    this.#options = options;
    this.#server = server;
  }

  /**
   * Returns the answer of the user's handler, in the shape of the revision.
   *
   * @throws ProtocolError -32601 if there is no handler, -32602 for a question that was not agreed on or is malformed; Refusal
   *   if the handler throws a ProtocolError; the handler's other errors
   */
  async answer(
    method: ClientMethod,
    params: JsonObject,
    revision: Revision,
    signal: AbortSignal,
  ): Promise<JsonObject> {
    this.#checkAgreed(method, params, revision);
    const context = { signal, server: this.#server, meta: metaOf(params) };
    switch (method) {
      case "roots/list":
        return this.#roots(revision);
      case "sampling/createMessage":
        return this.#sample(params, revision, context);
      case "elicitation/create":
        return this.#elicit(params, context);
    }
  }

  /** @throws ProtocolError for a question that the client has no handler for, or did not declare */
  #checkAgreed(method: ClientMethod, params: JsonObject, revision: Revision): void {
    const { roots, sampling, elicitation } = this.#options;
    const handlers = {
      "roots/list": roots,
      "sampling/createMessage": sampling,
      "elicitation/create": elicitation,
    };
    if (handlers[method] === undefined) {
      throw new ProtocolError(errorCodes.methodNotFound, `This client does not answer ${method}.`);
    }
    // Servers ask for context without need, and the handler decides about it anyway.
    const needed = capabilitiesFor(method, { ...params, includeContext: undefined });
    const clientCapabilities = declaredCapabilities(this.#options, revision);
    const lacking = lackingCapabilities(needed, { protocolVersion: revision, clientCapabilities });
    if (!lacking) return;
    throw new ProtocolError(
      errorCodes.invalidParams,
      `This client does not declare ${JSON.stringify(lacking)}, so it does not answer ${method}.`,
    );
  }

  async #roots(revision: Revision): Promise<JsonObject> {
    const { roots } = this.#options;
    const listed = typeof roots === "function" ? await handled(roots) : (roots ?? []);
    checkOwn("roots/list", {}, { roots: listed });
    return encodeRoots(listed, revision);
  }

  async #sample(
    params: JsonObject,
    revision: Revision,
    context: QuestionContext,
  ): Promise<JsonObject> {
    const asked = decodeSamplingParams(params);
    const sampling = this.#options.sampling!;
    const result = await handled(() => sampling(asked, context));
    checkOwn("sampling/createMessage", params, result);
    return encodeSamplingResult(result, revision);
  }

  async #elicit(params: JsonObject, context: QuestionContext): Promise<JsonObject> {
    const asked = decodeElicitParams(params);
    const result = await handled(() => this.#ask(asked, context));
    const filled = asked.mode === "url" ? result : withDefaults(asked, result);
    const checked = checkOwn("elicitation/create", withKnownForm(params), filled);
    return encodeElicitResult(checked as ElicitResult);
  }

  async #ask(asked: ElicitParams, context: QuestionContext): Promise<ElicitResult> {
    const handler = this.#options.elicitation!;
    if (typeof handler === "function") return handler(asked, context);
    // The question was agreed on, so its handler exists.
    return asked.mode === "url" ? handler.url!(asked, context) : handler.form!(asked, context);
  }
}

/**
 * Checks the answer of a handler, as the server will.
 *
 * @returns the answer without what was not asked for
 * @throws TypeError, because the handler is wrong and not the server
 */
function checkOwn(method: ClientMethod, params: JsonObject, answer: unknown): unknown {
  try {
    return checkAnswer(method, params, answer);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TypeError(`The handler of ${method} gave no answer that can be sent. ${why}`, {
      cause: error,
    });
  }
}
