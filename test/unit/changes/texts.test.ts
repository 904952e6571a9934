/** Changes of texts beside other changes of the same tool, and other changes that are no changes of texts. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { compareContracts } from "../../../src/changes/compare-locks.js";
import { contractOf } from "../../../src/changes/contract-of-surface.js";
import { generateInto } from "../../../src/generate-into.js";
import { readSurface } from "../../../src/read-surface.js";
import { defaultOptions } from "../../../src/options/table.js";

type Json = Record<string, unknown>;

let folder: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "texts-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

interface Parts {
  id: string;
  description: string;
  parameters: Json[];
  output: Json;
  schemas: Json;
}

const limit = (more: Json = {}, description = "How many."): Json => ({
  name: "limit",
  in: "query",
  description,
  schema: { type: "integer", maximum: 100, ...more },
});
const tag: Json = {
  name: "tag",
  in: "query",
  description: "Only with this tag.",
  schema: { type: "string" },
};

function parts(): Parts {
  return {
    id: "listPets",
    description: "Lists pets.",
    parameters: [limit(), tag],
    output: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
    schemas: { Pet: pet("The name.") },
  };
}

function pet(description: string, more: Json = {}): Json {
  return { type: "object", properties: { name: { type: "string", description }, ...more } };
}

function documentOf({ id, description, parameters, output, schemas }: Parts): string {
  const content = { "application/json": { schema: output } };
  const responses = { 200: { description: "The pets.", content } };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: "https://pets.example" }],
    paths: { "/pets": { get: { operationId: id, description, parameters, responses } } },
    components: { schemas },
  });
}

type Edit = (edited: Parts) => void;

const otherChanges: Readonly<Record<string, Edit>> = {
  "a new argument with a text": ({ parameters }) =>
    parameters.push({ name: "q", in: "query", description: "Words.", schema: { type: "string" } }),
  "an argument that is gone": ({ parameters }) => parameters.pop(),
  "a narrower argument": ({ parameters }) =>
    (parameters[0]!["schema"] = { type: "integer", maximum: 5 }),
  "an argument with another type": ({ parameters }) =>
    (parameters[1]!["schema"] = { type: "boolean" }),
  "another name": (edited) => (edited.id = "getPets"),
  "a new member of the output with a text": (edited) =>
    (edited.schemas = {
      Pet: pet("The name.", { age: { type: "integer", description: "In years." } }),
    }),
  "another shared schema with a text in the output": (edited) => {
    edited.schemas["Owner"] = { type: "object", description: "Who has it.", properties: {} };
    edited.schemas["Pet"] = pet("The name.", { owner: { $ref: "#/components/schemas/Owner" } });
  },
  "another name of a shared schema": (edited) => {
    edited.schemas = { Animal: edited.schemas["Pet"] };
    edited.output = { type: "array", items: { $ref: "#/components/schemas/Animal" } };
  },
  "an output that is no longer described": (edited) => (edited.output = {}),
};

const otherTexts: Readonly<Record<string, Edit>> = {
  "the description": (edited) => (edited.description = "Lists pets. Call it often."),
  "the text of an argument": ({ parameters }) => (parameters[0]!["description"] = "Other words."),
};

async function told(edit: Edit): Promise<readonly string[]> {
  const edited = parts();
  edit(edited);
  const options = { ...defaultOptions(), "output-schema-limit": 100_000 };
  const contract = async (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    const { surface } = await readSurface(name, options, { cwd: folder });
    return contractOf(surface!);
  };
  const now = await contract("now.json", documentOf(edited));
  const changes = compareContracts(await contract("before.json", documentOf(parts())), now);
  return changes.map(({ kind }) => kind);
}

for (const [other, edit] of Object.entries(otherChanges)) {
  test(`${other} is no change of a text`, async () => {
    assert.deepEqual(
      (await told(edit)).filter((kind) => kind === "texts"),
      [],
    );
  });
  for (const [text, editText] of Object.entries(otherTexts)) {
    test(`${text} is told to be another beside ${other}`, async () => {
      const kinds = await told((edited) => {
        edit(edited);
        editText(edited);
      });
      assert.equal(kinds.filter((kind) => kind === "texts").length, 1, kinds.join());
      const isOtherTold = (await told(edit)).length > 0;
      assert.equal(kinds.length > 1, isOtherTold, kinds.join());
    });
  }
}

test("the text of a member of the output, which is not listed, is no change", async () => {
  assert.deepEqual(await told((edited) => (edited.schemas = { Pet: pet("Send it.") })), []);
});

describe("a run over a former output", () => {
  const options = {
    ...defaultOptions(),
    layout: "module" as const,
    runtime: "package" as const,
    out: "out",
  };
  const run = async (edited: Parts): Promise<readonly string[]> => {
    writeFileSync(path.join(folder, "openapi.json"), documentOf(edited));
    const given = { ...options, out: path.join(folder, "out") };
    const { outcome } = await generateInto("openapi.json", given, { cwd: folder });
    assert.equal(outcome?.ok, true);
    return (outcome.changes ?? []).map(({ kind, impact }) => `${impact} ${kind}`);
  };

  test("tells a text beside a narrower argument, and nothing the next time", async () => {
    await run(parts());
    const edited = parts();
    edited.parameters[0] = limit({ maximum: 5 }, "Few.");
    assert.deepEqual(await run(edited), ["breaking argument-narrowed", "text texts"]);
    assert.deepEqual(await run(edited), []);
    edited.parameters[0] = limit({ maximum: 4 }, "Few.");
    assert.deepEqual(await run(edited), ["breaking argument-narrowed"]);
  });
});
