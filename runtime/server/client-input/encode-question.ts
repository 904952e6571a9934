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
 * The params of a question as a revision writes them.
 *
 * @throws ToolError when the revision has no way to ask this
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
  throw new ToolError(`Protocol version ${revision} has no way to ask this: ${method}.`);
}
