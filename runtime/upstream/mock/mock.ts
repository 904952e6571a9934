import { nestsTooDeep } from "../../protocol/nesting.js";
import type { Answer } from "../response/answer.js";
import type { Api } from "../../contract/api.js";
import { boundedSchema } from "./bounded-schema.js";
import { essenceOf, isJsonType, isTextType } from "../../contract/media-type.js";
import type { Operation } from "../../contract/operation.js";

/**
 * Answers a call without the API: with the document's example, else with a sample of the success response's schema. The
 * answer is always the same.
 */
export async function mockAnswer(api: Api, operation: Operation): Promise<Answer> {
  const status = operation.success?.status ?? 200;
  if (operation.request.method === "HEAD" || status === 204 || status === 205 || status === 304) {
    return { kind: "empty", status };
  }
  const { example } = operation;
  if (example !== undefined) return exampleAnswer(status, essenceOf(example.type), example.value);
  const type = essenceOf(operation.success?.type ?? "");
  if (operation.output !== undefined) {
    const sampled = await sample(api, operation.output);
    const value = operation.wrapIn ? (sampled as { result?: unknown } | null)?.result : sampled;
    return { kind: "json", status, value: value ?? null };
  }
  if (type === "") return { kind: "empty", status };
  if (isJsonType(type)) return { kind: "json", status, value: {} };
  if (isTextType(type)) return { kind: "text", status, text: "string", mimeType: type };
  return mediaAnswer(status, type, "");
}

async function sample(api: Api, output: NonNullable<Operation["output"]>): Promise<unknown> {
  const sampler = await import("openapi-sampler");
  const schema = boundedSchema(output, api.outputSchemas ?? {});
  try {
    return sampler.sample(schema, { quiet: true, skipWriteOnly: true });
  } catch {
    // The sampler throws on malformed keywords.
    return {};
  }
}

function exampleAnswer(status: number, type: string, value: unknown): Answer {
  if (isJsonType(type)) return { kind: "json", status, value: parsed(value) };
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (isTextType(type)) return { kind: "text", status, text, mimeType: type };
  if (type.includes("*")) return { kind: "json", status, value };
  return mediaAnswer(status, type, text);
}

/** Parses an example, which many documents write as JSON text. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value) || nestsTooDeep(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Documents can't hold bytes, so an image is always a transparent pixel, even if there is an example. */
function mediaAnswer(status: number, type: string, text: string): Answer {
  if (type.startsWith("image/") && type !== "image/svg+xml") {
    return { kind: "media", status, media: { mimeType: "image/png", data: pixel() } };
  }
  const data = new TextEncoder().encode(text);
  return { kind: "media", status, media: { mimeType: type, data } };
}

function pixel(): Uint8Array {
  const png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  return Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
}
