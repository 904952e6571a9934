import { defined } from "../../protocol/defined.js";
import { isObject, type JsonObject } from "../../protocol/json.js";
import type { GetPromptResult, PromptMessage } from "../../protocol/model.js";
import { readContent } from "./content-blocks.js";
import type { InputRequired } from "../types/call-context.js";
import type { PromptOutput } from "../types/definitions.js";
import { requireJson } from "./json-value.js";
import { isPromptResult } from "./result-guards.js";
import { UnsendableValue } from "./unsendable-value.js";

/**
 * Converts what the handler of a prompt returned: texts and files become content, and a message with a list of content
 * becomes several.
 *
 * @throws UnsendableValue for anything but messages that JSON can represent
 */
export async function readPrompt(
  { name, description }: PromptFacts,
  value: Exclude<PromptOutput, InputRequired>,
): Promise<GetPromptResult> {
  const { messages: list, ...others } = isPromptResult(value)
    ? value
    : { ...defined({ description }), messages: typeof value === "string" ? [value] : value };
  if (!Array.isArray(list)) {
    requireJson(list);
    throw wrongPrompt("must return text, a list of messages, or a result with messages");
  }
  const read = list.map((each: unknown, index) => readMessage(each, index, name));
  const result = { ...others, messages: (await Promise.all(read)).flat() };
  requireJson(result);
  return result;
}

interface PromptFacts {
  readonly name: string;
  readonly description?: string | undefined;
}

async function readMessage(each: unknown, index: number, name: string): Promise<PromptMessage[]> {
  // A text alone is said by the user.
  const { role, content, ...others } = (
    typeof each === "string" ? { role: "user", content: each } : isObject(each) ? each : {}
  ) as JsonObject;
  if (role !== "user" && role !== "assistant") {
    throw wrongPrompt(`must return messages with the role user or assistant, unlike [${index}]`);
  }
  if (content === undefined) {
    throw wrongPrompt(`must return messages with content, unlike [${index}]`);
  }
  const blocks = await readContent(content, () => `prompt:${name}#${index + 1}`);
  return blocks.map((block) => ({ ...others, role, content: block }));
}

function wrongPrompt(what: string): UnsendableValue {
  return new UnsendableValue(`The handler of the prompt ${what}.`);
}
