/** Tools for the Anthropic API. @see https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use */
import type { CallToolResult, ContentBlock } from "../../../protocol/model.js";
import { blockText, mediaOf, resultText } from "../result-text.js";
import { rootSchema } from "./root-schema.js";
import type { ModelTool } from "./tool-source.js";

export interface AnthropicTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: { readonly type: "object"; readonly [keyword: string]: unknown };
}

/** A `tool_use` block of the model. */
export interface AnthropicToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface AnthropicToolResult {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content?: AnthropicBlock[];
  readonly is_error?: true;
}

const imageTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
type AnthropicImageType = (typeof imageTypes)[number];

export type AnthropicBlock =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image";
      readonly source: {
        readonly type: "base64";
        readonly media_type: AnthropicImageType;
        readonly data: string;
      };
    }
  | {
      readonly type: "document";
      readonly source: {
        readonly type: "base64";
        readonly media_type: "application/pdf";
        readonly data: string;
      };
    };

export function anthropicTool(tool: ModelTool): AnthropicTool {
  const { name, title, description = title, inputSchema } = tool;
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: rootSchema(inputSchema) as AnthropicTool["input_schema"],
  };
}

export function anthropicResult(id: string, result: CallToolResult): AnthropicToolResult {
  const { content, isError } = result;
  const blocks =
    content.length === 0
      ? [{ type: "text" as const, text: resultText(result) }]
      : content.map(anthropicBlock);
  // The API refuses empty texts.
  const filled = blocks.filter((block) => block.type !== "text" || block.text !== "");
  return {
    type: "tool_result",
    tool_use_id: id,
    ...(filled.length > 0 && { content: filled }),
    ...(isError && { is_error: true }),
  };
}

function anthropicBlock(block: ContentBlock): AnthropicBlock {
  const media = mediaOf(block);
  if (media && isImageType(media.mediaType)) {
    const { mediaType: media_type, data } = media;
    return { type: "image", source: { type: "base64", media_type, data } };
  }
  if (media?.mediaType === "application/pdf") {
    const { data } = media;
    return { type: "document", source: { type: "base64", media_type: "application/pdf", data } };
  }
  return { type: "text", text: blockText(block) };
}

function isImageType(type: string): type is AnthropicImageType {
  return (imageTypes as readonly string[]).includes(type);
}
