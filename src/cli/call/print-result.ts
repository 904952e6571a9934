import { applyEdits, format } from "jsonc-parser";
import { hasDigits, jsonText } from "../../../runtime/protocol/exact-json.js";
import { isObject } from "../../../runtime/protocol/json.js";
import type { CallToolResult, ContentBlock } from "../../../runtime/protocol/model.js";
import { formatCount } from "../../diagnostics/display.js";

/** Returns a value as indented JSON, with every digit of its integers. */
export function prettyJson(value: unknown): string {
  if (!hasDigits(value)) return `${JSON.stringify(value, null, 2) ?? "null"}\n`;
  const text = jsonText(value) ?? "null";
  const options = { insertSpaces: true, tabSize: 2, eol: "\n" };
  return `${applyEdits(text, format(text, undefined, options))}\n`;
}

/**
 * Returns a result for people and programs: structured content as JSON, texts as they are, and a line for each image, audio
 * and file. A text that only repeats the structured content is left out.
 */
export function resultText(result: CallToolResult): string {
  const { content, structuredContent } = result;
  const blocks =
    structuredContent === undefined
      ? content
      : content.filter((block) => !repeats(block, structuredContent));
  return [
    ...(structuredContent === undefined ? [] : [prettyJson(structuredContent)]),
    ...blocks.map(blockText),
  ].join("");
}

function repeats(block: ContentBlock, structured: unknown): boolean {
  if (block.type !== "text") return false;
  let value: unknown;
  try {
    value = JSON.parse(block.text);
  } catch {
    value = block.text;
  }
  const text = JSON.stringify(value);
  // What is no object is listed as the member `result` of one.
  const wrapped = isObject(structured) ? structured["result"] : undefined;
  return text === JSON.stringify(structured) || text === JSON.stringify(wrapped);
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return withLineEnd(block.text);
    case "image":
    case "audio":
      return mediaLine(block.type, block.mimeType, block.data);
    case "resource_link":
      return `(resource ${block.uri}${block.title ? `: ${block.title}` : ""})\n`;
    case "resource":
      return "text" in block.resource
        ? withLineEnd(block.resource.text)
        : mediaLine("file", block.resource.mimeType ?? "unknown type", block.resource.blob);
    default:
      // The server may send what this version does not know.
      return prettyJson(block);
  }
}

function mediaLine(what: string, mimeType: string, base64: string): string {
  const bytes = Buffer.byteLength(base64, "base64");
  return `(${what}: ${mimeType}, ${formatCount(bytes)} bytes; --output FILE writes it)\n`;
}

function withLineEnd(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** Returns the bytes of the first image, audio or file of a result; undefined if it has none. */
export function firstFile({ content }: CallToolResult): Buffer | undefined {
  for (const block of content) {
    if (block.type === "image" || block.type === "audio") return Buffer.from(block.data, "base64");
    if (block.type !== "resource") continue;
    const { resource } = block;
    return "text" in resource ? Buffer.from(resource.text) : Buffer.from(resource.blob, "base64");
  }
  return undefined;
}
