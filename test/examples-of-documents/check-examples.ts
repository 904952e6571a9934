/** Calls the generated server with each example of a document, and judges each refusal by the document's own schema. */
import path from "node:path";
import { readSurface } from "../../src/read-surface.js";
import { defaultOptions } from "../../src/options/table.js";
import type { SurfaceOperation } from "../../src/surface/model.js";
import { RawDocument } from "../oracle/raw/raw-document.js";
import { RawValidator } from "../oracle/raw/validator.js";
import { Served } from "../oracle/served.js";
import { specOperation } from "../oracle/spec-operation.js";
import { withServers } from "../oracle/with-servers.js";
import { ExampleArguments } from "./arguments.js";
import { ExampleFinder, type Example } from "./find-examples.js";
import { hasReadOnly } from "./read-only.js";
import { reasonOf } from "./reasons.js";
import type { ExamplesResult } from "./result.js";
import { faultOf } from "./sent.js";

interface Judged extends Example {
  /** Why the document does not allow the value in a request; absent if it does. */
  readonly reason?: string;
}

export async function checkExamples(name: string, file: string): Promise<ExamplesResult> {
  const start = performance.now();
  const document = new RawDocument(file);
  const finder = new ExampleFinder(document);
  const validator = new RawValidator(document);
  const call = await caller(file, document);
  const counts = { examples: 0, accepted: 0, valid: 0, validAccepted: 0, texts: 0 };
  const refused: Record<string, string[]> = {};
  const problems: string[] = [];
  for (const { key } of document.operations) {
    const examples = finder.find(key).map((each) => judged(each, document, validator));
    for (const example of examples) {
      const { reason, place } = example;
      const fault = await call(key, example, examples);
      counts.examples += 1;
      if (reason === "json-in-a-string") counts.texts += 1;
      if (reason === undefined) counts.valid += 1;
      if (fault === undefined) {
        counts.accepted += 1;
        if (reason === undefined) counts.validAccepted += 1;
      } else if (reason === undefined) problems.push(describe(key, example, fault));
      else (refused[reason] ??= []).push(`${key} ${place}`);
    }
  }
  const seconds = (performance.now() - start) / 1000;
  return { name, ...counts, refused, problems, seconds };
}

function judged(example: Example, document: RawDocument, validator: RawValidator): Judged {
  if (!example.schema) return example;
  const violations = validator.compile(example.schema)(example.value);
  if (violations.length > 0) return { ...example, reason: reasonOf(example, violations) };
  const isOfAnswers = hasReadOnly(document, example.schema, example.value);
  return isOfAnswers ? { ...example, reason: "a-read-only-member" } : example;
}

type Call = (key: string, example: Example, all: readonly Judged[]) => Promise<string | undefined>;

/** Returns a function that calls the tool with an example, and returns why it was not sent as it is, if it was not. */
async function caller(file: string, document: RawDocument): Promise<Call> {
  const options = { ...defaultOptions(), mode: "tools" as const, "allow-refs-outside": true };
  const { surface: found } = await readSurface(file, options, { cwd: path.dirname(file) });
  if (!found) return async () => "nothing can be generated";
  const surface = withServers(found);
  const served = new Served(surface);
  await served.open();
  const tools = new Map(surface.operations.map((each) => [each.source.key, each]));
  const mappers = new Map<SurfaceOperation, ExampleArguments>();
  return async (key, example, all) => {
    const tool = tools.get(key);
    const written = document.operation(key);
    if (!tool || !written) return "there is no tool for the operation";
    let mapper = mappers.get(tool);
    if (!mapper) mappers.set(tool, (mapper = new ExampleArguments(tool.facts, surface.api, key)));
    const bodies = all.filter(({ target, reason }) => target.kind === "body" && !reason);
    const mapped = mapper.of(example, bodies);
    if (!mapped.args) return mapped.reason;
    const { result, sent } = await served.call(tool.symbol, mapped.args);
    const [first] = sent;
    if (!first) return `refused: ${result.content?.[0]?.text ?? ""}`;
    const request = specOperation(document, written);
    return faultOf(first, example, request, document.version === "2.0");
  };
}

function describe(key: string, { place, value }: Example, fault: string): string {
  const text = JSON.stringify(value) ?? "";
  return `${key} ${place}: ${fault.slice(0, 400)} (${text.slice(0, 200)})`;
}
