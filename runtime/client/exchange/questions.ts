/** Answers the questions of a server, whichever way they come. */
import type {
  ClientMethod,
  ElicitFormParams,
  ElicitParams,
  ElicitResult,
  ElicitUrlParams,
  SamplingParams,
  SamplingResult,
} from "../../protocol/client-requests.js";
import { defined } from "../../protocol/defined.js";
import { metaOf } from "../../protocol/envelope.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { Revision } from "../../protocol/revisions.js";
import type { ClientOptions, QuestionContext } from "../client-options.js";

export function isQuestion(method: string): method is ClientMethod {
  return (
    method === "roots/list" ||
    method === "sampling/createMessage" ||
    method === "elicitation/create"
  );
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
   * @throws ProtocolError -32601 if there is no handler, -32602 for a question that was not agreed on or is malformed; the
   *   handler's error
   */
  async answer(
    method: ClientMethod,
    params: JsonObject,
    revision: Revision,
    signal: AbortSignal,
  ): Promise<JsonObject> {
    const context = { signal, server: this.#server, meta: metaOf(params) };
    switch (method) {
      case "roots/list":
        return this.#roots();
      case "sampling/createMessage":
        return this.#sample(params, revision, context);
      case "elicitation/create":
        return this.#elicit(params, revision, context);
    }
  }

  async #roots(): Promise<JsonObject> {
    const { roots } = this.#options;
    if (roots === undefined) throw noHandler("roots/list");
    return { roots: typeof roots === "function" ? await roots() : roots };
  }

  async #sample(
    params: JsonObject,
    revision: Revision,
    context: QuestionContext,
  ): Promise<JsonObject> {
    const { sampling, samplingFeatures } = this.#options;
    if (!sampling) throw noHandler("sampling/createMessage");
    if (params["tools"] !== undefined && !(samplingFeatures?.tools && revision >= "2025-11-25")) {
      throw notAgreed("sampling with tools");
    }
    const result = await sampling(params as unknown as SamplingParams, context);
    return encodeSamplingResult(result, revision);
  }

  async #elicit(
    params: JsonObject,
    revision: Revision,
    context: QuestionContext,
  ): Promise<JsonObject> {
    const { elicitation } = this.#options;
    if (!elicitation) throw noHandler("elicitation/create");
    const asked = params as unknown as ElicitParams;
    const isUrl = params["mode"] === "url";
    if (isUrl && revision < "2025-11-25") throw notAgreed("elicitation by URL");
    if (typeof elicitation === "function") {
      return answered(asked, await elicitation(asked, context));
    }
    if (isUrl) {
      if (!elicitation.url) throw notAgreed("elicitation by URL");
      return answered(asked, await elicitation.url(asked as ElicitUrlParams, context));
    }
    if (!elicitation.form) throw notAgreed("elicitation by form");
    return answered(asked, await elicitation.form(asked as ElicitFormParams, context));
  }
}

/** Adds the defaults of the form to accepted content. @see MCP 2025-11-25, Elicitation, Requested Schema */
function answered(asked: ElicitParams, result: ElicitResult): JsonObject {
  const { action, content } = result;
  if (action !== "accept" || asked.mode === "url") return { action };
  const properties: unknown = member(asked.requestedSchema as unknown as JsonObject, "properties");
  const filled: Record<string, unknown> = { ...content };
  for (const [name, schema] of Object.entries(isObject(properties) ? properties : {})) {
    const value = isObject(schema) ? member(schema, "default") : undefined;
    if (value !== undefined && !Object.hasOwn(filled, name)) filled[name] = value;
  }
  return { action, content: filled };
}

/** Before 2025-11-25 a message has one content. */
function encodeSamplingResult(result: SamplingResult, revision: Revision): JsonObject {
  const { role, content, model, stopReason, _meta } = result;
  const isList = Array.isArray(content);
  const one: unknown = isList && revision < "2025-11-25" ? content[0] : content;
  return { role, content: one, model, ...defined({ stopReason, _meta }) };
}

function noHandler(method: string): ProtocolError {
  return new ProtocolError(errorCodes.methodNotFound, `This client does not answer ${method}.`);
}

function notAgreed(what: string): ProtocolError {
  return new ProtocolError(
    errorCodes.invalidParams,
    `This client does not declare ${what}, so it does not answer the request.`,
  );
}
