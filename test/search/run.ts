/**
 * Judges the search by questions that users might ask: `npm run search-quality -- DIR`, where DIR is a corpus. `--graph FILE`
 * reads Microsoft Graph from its document, else from facts that are checked in. `--part tuning` leaves out the questions that
 * are put aside, and `--misses` prints what was found in place of an operation.
 */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Operation } from "../../runtime/contract/operation.js";
import { OperationFinder } from "../../runtime/server/search/operation-finder.js";
import { packedOperations } from "./packed-operations.js";
import { cloudflare } from "./questions/cloudflare.js";
import { earlierQuestions } from "./questions/earlier.js";
import { github } from "./questions/github-rest.js";
import { graph } from "./questions/graph.js";
import { kubernetes } from "./questions/kubernetes-v2.js";
import { okta } from "./questions/okta.js";
import type { Question, QuestionSet } from "./questions/question-model.js";
import { stripe } from "./questions/stripe.js";
import { surfaceOf } from "./served-surface.js";

/** An operation must be among this many results. */
const top = 5;
/** The share of questions whose operation must be first. */
const wantedFirst = 0.75;

const parts = ["tuning", "aside", "later"] as const;

interface Judged {
  readonly name: string;
  readonly set: QuestionSet;
  /** The share of questions whose operation must be among the first five. */
  readonly wanted: number;
}

const documents: readonly Judged[] = [
  { name: "github-rest", set: github, wanted: 0.95 },
  { name: "stripe", set: stripe, wanted: 0.95 },
  { name: "kubernetes-v2", set: kubernetes, wanted: 0.95 },
  { name: "cloudflare", set: cloudflare, wanted: 0.95 },
  { name: "okta", set: okta, wanted: 0.95 },
  { name: "graph", set: graph, wanted: 0.9 },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    graph: { type: "string" },
    part: { type: "string" },
    misses: { type: "boolean", default: false },
  },
});
const corpus = positionals[0] ?? "../shared/corpus";

let passed = 0;
let failed = 0;

function check(promise: string, holds: boolean): void {
  if (holds) passed += 1;
  else failed += 1;
  console.log(`${holds ? "✔" : "✖"} ${promise}`);
}

/** Returns the operations of a document of the corpus; nothing if it is absent. */
async function operationsOf(name: string): Promise<Operation[] | undefined> {
  if (name === "graph" && values.graph === undefined) return packedOperations();
  const folder = path.join(corpus, name);
  if (name !== "graph" && !existsSync(folder)) return undefined;
  const inFolder = (): string =>
    path.join(folder, readdirSync(folder).find((each) => /\.(?:json|ya?ml)$/.test(each)) ?? "");
  const file = name === "graph" ? (values.graph ?? "") : inFolder();
  const { operations } = await surfaceOf({ path: file }, { mode: "search" });
  return operations.map(({ facts }) => facts);
}

/** Where the first right operation is, from 0; -1 if it is not among ten. */
function rankOf(finder: OperationFinder, [text, ...right]: Question): number {
  const found = finder.find(text, 10).map(({ request }) => `${request.method} ${request.path}`);
  const rank = found.findIndex((each) => right.includes(each));
  if (values.misses && rank !== 0)
    console.log([`  ${rank} ${text}`, ...found.slice(0, top)].join("\n    "));
  return rank;
}

interface Score {
  readonly asked: number;
  readonly found: number;
  readonly first: number;
}

function scoreOf(finder: OperationFinder, questions: readonly Question[]): Score {
  const ranks = questions.map((question) => rankOf(finder, question));
  return {
    asked: ranks.length,
    found: ranks.filter((rank) => rank >= 0 && rank < top).length,
    first: ranks.filter((rank) => rank === 0).length,
  };
}

async function judge({ name, set, wanted }: Judged): Promise<void> {
  const operations = await operationsOf(name);
  if (!operations) {
    console.log(`- ${name} is absent from ${corpus}, nothing to ask`);
    return;
  }
  const known = new Set(operations.map(({ request }) => `${request.method} ${request.path}`));
  const unknown = parts
    .flatMap((part) => set[part] ?? [])
    .flatMap(([, ...right]) => right)
    .filter((each) => !known.has(each));
  check(
    `${name}: the document has the operations of the questions ${unknown.join(", ")}`,
    unknown.length === 0,
  );

  const finder = new OperationFinder(operations);
  const scores = parts
    .filter((part) => (values.part ?? part) === part && set[part] !== undefined)
    .map((part) => ({ part, ...scoreOf(finder, set[part] ?? []) }));
  for (const { part, asked, found, first } of scores) {
    console.log(`  ${name}, ${part}: ${found} of ${asked} among the first five, ${first} first`);
  }
  const sum = (of: (score: Score) => number): number =>
    scores.reduce((all, score) => all + of(score), 0);
  const asked = sum((score) => score.asked);
  const found = sum((score) => score.found) / asked;
  const first = sum((score) => score.first) / asked;
  check(
    `${name}: ${percent(found)} among the first five, at least ${percent(wanted)}`,
    found >= wanted,
  );
  check(`${name}: ${percent(first)} first, at least ${percent(wantedFirst)}`, first >= wantedFirst);
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

/** Questions that the document has hardly a word of. */
const hardlySaid: ReadonlySet<string> = new Set(["resize a droplet"]);

/** Each earlier question finds its operation, and each name and request of an operation is first. */
async function judgeEarlier(
  name: string,
  questions: readonly (readonly [string, string])[],
): Promise<void> {
  const operations = await operationsOf(name);
  if (!operations) return;
  const finder = new OperationFinder(operations);
  const missed = questions.filter(
    ([text, id]) =>
      !hardlySaid.has(text) && !finder.find(text, top).some((operation) => operation.id === id),
  );
  check(
    `${name}: earlier questions find their operations ${missed.join("; ")}`,
    missed.length === 0,
  );
  const sample = operations.filter((_, at) => at % 50 === 0);
  const unnamed = sample.filter(
    ({ id, expose, request }) =>
      ![expose.name, id, `${request.method} ${request.path}`].every(
        (own) => finder.find(own, 1)[0]?.id === id,
      ),
  );
  check(`${name}: names, ids and requests find their operation first`, unnamed.length === 0);
}

for (const each of documents) await judge(each);
for (const [name, questions] of earlierQuestions) await judgeEarlier(name, questions);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
