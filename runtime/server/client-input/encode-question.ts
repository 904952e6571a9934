import type { ClientMethod, ElicitParams, SamplingParams } from "../../protocol/client-requests.js";
import {
  canElicit,
  canSample,
  encodeElicitParams,
  encodeSamplingParams,
} from "../../protocol/codec/codec-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import type { Revision } from "../../protocol/revisions.js";
import { ToolError } from "../../protocol/tool-error.js";

/**
 * Encodes the params of a question for a revision.
 *
 * @throws ToolError if the revision can't express the question
 */
export function encodeQuestion(
  method: ClientMethod,
  params: JsonObject,
  revision: Revision,
): JsonObject {
  if (method === "roots/list") return {};
  if (method === "elicitation/create") {
    const question = params as unknown as ElicitParams;
    if (canElicit(question, revision)) return encodeElicitParams(question, revision);
  } else {
    const question = params as unknown as SamplingParams;
    if (canSample(question, revision)) return encodeSamplingParams(question, revision);
  }
  throw new ToolError(`Protocol version ${revision} can't express this ${method} request.`);
}
