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
  Completion,
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
import type { RemoteCall } from "./remote-call.js";
import { paramsWith } from "./remote-calls.js";

/** Sends calls to a remote server. */
export interface RemoteCaller {
  /** @throws ProtocolError with the error of the remote server; ToolError if it can't be asked */
  call<T>(call: RemoteCall<T>): Promise<T | InputRequired>;
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

  call(args: ToolArguments, ctx: CallContext): Promise<CallToolResult | InputRequired> {
    const params = paramsWith({ name: this.#tool.name, arguments: args });
    const read = decodeCallResult;
    return this.#remote.call({ method: "tools/call", params, ctx, read, tool: this });
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
    get(args, ctx) {
      const params = { name: prompt.name, arguments: args };
      return remote.call({ method: "prompts/get", params, ctx, read: decodeGetPromptResult });
    },
  };
}

export function remoteCompletion(remote: RemoteCaller): CompletionHandler {
  return async ({ ref, argument, others }, ctx) => {
    const context = Object.keys(others).length > 0 ? { context: { arguments: others } } : {};
    try {
      const params = { ref, argument, ...context };
      const read = decodeCompletion;
      return (await remote.call({
        method: "completion/complete",
        params,
        ctx,
        read,
      })) as Completion;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      throw new ProtocolError(errorCodes.internalError, error.message);
    }
  };
}

function read(
  uri: string,
  ctx: CallContext,
  remote: RemoteCaller,
): Promise<ReadOutcome | InputRequired> {
  return remote.call({ method: "resources/read", params: { uri }, ctx, read: readOutcome });
}

function readOutcome(result: JsonObject): ReadOutcome {
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
