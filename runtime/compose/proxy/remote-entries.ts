/** Registry entries whose calls a remote server answers. */
import {
  decodeCacheAdvice,
  decodeCallResult,
  decodeCompletion,
  decodeGetPromptResult,
  decodeReadResult,
} from "../../protocol/codec/decode-results.js";
import { readHeaderParameters } from "../../protocol/headers/header-parameters.js";
import type { HeaderParameter } from "../../protocol/headers/mcp-headers.js";
import { isObject, type JsonObject } from "../../protocol/json.js";
import type {
  CallToolResult,
  Prompt,
  Resource,
  ResourceTemplate,
  TaskSupport,
  Tool,
} from "../../protocol/model.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { copyDigits } from "../../protocol/read-integers.js";
import { ToolError } from "../../protocol/tool-error.js";
import { UriTemplate } from "../../resources/uri-template.js";
import { isInputRequired } from "../../server/client-input/input-required.js";
import { ResourceNotFound } from "../../server/registry/resource-not-found.js";
import type {
  PromptEntry,
  ReadOutcome,
  ResourceEntry,
  TemplateEntry,
  ToolEntry,
  UnlistedResources,
  Watch,
} from "../../server/registry/registry.js";
import type { CallContext, InputRequired } from "../../server/types/call-context.js";
import type { CompletionHandler, ToolArguments } from "../../server/types/definitions.js";
import { paramsWith } from "./remote-calls.js";

/** Sends calls to a remote server. */
export interface RemoteCaller {
  /** @throws ProtocolError with the error of the remote server; ToolError if it can't be asked */
  call(
    method: string,
    params: JsonObject,
    ctx: CallContext,
    tool?: RemoteTool,
  ): Promise<JsonObject | InputRequired>;
  /** Begins to hear of updates of a resource. */
  watch(uri: string): Watch;
}

export class RemoteTool implements ToolEntry {
  readonly #tool: Tool;
  readonly #remote: RemoteCaller;
  readonly headers: readonly HeaderParameter[];

  /** @throws TypeError for a tool that clients would refuse */
  constructor(tool: Tool, remote: RemoteCaller) {
    if (tool.inputSchema["type"] !== "object") {
      throw new TypeError('Its input schema has no `type: "object"`.');
    }
    const headers = readHeaderParameters(tool.inputSchema);
    if (typeof headers === "string") throw new TypeError(headers);
    this.headers = headers;
    this.#tool = tool;
    this.#remote = remote;
  }

  get task(): TaskSupport | undefined {
    return this.#tool.taskSupport;
  }

  describe(): Tool {
    return this.#tool;
  }

  async call(args: ToolArguments, ctx: CallContext): Promise<CallToolResult | InputRequired> {
    const params = paramsWith({ name: this.#tool.name, arguments: args });
    const result = await this.#remote.call("tools/call", params, ctx, this);
    return isInputRequired(result) ? result : decodeCallResult(result);
  }
}

export function remoteResource(resource: Resource, remote: RemoteCaller): ResourceEntry {
  return {
    listed: resource,
    watch: (uri) => remote.watch(uri),
    read: (ctx) => read(resource.uri, ctx, remote),
  };
}

/** @throws TypeError for an unsupported template */
export function remoteTemplate(template: ResourceTemplate, remote: RemoteCaller): TemplateEntry {
  return {
    listed: template,
    template: new UriTemplate(template.uriTemplate),
    watch: (uri) => remote.watch(uri),
    read: (uri, _variables, ctx) => read(uri, ctx, remote),
  };
}

/** Resources that the remote server does not list, such as those that its results link to. */
export function remoteUnlisted(
  name: string,
  remote: RemoteCaller,
  mayHave: (uri: string) => boolean,
): UnlistedResources {
  return {
    name,
    has: mayHave,
    watch: (uri) => remote.watch(uri),
    read: (uri, ctx) =>
      read(uri, ctx, remote).catch((error: unknown) => {
        throw isNotFound(error) ? new ResourceNotFound() : error;
      }),
  };
}

export function remotePrompt(prompt: Prompt, remote: RemoteCaller): PromptEntry {
  return {
    listed: prompt,
    async get(args, ctx) {
      const params = { name: prompt.name, arguments: args };
      const result = await remote.call("prompts/get", params, ctx);
      return isInputRequired(result) ? result : decodeGetPromptResult(result);
    },
  };
}

export function remoteCompletion(remote: RemoteCaller): CompletionHandler {
  return async ({ ref, argument, others }, ctx) => {
    const context = Object.keys(others).length > 0 ? { context: { arguments: others } } : {};
    try {
      const result = await remote.call("completion/complete", { ref, argument, ...context }, ctx);
      return decodeCompletion(result as JsonObject);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      throw new ProtocolError(errorCodes.internalError, error.message);
    }
  };
}

async function read(
  uri: string,
  ctx: CallContext,
  remote: RemoteCaller,
): Promise<ReadOutcome | InputRequired> {
  const result = await remote.call("resources/read", { uri }, ctx);
  if (isInputRequired(result)) return result;
  const outcome = decodeReadResult(result);
  if (result["ttlMs"] === undefined) return outcome;
  const cached = { ...outcome, cache: decodeCacheAdvice(result) };
  copyDigits(result, cached);
  return cached;
}

/** Whether a remote server says that there is no such resource. @see MCP 2026-07-28, Resources, Error Handling */
function isNotFound(error: unknown): boolean {
  if (!(error instanceof ProtocolError)) return false;
  const { code, data } = error;
  if (code === errorCodes.legacyResourceNotFound) return true;
  return code === errorCodes.invalidParams && isObject(data) && "uri" in data;
}
