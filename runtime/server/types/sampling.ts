/** Questions to the client's model in the words of a program. */
import type {
  SamplingMessage,
  SamplingParams,
  SamplingResult,
} from "../../protocol/client-requests.js";
import type { InferOutput, SchemaSource } from "../../schema/schema-source.js";
import type { AskOptions } from "./ask-options.js";

/** What the model is asked: a text, or messages with settings. */
export type SampleInput = string | SampleParams;

/** As in the protocol, but messages may be texts of the user, and `maxTokens` may be absent. */
export interface SampleParams extends Omit<SamplingParams, "messages" | "maxTokens"> {
  /** A text of the user, or the conversation so far. */
  readonly messages: string | readonly (string | SamplingMessage)[];
  /** Default 1,024. */
  readonly maxTokens?: number;
}

/** The model's answer. */
export interface SampleAnswer extends SamplingResult {
  /** Its text, without images, audio and uses of tools. */
  readonly text: string;
}

/** Options of a question to the model that must be answered in JSON. */
export interface SampleOptions<S extends SchemaSource> extends AskOptions {
  /** What the answer must be. */
  readonly result: S;
  /** How often the model is asked at most; default 3. */
  readonly attempts?: number;
}

/** A tool that only the model of one `runTools` gets. */
export interface GivenTool<S extends SchemaSource = SchemaSource> {
  /** The name that the model uses. */
  readonly name: string;
  /** What the tool does, for the model. */
  readonly description?: string;
  /** The arguments, as those of a registered tool; absent: there are none. */
  readonly input?: S;
  /** What it returns becomes content as that of a server's tool does. */
  run(input: InferOutput<S>): unknown;
}

/** What the model is asked, and with which tools. */
export interface ToolRunParams extends Omit<SampleParams, "tools"> {
  /** Names of tools of this server, which are called with their guards and checks, or tools of your own. */
  readonly tools: readonly (string | GivenTool)[];
  /** How often the model is asked at most; default 8. The last time it must answer without a tool. */
  readonly maxTurns?: number;
}

/** The model's last answer. */
export interface ToolRun extends SampleAnswer {
  /** The whole conversation, with the uses and results of tools. */
  readonly messages: readonly SamplingMessage[];
}
