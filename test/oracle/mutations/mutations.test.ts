/** The oracle fails for each thing that is missing or wrong in the facts of the product. */
import assert from "node:assert/strict";
import path from "node:path";
import { before, test } from "node:test";
import type { Operation } from "../../../runtime/contract/operation.js";
import { checkDocument } from "../document-check.js";
import { readDecisions } from "../decisions.js";
import { readSurfaceOf, type Generated } from "../read-surface.js";
import type { OracleResult } from "../result.js";

type Mutable<Value> = Value extends object
  ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> }
  : Value;
type Facts = Mutable<Operation>;
type Api = Mutable<NonNullable<Generated["surface"]>["api"]>;
type Loose = Record<string, Record<string, Record<string, unknown>>>;

const file = path.join(import.meta.dirname, "orders.yaml");
const decisions = readDecisions(path.join(import.meta.dirname, "../decisions.json"));
let generated: Generated;

before(async () => {
  generated = await readSurfaceOf(file);
});

/** Changes the facts of one operation, or of the API. */
type Change = (facts: Facts, api: Api) => void;

async function check(operation: string, change: Change): Promise<OracleResult> {
  const surface = structuredClone(generated.surface!);
  const found = surface.operations.find(({ symbol }) => symbol === operation);
  assert.ok(found, `there is no operation ${operation}`);
  change(found.facts as unknown as Facts, surface.api as unknown as Api);
  return await checkDocument("orders", file, { ...generated, surface }, decisions);
}

test("without a change nothing is wrong", async () => {
  const { wrong, problems, compared, coverage } = await check("find", () => {});
  assert.deepEqual(problems, []);
  assert.equal(wrong, 0);
  assert.equal(compared, 4);
  assert.equal(coverage.membersSent, coverage.members);
  assert.equal(coverage.branchesSent, coverage.branches);
});

const changes: Readonly<Record<string, readonly [operation: string, change: Change]>> = {
  "a body": [
    "create",
    (facts) => withoutArguments(facts, ["customer", "note", "lines", "payment"]),
  ],
  "a body with its facts": [
    "create",
    (facts) => {
      withoutArguments(facts, ["customer", "note", "lines", "payment"]);
      delete facts.request.body;
    },
  ],
  "a body that is one argument": [
    "replace",
    (facts) => {
      withoutArguments(facts, ["body", "contentType"]);
      delete facts.request.body;
    },
  ],
  "an optional member of a body": [
    "create",
    (facts) => {
      withoutArguments(facts, ["note"]);
      facts.request.body!.fields = facts.request.body!.fields!.filter((each) => each !== "note");
    },
  ],
  "a member of a body under another name": [
    "create",
    (facts) => {
      const fields = facts.request.body!.fields!;
      facts.request.body!.fields = fields.map((each) =>
        each === "note" ? ["note", "notes"] : each,
      );
    },
  ],
  "a member inside a body": [
    "create",
    (facts) => {
      const { properties } = facts.input as unknown as { properties: { lines: { items: Loose } } };
      delete properties.lines.items["properties"]!["amount"];
    },
  ],
  "a branch of a union": [
    "create",
    (_, api) => {
      const payment = (api.inputSchemas as Loose)["Payment"]! as unknown as { oneOf: unknown[] };
      payment.oneOf.pop();
    },
  ],
  "a pattern that is too narrow": [
    "create",
    (facts) => {
      (facts.input as unknown as Loose)["properties"]!["customer"]!["pattern"] = "^C-0000$";
    },
  ],
  "a required member of a body that is optional": [
    "create",
    (facts) => {
      (facts.input as { required?: unknown }).required = ["lines"];
    },
  ],
  "an optional member of a body that is required": [
    "create",
    (facts) => {
      (facts.input as { required?: unknown }).required = ["customer", "lines", "note"];
    },
  ],
  "a media type": [
    "replace",
    (facts) => {
      facts.request.body!.choice!.others = [];
    },
  ],
  "the wrong media type": [
    "change",
    (facts) => {
      facts.request.body!.type = "application/json";
    },
  ],
  "the encoding of a field": [
    "change",
    (facts) => {
      delete facts.request.body!.encoding;
    },
  ],
  "a style of a path": ["find", (facts) => withoutKeyword(facts, "ids", "style")],
  "an explode of a path": ["find", (facts) => withoutKeyword(facts, "ids", "explode")],
  "a style of a query": ["find", (facts) => withoutKeyword(facts, "tags", "style")],
  "an explode of a query": ["find", (facts) => withoutKeyword(facts, "sort", "explode")],
  "a deepObject": ["find", (facts) => withoutKeyword(facts, "filter", "style")],
  "the content of a parameter": ["find", (facts) => withoutKeyword(facts, "area", "content")],
  "a required parameter that is optional": [
    "find",
    (facts) => {
      (facts.input as { required?: unknown }).required = ["ids", "X-Trace"];
    },
  ],
  "an optional parameter that is required": [
    "find",
    (facts) => {
      (facts.input as { required?: unknown }).required = ["ids", "X-Trace", "sort", "page"];
    },
  ],
  "the security of an operation": [
    "find",
    (facts) => {
      facts.security = [];
    },
  ],
  "the security of all operations": [
    "create",
    (_, api) => {
      delete api.security;
    },
  ],
  "a security scheme": [
    "create",
    (_, api) => {
      delete (api.securitySchemes as Record<string, unknown>)["key"];
    },
  ],
  "the place of a key": [
    "create",
    (_, api) => {
      (api.securitySchemes as unknown as Loose)["key"]!["in"] = "query" as never;
    },
  ],
  "the kind of a security scheme": [
    "replace",
    (_, api) => {
      const schemes = api.securitySchemes as Record<string, unknown>;
      schemes["login"] = { type: "bearer", env: "LOGIN" };
    },
  ],
  "the server of an operation": [
    "find",
    (facts) => {
      delete facts.request.servers;
    },
  ],
  "the first server of the API": [
    "create",
    (_, api) => {
      api.servers = api.servers.slice(1);
    },
  ],
  "the method": [
    "create",
    (facts) => {
      facts.request.method = "PUT";
    },
  ],
};

for (const place of ["path ids", "query page", "header X-Trace", "cookie session"]) {
  const [, name = ""] = place.split(" ");
  test(`without a parameter it fails: ${place}`, async () => {
    const { wrong } = await check("find", (facts) => {
      withoutArguments(facts, [name]);
      facts.request.params = facts.request.params!.filter((each) => each.name !== name);
    });
    assert.ok(wrong > 0, "nothing is wrong");
  });
}

for (const [what, [operation, change]] of Object.entries(changes)) {
  test(`without it or with it changed it fails: ${what}`, async () => {
    const { wrong } = await check(operation, change);
    assert.ok(wrong > 0, "nothing is wrong");
  });
}

function withoutArguments(facts: Facts, names: readonly string[]): void {
  const input = facts.input as unknown as { properties: object; required?: string[] };
  const left = Object.entries(input.properties).filter(([name]) => !names.includes(name));
  input.properties = Object.fromEntries(left);
  const required = (input.required ?? []).filter((name) => !names.includes(name));
  if (required.length > 0) input.required = required;
  else delete input.required;
}

function withoutKeyword(facts: Facts, name: string, keyword: string): void {
  const found = facts.request.params!.find((each) => each.name === name) as unknown as Record<
    string,
    unknown
  >;
  assert.ok(found[keyword] !== undefined, `${name} has no ${keyword}`);
  delete found[keyword];
}
