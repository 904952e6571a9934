/** Converts answers of an API to content blocks. */
import { exactText } from "../../protocol/marked-integers.js";
import type { ContentBlock } from "../../protocol/model.js";
import { UriTemplate } from "../../resources/uri-template.js";
import type { AnswerPart, AnswerTarget } from "../../upstream/response/answer.js";
import { valueContent, type Value } from "./value.js";

/**
 * Converts a value to content blocks, followed by its links and notes.
 *
 * @param uri makes the URI of an embedded resource
 */
export function contentOf(value: Value, uri: () => string): ContentBlock[] {
  const content = bodyContent(value, uri);
  return value.links || value.notes ? [...content, ...aboutContent(value)] : content;
}

/** Converts the links and notes of a value to content blocks. */
export function aboutContent({ links = [], notes = [] }: Value): ContentBlock[] {
  const content = links.flatMap(linkContent);
  if (notes.length > 0) content.push({ type: "text", text: notes.join("\n") });
  return content;
}

/** Whether texts and files have at most so many bytes. Images and audio don't count, because they can't be shortened. */
export function fitsInline(content: readonly ContentBlock[], maxBytes: number): boolean {
  // To count the bytes of a text takes as long as to copy it; it has at most three for each unit.
  const most = sizeOf(content, (text) => 3 * text.length);
  return most <= maxBytes || sizeOf(content, Buffer.byteLength) <= maxBytes;
}

function sizeOf(content: readonly ContentBlock[], sizeOfText: (text: string) => number): number {
  let size = 0;
  for (const block of content) {
    if (block.type === "text") size += sizeOfText(block.text);
    else if (block.type === "resource" && "blob" in block.resource) {
      size += Buffer.byteLength(block.resource.blob, "base64");
    }
  }
  return size;
}

/** Converts a link: to a resource that can be read, or to a hint at a tool that can be called. */
function linkContent({ name, description, tool, uri, args }: AnswerTarget): ContentBlock[] {
  const about = description === undefined ? {} : { description };
  if (uri !== undefined) {
    const target = expanded(uri, args);
    return target === undefined ? [] : [{ type: "resource_link", uri: target, name, ...about }];
  }
  if (tool === undefined) return [];
  const why = description === undefined ? "" : ` (${description})`;
  return [{ type: "text", text: `(${name}: call ${tool} with ${exactText(args)}${why})` }];
}

/** Expands a template; undefined if a path variable is missing, or a URI can't have a value or would change its structure. */
function expanded(uri: string, args: AnswerTarget["args"]): string | undefined {
  if (!uri.includes("{")) return uri;
  const [path = ""] = uri.split("{?");
  const values = Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => typeof value !== "object" && value !== "")
      .map(([name, value]) => [name, typeof value === "bigint" ? String(value) : value]),
  );
  for (const [, plus, name = ""] of path.matchAll(/\{(\+?)([^{}]*)\}/g)) {
    if (!Object.hasOwn(values, name)) return undefined;
    // The value of the API is not percent-encoded, and `{+name}` would take it for that.
    if (plus) values[name] = String(values[name]).replaceAll("%", "%25");
  }
  const template = new UriTemplate(uri);
  try {
    const target = template.expand(values);
    return template.match(target) === undefined ? undefined : target;
  } catch {
    // Half of a surrogate pair. The call has succeeded, so it must not fail for a link.
    return undefined;
  }
}

function bodyContent(value: Value, uri: () => string): ContentBlock[] {
  return value.kind === "media" && value.parts
    ? partsContent(value.parts, uri)
    : valueContent(value, uri);
}

function partsContent(parts: readonly AnswerPart[], uri: () => string): ContentBlock[] {
  return parts.flatMap(({ name, answer }, index) => {
    const content = bodyContent(answer, () => `${uri()}#${index + 1}`);
    // The name of a part is more informative than its position.
    return name === undefined ? content : [{ type: "text", text: `(${name}:)` }, ...content];
  });
}
