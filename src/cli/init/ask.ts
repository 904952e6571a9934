import type { Readable, Writable } from "node:stream";
import { isCancel, multiselect, select, text } from "@clack/prompts";
import { defined } from "../../../runtime/protocol/defined.js";
import { readAuth } from "../../options/auth-option.js";
import { configFormats } from "../../starter/config-text.js";
import type { Suspicion } from "../../starter/suspicion.js";
import type { Answers, Proposal } from "./answers.js";

/** The terminal. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** The person at the terminal has ended the questions. */
export class Cancelled extends Error {
  override readonly name: string = "Cancelled";
}

/** @throws Cancelled */
export async function askForDocument(
  found: readonly string[],
  terminal: Terminal,
): Promise<string> {
  const [first] = found;
  return taken(
    await text({
      message: "OpenAPI document (a file or a URL)",
      ...defined({ initialValue: first }),
      validate: (value) => ((value ?? "").trim() === "" ? "Name a file or a URL." : undefined),
      ...terminal,
    }),
  ).trim();
}

/** @throws Cancelled */
export async function ask(
  { answers, counts, lacksAuth }: Proposal,
  terminal: Terminal,
): Promise<Answers> {
  const out = taken(
    await text({
      message: "Output folder",
      initialValue: answers.out,
      validate: (value) => ((value ?? "").trim() === "" ? "Name a folder." : undefined),
      ...terminal,
    }),
  ).trim();
  const format = taken(
    await select({
      message: "Language of the configuration",
      options: configFormats.map((value) => ({ value, label: formatLabels[value] })),
      initialValue: answers.format,
      ...terminal,
    }),
  );
  const leaveOut =
    counts.size === 0
      ? []
      : taken(
          await multiselect<Suspicion>({
            message: "Leave out of the tools",
            options: [...counts].map(([value, count]) => ({ value, label: labelOf(value, count) })),
            initialValues: [...answers.leaveOut],
            required: false,
            ...terminal,
          }),
        );
  const auth = lacksAuth && answers.auth === undefined ? await askForAuth(terminal) : answers.auth;
  return { out, format, leaveOut, ...defined({ auth }) };
}

async function askForAuth(terminal: Terminal): Promise<string | undefined> {
  const written = taken(
    await text({
      message:
        "How is the API authenticated? bearer, basic, apiKey:header:NAME, or nothing if you don't know",
      validate: (value) => (value ? faultOfAuth(value) : undefined),
      ...terminal,
    }),
  );
  return written?.trim() || undefined;
}

function faultOfAuth(value: string): string | undefined {
  try {
    readAuth(value);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const formatLabels = { yaml: "YAML", ts: "TypeScript", json: "JSON" } as const;

function labelOf(suspicion: Suspicion, count: number): string {
  const operations = count === 1 ? "one operation" : `${count} operations`;
  const looks = {
    deprecated: "is deprecated",
    internal: "looks internal",
    dangerous: "looks dangerous",
  };
  return `what ${looks[suspicion]} (${operations})`;
}

function taken<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) throw new Cancelled("cancelled");
  return answer as Exclude<Answer, symbol>;
}
