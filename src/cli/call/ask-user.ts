/** Answers a server's questions at the terminal. */
import { createInterface, type Interface } from "node:readline/promises";
import type { QuestionHandlers } from "../../../runtime/client/client-options.js";
import { isObject, member, type JsonObject } from "../../../runtime/protocol/json.js";
import type {
  ElicitFormParams,
  ElicitParams,
  ElicitResult,
} from "../../../runtime/protocol/client-requests.js";
import { isTerminal, printError } from "../../../runtime/protocol/terminal/print.js";
import { convertArgument, convertList, wanted } from "./convert-argument.js";
import { argumentSchema } from "./argument-schema.js";

type Content = NonNullable<ElicitResult["content"]>;

/** Thrown when the terminal is closed, or the question withdrawn. */
class NoAnswer extends Error {}

/**
 * Returns a handler of questions; none without a terminal, so that the server knows that nobody can answer.
 *
 * @param isFree whether standard input belongs to nobody else
 */
export function askUser(isFree: boolean): Pick<QuestionHandlers, "elicitation"> {
  if (!isFree || !process.stdin.isTTY || !isTerminal()) return {};
  // One after the other: a line that is typed must answer one question only.
  let last: Promise<unknown> = Promise.resolve();
  return {
    elicitation: (question, { signal, server }) => {
      const answered = last.then(() => answer(question, server, signal));
      last = answered.catch(() => undefined);
      return answered;
    },
  };
}

async function answer(
  question: ElicitParams,
  server: string,
  signal: AbortSignal,
): Promise<ElicitResult> {
  // Withdrawn while another question was open.
  if (signal.aborted) return { action: "cancel" };
  const lines = createInterface({ input: process.stdin });
  try {
    printError(`${server} asks: ${question.message}\n`);
    if (question.mode === "url") {
      printError(`  ${question.url}\n`);
      return {
        action: (await agrees("Have you visited the page? ", lines, signal)) ? "accept" : "decline",
      };
    }
    const content = await fillIn(question, lines, signal);
    return content ? { action: "accept", content } : { action: "decline" };
  } catch (error) {
    if (error instanceof NoAnswer || signal.aborted) return { action: "cancel" };
    throw error;
  } finally {
    lines.close();
  }
}

/** Asks for each field. Undefined if the user declines. */
async function fillIn(
  { requestedSchema }: ElicitFormParams,
  lines: Interface,
  signal: AbortSignal,
): Promise<Content | undefined> {
  const fields = Object.entries(requestedSchema.properties);
  if (!(await agrees("Answer? ", lines, signal))) return undefined;
  const content: Record<string, Content[string]> = {};
  for (const [name, schema] of fields) {
    const isRequired = requestedSchema.required?.includes(name) ?? false;
    const value = await askField(name, { ...schema }, isRequired, lines, signal);
    if (value !== undefined) content[name] = value;
  }
  return content;
}

async function askField(
  name: string,
  schema: JsonObject,
  isRequired: boolean,
  lines: Interface,
  signal: AbortSignal,
): Promise<Content[string] | undefined> {
  const read = argumentSchema(schema, schema);
  const title = member(schema, "title") ?? member(schema, "description");
  const preset = member(schema, "default");
  const label = typeof title === "string" ? `${title} (${name})` : name;
  const hint = `${wanted(read)}${preset === undefined ? "" : `; default ${JSON.stringify(preset)}`}`;
  for (;;) {
    const text = await ask(
      `${label} [${hint}${isRequired ? "" : "; may be empty"}]: `,
      lines,
      signal,
    );
    if (text === "" && (!isRequired || preset !== undefined)) return undefined;
    try {
      return toContent(text, schema, read.types.has("array"));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      printError(`It ${error.message}.\n`);
    }
  }
}

/** Converts an answer. Values of a list are separated by commas. @throws RangeError */
function toContent(text: string, schema: JsonObject, isList: boolean): Content[string] {
  const json = isList
    ? convertList(
        text.split(",").map((each) => each.trim()),
        schema,
        schema,
      )
    : convertArgument(text, schema, schema);
  const value: unknown = JSON.parse(json);
  if (isObject(value) || value === null) throw new RangeError("must be a text, number or list");
  return value as Content[string];
}

async function agrees(question: string, lines: Interface, signal: AbortSignal): Promise<boolean> {
  return /^y(?:es)?$/i.test((await ask(`${question}[y/N] `, lines, signal)).trim());
}

/** @throws NoAnswer when nobody answers */
function ask(question: string, lines: Interface, signal: AbortSignal): Promise<string> {
  printError(question);
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new NoAnswer());
    const settle = (line: string): void => {
      lines.off("close", end);
      signal.removeEventListener("abort", end);
      resolve(line);
    };
    lines.once("line", settle);
    lines.once("close", end);
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
  });
}
