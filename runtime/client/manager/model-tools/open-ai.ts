/** Tools for the OpenAI API, both Chat Completions and Responses. @see https://platform.openai.com/docs/guides/function-calling */
import type { CallToolResult, ContentBlock } from "../../../protocol/model.js";
import { blockText, mediaOf, resultText } from "../result-text.js";
import { rootSchema } from "./root-schema.js";
import type { ModelTool } from "./tool-source.js";

/** A tool of Chat Completions. Not strict: strict mode takes a part of JSON Schema only. */
export interface OpenAiChatTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters: Record<string, unknown>;
    readonly strict: false;
  };
}

/** A tool of the Responses API. */
export interface OpenAiResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description?: string;
  readonly parameters: Record<string, unknown>;
  readonly strict: false;
}

/** A tool call of a chat message. Calls of custom tools are none of ours. */
export interface OpenAiChatCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface OpenAiChatMessage {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly content: string;
}

/** A function call among the output of a response. */
export interface OpenAiResponsesCall {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface OpenAiResponsesOutput {
  readonly type: "function_call_output";
  readonly call_id: string;
  readonly output: string | OpenAiItem[];
}

export type OpenAiItem =
  | { readonly type: "input_text"; readonly text: string }
  | { readonly type: "input_image"; readonly image_url: string; readonly detail: "auto" }
  | { readonly type: "input_file"; readonly file_data: string; readonly filename: string };

export function openAiChatTool(tool: ModelTool): OpenAiChatTool {
  return { type: "function", function: definition(tool) };
}

export function openAiResponsesTool(tool: ModelTool): OpenAiResponsesTool {
  return { type: "function", ...definition(tool) };
}

function definition({ name, title, description = title, inputSchema }: ModelTool): {
  readonly name: string;
  readonly description?: string;
  readonly parameters: Record<string, unknown>;
  readonly strict: false;
} {
  return {
    name,
    ...(description !== undefined && { description }),
    parameters: rootSchema(inputSchema),
    strict: false,
  };
}

/** Returns the message of a tool. It has no mark for errors, so the text begins with one; and it takes texts only. */
export function openAiChatMessage(id: string, result: CallToolResult): OpenAiChatMessage {
  return { role: "tool", tool_call_id: id, content: markedText(result) };
}

export function openAiResponsesOutput(id: string, result: CallToolResult): OpenAiResponsesOutput {
  const isText = result.content.every((block) => block.type === "text");
  const output = isText || result.isError ? markedText(result) : result.content.map(openAiItem);
  return { type: "function_call_output", call_id: id, output };
}

function markedText(result: CallToolResult): string {
  const text = resultText(result);
  return result.isError ? `Error: ${text || "the tool failed."}` : text;
}

const images = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

function openAiItem(block: ContentBlock): OpenAiItem {
  const media = mediaOf(block);
  const url = media ? `data:${media.mediaType};base64,${media.data}` : "";
  if (media && images.has(media.mediaType)) {
    return { type: "input_image", image_url: url, detail: "auto" };
  }
  if (media?.mediaType === "application/pdf") {
    const filename = media.uri?.split(/[/\\]/).pop() || "file.pdf";
    return { type: "input_file", file_data: url, filename };
  }
  return { type: "input_text", text: blockText(block) };
}
