import type {
  SamplingMessage,
  SamplingParams,
  SamplingResult,
} from "../../protocol/client-requests.js";
import type { SampleAnswer, SampleInput } from "../types/sampling.js";

const defaultMaxTokens = 1024;

/** Fills in what a program need not say. */
export function sampleParams(prompt: SampleInput): SamplingParams {
  const { messages, ...others } = typeof prompt === "string" ? { messages: prompt } : prompt;
  const list = typeof messages === "string" ? [messages] : messages;
  return { maxTokens: defaultMaxTokens, ...others, messages: list.map(messageOf) };
}

function messageOf(message: string | SamplingMessage): SamplingMessage {
  if (typeof message !== "string") return message;
  return { role: "user", content: { type: "text", text: message } };
}

/** Adds the text of an answer, as a member that JSON leaves out. */
export function withText<T extends SamplingResult>(answer: T): T & SampleAnswer {
  const { content } = answer;
  const blocks = Array.isArray(content) ? content : [content];
  const text = blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
  return Object.defineProperty({ ...answer }, "text", { value: text }) as T & SampleAnswer;
}
