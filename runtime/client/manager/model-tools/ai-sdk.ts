/** Tools in the shape of the Vercel AI SDK, from version 5 on. @see https://ai-sdk.dev/docs/reference/ai-sdk-core/tool */
import { isObject, type JsonObject } from "../../../protocol/json.js";
import type { CallToolResult, ContentBlock } from "../../../protocol/model.js";
import { blockText, mediaOf, resultText } from "../result-text.js";
import { rootSchema } from "./root-schema.js";
import type { ModelTool, ToolSource } from "./tool-source.js";

/** An entry of the record `tools`. */
export interface AiSdkTool {
  readonly description?: string;
  readonly title?: string;
  readonly inputSchema: AiSdkSchema;
  execute(
    input: JsonObject,
    options: { readonly abortSignal?: AbortSignal | undefined },
  ): Promise<CallToolResult>;
  toModelOutput(options: { readonly output: CallToolResult }): AiSdkOutput;
}

/** A JSON Schema, as a Standard Schema by its type, and by the SDK's own mark. @see https://standardschema.dev */
export interface AiSdkSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => AiSdkCheck;
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
    readonly types?: { readonly input: unknown; readonly output: JsonObject };
  };
}

type AiSdkCheck =
  | { readonly value: JsonObject; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

/** What the model is sent of a result. */
export type AiSdkOutput =
  | { readonly type: "text"; readonly value: string }
  | { readonly type: "error-text"; readonly value: string }
  | { readonly type: "content"; readonly value: AiSdkContent[] };

export type AiSdkContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image-data"; readonly data: string; readonly mediaType: string }
  | { readonly type: "file-data"; readonly data: string; readonly mediaType: string };

export function aiSdkTool(tool: ModelTool, source: ToolSource): AiSdkTool {
  const { name, title, description } = tool;
  return {
    ...(description !== undefined && { description }),
    ...(title !== undefined && { title }),
    inputSchema: aiSdkSchema(rootSchema(tool.inputSchema)),
    execute: (input, options) =>
      source.call(name, input, options.abortSignal && { signal: options.abortSignal }),
    toModelOutput: ({ output }) => aiSdkOutput(output),
  };
}

/** What the SDK's `jsonSchema` returns, and what it takes from others. It is not checked here: the server does. */
function aiSdkSchema(schema: JsonObject): AiSdkSchema {
  const validate = (value: unknown): AiSdkCheck =>
    isObject(value) ? { value } : { issues: [{ message: "The input must be an object." }] };
  const own = {
    [Symbol.for("vercel.ai.schema")]: true,
    jsonSchema: schema,
    validate: (value: unknown) =>
      isObject(value)
        ? { success: true, value }
        : { success: false, error: new TypeError("The input must be an object.") },
    "~standard": {
      version: 1,
      vendor: "mcp-codegen",
      validate,
      jsonSchema: { input: () => schema, output: () => schema },
    },
  } as const;
  return own;
}

export function aiSdkOutput(result: CallToolResult): AiSdkOutput {
  if (result.isError) return { type: "error-text", value: resultText(result) };
  const isText = result.content.every((block) => block.type === "text");
  if (isText) return { type: "text", value: resultText(result) };
  return { type: "content", value: result.content.map(aiSdkContent) };
}

function aiSdkContent(block: ContentBlock): AiSdkContent {
  const media = mediaOf(block);
  if (!media) return { type: "text", text: blockText(block) };
  const { data, mediaType } = media;
  return { type: mediaType.startsWith("image/") ? "image-data" : "file-data", data, mediaType };
}
