/**
 * Random edits of real documents: what is generated, what is told, and what a client sees agree. `EDITS=50` tries more of
 * them.
 */
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { load } from "js-yaml";
import { connectMemory } from "../../../runtime/compose/connect-memory.js";
import { serverOfFacts } from "../../../runtime/server/untyped-api-server.js";
import type { ContractChange } from "../../../src/changes/change.js";
import { generateInto, type Run } from "../../../src/generate-into.js";
import { defaultOptions, type Options } from "../../../src/options/table.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const documents = [
  path.join(root, "examples/petstore/openapi.yaml"),
  path.join(root, "../shared/corpus/train-travel/openapi.yaml"),
].filter(existsSync);

type Json = Record<string, unknown>;
interface Document extends Json {
  paths: Record<string, Record<string, Json>>;
}
interface Site {
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
}
/** Edits one operation. Returns false where there is nothing to edit. */
type Edit = (document: Document, site: Site) => boolean;

const methods = new Set(["get", "put", "post", "delete", "patch"]);

function sitesOf(document: Document): readonly Site[] {
  return Object.entries(document.paths).flatMap(([where, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({ path: where, method, operation })),
  );
}

function parametersOf({ operation }: Site): Json[] {
  return (operation["parameters"] ??= []) as Json[];
}

const queryOf = (site: Site): Json | undefined =>
  parametersOf(site).find((one) => one["in"] === "query");

const edits: Readonly<Record<string, Edit>> = {
  remove: (document, { path: where, method }) => delete document.paths[where]![method],
  add: (document, { path: where }) => {
    const get = { operationId: "added", responses: { 204: { description: "Done." } } };
    document.paths[`${where}/added`] = { get };
    return true;
  },
  rename: (_, { operation }) => {
    operation["operationId"] = `renamed-${String(operation["operationId"])}`;
    return true;
  },
  describe: (_, { operation }) => {
    operation["summary"] = "Another summary";
    operation["description"] = "Another description";
    return true;
  },
  "add an argument": (_, site) =>
    parametersOf(site).push({ name: "extra", in: "query", schema: { type: "string" } }) > 0,
  "require an argument": (_, site) => {
    const query = queryOf(site);
    if (query) query["required"] = !query["required"];
    return query !== undefined;
  },
  "retype an argument": (_, site) => {
    const query = queryOf(site);
    if (query) query["schema"] = { type: "boolean" };
    return query !== undefined;
  },
  "remove an argument": (_, site) => {
    const query = queryOf(site);
    const all = parametersOf(site);
    if (query) all.splice(all.indexOf(query), 1);
    return query !== undefined;
  },
  reorder: (document) => {
    document.paths = Object.fromEntries(Object.entries(document.paths).reverse());
    return true;
  },
};

let folder: string;
let count = 0;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "random-edits-"));
  process.chdir(folder);
});

after(() => {
  process.chdir(root);
  rmSync(folder, { recursive: true, force: true });
});

const options: Options = {
  ...defaultOptions(),
  layout: "module",
  runtime: "package",
  mode: "tools",
  "allow-removed": true,
};

async function generate(document: Document, out: string): Promise<Run> {
  writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(document));
  const run = await generateInto(
    "openapi.json",
    { ...options, out: path.join(folder, out) },
    { cwd: folder },
  );
  assert.ok(run.outcome?.ok, JSON.stringify([run.stages.diagnostics, run.outcome?.diagnostics]));
  return run;
}

function filesIn(out: string): ReadonlyMap<string, string> {
  const base = path.join(folder, out);
  const names = readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(base, path.join(entry.parentPath, entry.name)));
  return new Map(names.sort().map((name) => [name, readFileSync(path.join(base, name), "utf8")]));
}

/** The constants of `operations.ts` by operation. */
function constantsOf({ stages }: Run): ReadonlyMap<string, string> {
  const text = stages.files?.find((file) => file.path.endsWith("operations.ts"))?.content ?? "";
  const blocks = new Map(
    text
      .split(/^(?=export const )/m)
      .map((block) => [
        /^export const (\w+)/.exec(block)?.[1],
        block.slice(0, block.indexOf("\n};")),
      ]),
  );
  const operations = stages.surface?.operations ?? [];
  return new Map(operations.map(({ source, symbol }) => [source.key, blocks.get(symbol) ?? ""]));
}

type Tools = ReadonlyMap<string, Json>;

/** Lists the tools as a client does. */
async function toolsOf({ stages }: Run): Promise<Tools> {
  const { api, operations } = stages.surface!;
  const Server = serverOfFacts(
    api,
    operations.map(({ facts }) => facts),
  );
  const client = await connectMemory(new Server({ env: {} }));
  try {
    const tools = await client.listTools();
    return new Map(tools.map((tool) => [tool.name, JSON.parse(JSON.stringify(tool)) as Json]));
  } finally {
    await client.close();
  }
}

/** The tool without what has no order in JSON Schema. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(normal);
    return items.every((item) => typeof item === "string") ? items.toSorted() : items;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, normal(one)]));
}

function isSame(one: unknown, other: unknown): boolean {
  try {
    assert.deepEqual(normal(one), normal(other));
    return true;
  } catch {
    return false;
  }
}

const sorted = (names: Iterable<string>): readonly string[] => [...names].sort();

/** Compares what was told with the two lists, without the code that tells. */
function checkTold(told: readonly ContractChange[], old: Tools, current: Tools): void {
  const named = (kind: string): readonly ContractChange[] =>
    told.filter((one) => one.kind === kind);
  const renamed = new Map(named("renamed").map(({ name, now = "" }) => [name, now]));
  assert.deepEqual(
    sorted([...old.keys()].filter((name) => !current.has(name))),
    sorted([...named("removed").map(({ name }) => name), ...renamed.keys()]),
  );
  assert.deepEqual(
    sorted([...current.keys()].filter((name) => !old.has(name))),
    sorted([...named("added").map(({ name }) => name), ...renamed.values()]),
  );
  for (const [name, tool] of old) {
    const is = current.get(renamed.get(name) ?? name);
    if (!is) continue;
    const own = told.filter((one) => one.name === name && one.kind !== "method");
    assert.equal(own.length === 0, isSame(tool, is), `${name}: ${JSON.stringify(own)}`);
    checkArguments(own, tool["inputSchema"] as Json, is["inputSchema"] as Json);
  }
}

function checkArguments(told: readonly ContractChange[], old: Json, current: Json): void {
  const [was, is] = [old["properties"] ?? {}, current["properties"] ?? {}] as [Json, Json];
  const argumentsOf = (...kinds: readonly string[]): readonly string[] =>
    sorted(told.filter(({ kind }) => kinds.includes(kind)).map(({ argument = "" }) => argument));
  const gained = Object.keys(is).filter((name) => !Object.hasOwn(was, name));
  const lost = Object.keys(was).filter((name) => !Object.hasOwn(is, name));
  assert.deepEqual(argumentsOf("argument-added"), sorted(gained));
  assert.deepEqual(argumentsOf("argument-removed"), sorted(lost));
  const required = ({ required: names = [] }: Json): ReadonlySet<string> =>
    new Set(names as string[]);
  const both = Object.keys(was).filter((name) => Object.hasOwn(is, name));
  const now = both.filter((name) => !required(old).has(name) && required(current).has(name));
  assert.deepEqual(argumentsOf("argument-required"), sorted(now));
}

for (const file of documents) {
  test(`random edits of ${path.basename(path.dirname(file))}: the output is one from scratch, untouched operations stay, and what is told is what a client sees`, async () => {
    const text = readFileSync(file, "utf8");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...Object.keys(edits)), fc.nat(100)), {
          minLength: 1,
          maxLength: 3,
        }),
        async (chosen) => {
          const [again, fresh] = [`again${count}`, `fresh${count}`];
          count += 1;
          const original = load(text) as Document;
          const document = load(text) as Document;
          const touched = new Set<string>();
          for (const [name, at] of chosen) {
            const sites = sitesOf(document);
            const site = sites[at % sites.length];
            if (site && edits[name]!(document, site) && name !== "reorder") {
              touched.add(`${site.method.toUpperCase()} ${site.path}`);
            }
          }
          mkdirSync(path.join(folder, again));
          const first = await generate(original, again);
          const second = await generate(document, again);
          await generate(document, fresh);
          assert.deepEqual(filesIn(again), filesIn(fresh));

          const now = constantsOf(second);
          for (const [key, block] of constantsOf(first)) {
            if (!touched.has(key)) assert.equal(now.get(key), block, key);
          }
          checkTold(second.outcome?.changes ?? [], await toolsOf(first), await toolsOf(second));
        },
      ),
      { numRuns: Number(process.env["EDITS"] ?? 3) },
    );
  });
}
