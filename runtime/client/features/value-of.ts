import { isObject, member } from "../../protocol/json.js";
import { parseJson } from "../../protocol/json-rpc.js";
import type { CallToolResult } from "../../protocol/model.js";
import type { Media } from "../../contract/media.js";
import { McpAnswerError } from "../errors.js";
import type { ValueForm } from "../client.js";

/**
 * Returns the value of an operation from its tool's result, as a method of the generated server returns it.
 *
 * @throws McpAnswerError if the result holds none, such as that of a response too large for a result
 */
export function valueOf(result: CallToolResult, form: ValueForm, server: string): unknown {
  switch (form) {
    case "nothing":
      return undefined;
    case "result": {
      const { structuredContent } = result;
      return isObject(structuredContent) ? member(structuredContent, "result") : undefined;
    }
    case "text":
      return textOf(result) ?? missing("text", result, server);
    case "json": {
      const text = textOf(result);
      try {
        return text === undefined ? undefined : parseJson(text);
      } catch {
        return missing("JSON text", result, server);
      }
    }
    case "media":
      return mediaOf(result) ?? missing("image, audio or file", result, server);
  }
}

function textOf({ content }: CallToolResult): string | undefined {
  const first = content[0];
  return first?.type === "text" ? first.text : undefined;
}

function mediaOf({ content }: CallToolResult): Media | undefined {
  for (const block of content) {
    if (block.type === "image" || block.type === "audio") {
      return { mimeType: block.mimeType, data: bytesOf(block.data) };
    }
    if (block.type === "resource" && "blob" in block.resource) {
      const { mimeType = "application/octet-stream", blob } = block.resource;
      return { mimeType, data: bytesOf(blob) };
    }
  }
  return undefined;
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, "base64"));
}

function missing(what: string, data: CallToolResult, server: string): never {
  throw new McpAnswerError(
    `The result does not begin with the operation's ${what}. Call the tool with \`callTool\` to see all of it.`,
    { server, data },
  );
}
