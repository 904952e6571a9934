import { isObject, type JsonObject } from "../../../protocol/json.js";
import type { CallOptions } from "../../client.js";
import { aiSdkTool, type AiSdkTool } from "./ai-sdk.js";
import {
  anthropicResult,
  anthropicTool,
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicToolUse,
} from "./anthropic.js";
import { langChainTool, type LangChainFactory } from "./lang-chain.js";
import {
  openAiChatMessage,
  openAiChatTool,
  openAiResponsesOutput,
  openAiResponsesTool,
  type OpenAiChatCall,
  type OpenAiChatMessage,
  type OpenAiChatTool,
  type OpenAiResponsesCall,
  type OpenAiResponsesOutput,
  type OpenAiResponsesTool,
} from "./open-ai.js";
import { callForModel, callWithText } from "./run-call.js";
import type { ModelTool, ToolSource } from "./tool-source.js";

/** How tools are given to models. */
export interface ModelToolsOptions {
  /** False: shows tools that are not granted as well. Calls of them fail all the same. */
  readonly grantedOnly?: boolean;
}

/** MCP tools in the shapes of models' APIs, and results in those that the models are sent back. */
export class ModelTools {
  readonly #source: ToolSource;
  readonly #grantedOnly: boolean;

  constructor(source: ToolSource, { grantedOnly = true }: ModelToolsOptions) {
    this.#source = source;
    this.#grantedOnly = grantedOnly;
  }

  /** The `tools` of the Vercel AI SDK. A result is kept whole; the model is sent its texts, images and files. */
  aiSdk(): Record<string, AiSdkTool> {
    return Object.fromEntries(
      this.#tools().map((each) => [each.name, aiSdkTool(each, this.#source)]),
    );
  }

  /**
   * Tools for LangChain, made by the function `tool` of its core package: `langChain(tool)`. The artifact of each message
   * is the whole result.
   */
  langChain<T>(tool: LangChainFactory<T>): T[] {
    return this.#tools().map((each) => langChainTool(each, this.#source, tool));
  }

  /** The `tools` of OpenAI's Chat Completions. */
  openAiChat(): OpenAiChatTool[] {
    return this.#tools().map(openAiChatTool);
  }

  /** The `tools` of OpenAI's Responses. */
  openAiResponses(): OpenAiResponsesTool[] {
    return this.#tools().map(openAiResponsesTool);
  }

  /** The `tools` of Anthropic's Messages. */
  anthropic(): AnthropicTool[] {
    return this.#tools().map(anthropicTool);
  }

  /**
   * Answers a call of Chat Completions with the message to send back. A failure is a message that says so.
   *
   * @throws the reason of the signal
   */
  async runOpenAiChat(call: OpenAiChatCall, options?: CallOptions): Promise<OpenAiChatMessage> {
    const { name, arguments: text } = call.function;
    return openAiChatMessage(call.id, await callWithText(this.#source, name, text, options));
  }

  /** Answers a call of the Responses API. @throws as `runOpenAiChat` */
  async runOpenAiResponses(
    call: OpenAiResponsesCall,
    options?: CallOptions,
  ): Promise<OpenAiResponsesOutput> {
    const { call_id: id, name, arguments: text } = call;
    return openAiResponsesOutput(id, await callWithText(this.#source, name, text, options));
  }

  /** Answers a `tool_use` block of Anthropic's Messages. @throws as `runOpenAiChat` */
  async runAnthropic(use: AnthropicToolUse, options?: CallOptions): Promise<AnthropicToolResult> {
    const input: JsonObject = isObject(use.input) ? use.input : {};
    return anthropicResult(use.id, await callForModel(this.#source, use.name, input, options));
  }

  #tools(): readonly ModelTool[] {
    return this.#source.tools({ grantedOnly: this.#grantedOnly });
  }
}
