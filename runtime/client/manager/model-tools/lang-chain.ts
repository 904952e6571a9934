/** Tools for LangChain. @see https://docs.langchain.com/oss/javascript/langchain/tools */
import type { JsonObject } from "../../../protocol/json.js";
import type { CallToolResult, ContentBlock } from "../../../protocol/model.js";
import { McpToolError } from "../../errors.js";
import { blockText, mediaOf, resultText } from "../result-text.js";
import { rootSchema } from "./root-schema.js";
import type { ModelTool, ToolSource } from "./tool-source.js";

/** What LangChain's function `tool` takes as its second argument. */
export interface LangChainFields {
  readonly name: string;
  readonly description: string;
  readonly schema: LangChainSchema;
  readonly responseFormat: "content_and_artifact";
}

export interface LangChainSchema {
  readonly type: "object";
  readonly properties: Record<string, never>;
  readonly [keyword: string]: unknown;
}

/** What LangChain's function `tool` takes as its first argument. @returns the content for the model, and the whole result */
export type LangChainFunction = (
  input: unknown,
  config?: { readonly signal?: AbortSignal },
) => Promise<[LangChainContent, CallToolResult]>;

/** LangChain's function `tool`. */
export type LangChainFactory<T> = (call: LangChainFunction, fields: LangChainFields) => T;

/** Content of a `ToolMessage`. */
export type LangChainContent = string | LangChainBlock[];

export type LangChainBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } }
  | {
      readonly type: "audio" | "file";
      readonly source_type: "base64";
      readonly mime_type: string;
      readonly data: string;
    };

/** Makes a structured tool. A result with an error is thrown, because LangChain marks the message of the tool by that. */
export function langChainTool<T>(
  tool: ModelTool,
  source: ToolSource,
  factory: LangChainFactory<T>,
): T {
  const { name, description, title } = tool;
  const call: LangChainFunction = async (input, config) => {
    const options = config?.signal && { signal: config.signal };
    const result = await source.call(name, input as JsonObject, options);
    if (result.isError) {
      throw new McpToolError(resultText(result) || "The tool failed.", { data: result });
    }
    return [langChainContent(result), result];
  };
  return factory(call, {
    name,
    description: description ?? title ?? name,
    schema: rootSchema(tool.inputSchema) as unknown as LangChainSchema,
    responseFormat: "content_and_artifact",
  });
}

export function langChainContent(result: CallToolResult): LangChainContent {
  const isText = result.content.every((block) => block.type === "text");
  return isText ? resultText(result) : result.content.map(langChainBlock);
}

function langChainBlock(block: ContentBlock): LangChainBlock {
  const media = mediaOf(block);
  if (!media) return { type: "text", text: blockText(block) };
  const { data, mediaType } = media;
  if (mediaType.startsWith("image/")) {
    return { type: "image_url", image_url: { url: `data:${mediaType};base64,${data}` } };
  }
  const type = mediaType.startsWith("audio/") ? "audio" : "file";
  return { type, source_type: "base64", mime_type: mediaType, data };
}
