import type { SamplingMessage } from "../../../protocol/client-requests.js";
import { compileSchema } from "../../../schema/validator.js";
import type { SchemaSource } from "../../../schema/schema-source.js";
import { readAnswerSchema } from "../../../schema/answer-schema.js";
import type { Checked, ReadSchema } from "../../../schema/standard-schema.js";
import type { CallContext } from "../../types/call-context.js";
import type { SampleAnswer, SampleInput, SampleOptions } from "../../types/sampling.js";
import { ClientAnswerError } from "../errors.js";
import { nextKey } from "../question-keys.js";
import { sampleParams, withText } from "../sample-params.js";

const defaultAttempts = 3;

/**
 * Asks the client's model for JSON until it fits a schema.
 *
 * @throws ClientAnswerError if no answer fits
 */
export async function sampleBySchema<S extends SchemaSource>(
  ctx: Pick<CallContext, "sample">,
  prompt: SampleInput,
  { result, attempts = defaultAttempts, ...options }: SampleOptions<S>,
): Promise<SampleAnswer & { readonly value: unknown }> {
  if (!Number.isInteger(attempts) || attempts < 1) {
    throw new TypeError(`\`attempts\` must be a positive integer, not ${attempts}.`);
  }
  const read = readAnswerSchema(result, "The schema of a sampling result");
  const params = sampleParams(prompt);
  const rule = `Answer with nothing but JSON that fits this JSON Schema:\n${JSON.stringify(read.schema)}`;
  const systemPrompt = params.systemPrompt ? `${params.systemPrompt}\n\n${rule}` : rule;
  let messages: readonly SamplingMessage[] = params.messages;
  for (let attempt = 1; ; attempt++) {
    const answer = await ctx.sample(
      { ...params, systemPrompt, messages },
      nextKey(options, attempt),
    );
    const outcome = await check(answer.text, read);
    if (!("issues" in outcome)) return withText({ ...answer, value: outcome.value });
    if (attempt === attempts) {
      throw new ClientAnswerError(
        `The model gave no fitting answer in ${attempts} attempts: ${outcome.issues}`,
      );
    }
    messages = [
      ...messages,
      { role: "assistant", content: { type: "text", text: answer.text || "(no text)" } },
      { role: "user", content: { type: "text", text: faultText(outcome.issues) } },
    ];
  }
}

function faultText(issues: string): string {
  return `That answer can't be used:\n${issues}\nAnswer again, with nothing but the JSON.`;
}

async function check(text: string, { schema, validate }: ReadSchema): Promise<Checked> {
  const value = parseAnswer(text);
  if (value === undefined) return { issues: "It is not JSON." };
  if (validate) return validate(value);
  const compiled = await compileSchema(schema);
  const violations = compiled.validate(value);
  return violations.length === 0 ? { value } : { issues: compiled.explain(violations) };
}

/** Reads the JSON of an answer, also in a code block or among other text, as models write it; undefined if there is none. */
function parseAnswer(text: string): unknown {
  const [, block] = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text) ?? [];
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf("]"), text.lastIndexOf("}"));
  const parts = [text, block, start < 0 ? undefined : text.slice(start, end + 1)];
  for (const part of parts) {
    try {
      if (part !== undefined) return JSON.parse(part);
    } catch {
      // The next part may be JSON.
    }
  }
  return undefined;
}
