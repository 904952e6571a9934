import { encodeGetPromptResult } from "../../../protocol/codec/codec-results.js";
import { member } from "../../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../../protocol/protocol-error.js";
import { ToolError } from "../../../protocol/tool-error.js";
import type { IncomingRequest } from "../../../session/incoming-request.js";
import { UnsendableValue } from "../../results/unsendable-value.js";
import { runRounds } from "../../client-input/rounds.js";
import { inputRequiredFacts } from "../../client-input/rounds-model.js";
import type { ServerCore } from "../method.js";
import { textParameter } from "../../../session/request-params.js";
import { stringArguments } from "./string-arguments.js";

/** @see MCP 2026-07-28, Prompts, Getting a Prompt */
export async function getPrompt(core: ServerCore, request: IncomingRequest): Promise<string> {
  const name = textParameter(request, "name");
  const prompt = core.registry.prompts.get(name);
  if (!prompt) {
    throw new ProtocolError(errorCodes.invalidParams, `Unknown prompt: ${name.slice(0, 128)}`);
  }
  const args = stringArguments(member(request.params, "arguments"), "`arguments`");
  const { protocolVersion } = request;
  try {
    const binding = { method: "prompts/get", name, args };
    const outcome = await runRounds(request, binding, { sealer: core.sealer }, (ctx) =>
      prompt.get(args, ctx),
    );
    if (outcome.kind === "input_required") {
      return core.results.write(outcome.result, protocolVersion, inputRequiredFacts);
    }
    const encoded = encodeGetPromptResult(outcome.value, protocolVersion);
    return core.results.write(encoded, protocolVersion);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error instanceof UnsendableValue)
      core.log.error("A prompt failed", error, { prompt: name });
    throw new ProtocolError(errorCodes.internalError, error.message);
  }
}
