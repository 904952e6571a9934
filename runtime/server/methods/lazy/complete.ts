import { encodeCompletion } from "../../../protocol/codec/codec-results.js";
import { isObject, member } from "../../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../../protocol/protocol-error.js";
import type { IncomingRequest } from "../../../session/incoming-request.js";
import type { EntryGuards, Registry } from "../../registry/registry.js";
import { RequestContext } from "../../client-input/request-context.js";
import type { Completer, CompleterOutput, CompletionRequest } from "../../types/definitions.js";
import type { ServerCore } from "../method.js";
import { stringArguments } from "./string-arguments.js";

/** @see MCP 2026-07-28, Completion */
export async function complete(core: ServerCore, request: IncomingRequest): Promise<string> {
  const completion = readRequest(request);
  const ctx = new RequestContext(request);
  const { own, guards } = completerOf(core.registry, completion);
  let output: CompleterOutput | undefined;
  try {
    await guards?.admit({ ctx, purpose: "complete", args: completion.others });
    for (const handler of core.registry.completions) {
      output = await handler(completion, ctx);
      if (output !== undefined) break;
    }
    output ??= (await own?.(completion.argument.value, completion.others, ctx)) ?? [];
  } finally {
    await ctx.flush();
  }
  const { protocolVersion } = request;
  const result = isValues(output) ? { values: output } : output;
  return core.results.write(encodeCompletion(result), protocolVersion);
}

interface FoundCompleter {
  readonly own: Completer | undefined;
  readonly guards: EntryGuards | undefined;
}

/** @throws ProtocolError -32602 if the prompt, template or argument does not exist */
function completerOf(registry: Registry, { ref, argument }: CompletionRequest): FoundCompleter {
  if (ref.type === "ref/prompt") {
    const prompt = registry.prompts.get(ref.name);
    if (!prompt) throw invalidParams(`Unknown prompt: ${ref.name.slice(0, 128)}`);
    if (!prompt.listed.arguments?.some(({ name }) => name === argument.name)) {
      throw invalidParams(`The prompt has no argument ${argument.name.slice(0, 128)}.`);
    }
    return { own: prompt.completers?.get(argument.name), guards: prompt.guards };
  }
  const template = registry.templates.get(ref.uri);
  if (template) {
    if (!template.template.names.includes(argument.name)) {
      throw invalidParams(`The template has no variable ${argument.name.slice(0, 128)}.`);
    }
    return { own: template.completers?.get(argument.name), guards: template.guards };
  }
  const resource = registry.resource(ref.uri);
  if (!resource) throw invalidParams(`Unknown resource: ${ref.uri.slice(0, 500)}`);
  return { own: undefined, guards: resource.guards };
}

function readRequest({ params }: IncomingRequest): CompletionRequest {
  const ref = readReference(member(params, "ref"));
  const argument = member(params, "argument");
  const { name, value } = isObject(argument) ? argument : {};
  if (typeof name !== "string" || typeof value !== "string") {
    throw invalidParams("`argument` needs `name` and `value`, both strings.");
  }
  const context = member(params, "context");
  const others = isObject(context) ? member(context, "arguments") : undefined;
  return { ref, argument: { name, value }, others: stringArguments(others, "`context.arguments`") };
}

function readReference(ref: unknown): CompletionRequest["ref"] {
  if (isObject(ref)) {
    const { type, name, uri } = ref;
    if (type === "ref/prompt" && typeof name === "string") return { type, name };
    if (type === "ref/resource" && typeof uri === "string") return { type, uri };
  }
  throw invalidParams("`ref` must be a ref/prompt with a name or a ref/resource with a uri.");
}

/** `Array.isArray` does not narrow readonly arrays. */
function isValues(output: CompleterOutput): output is readonly string[] {
  return Array.isArray(output);
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(errorCodes.invalidParams, message);
}
