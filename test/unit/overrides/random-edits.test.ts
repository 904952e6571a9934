/** Random edits of a document, and what they mean for overrides of its operations. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import fc from "fast-check";
import { load } from "js-yaml";
import { generate } from "../../../src/generate.js";
import { defaultOptions } from "../../../src/options/table.js";
import { checkSources } from "../../../src/overrides/check-overrides.js";
import { readGeneratedCode, type GeneratedCode } from "../../../src/overrides/generated-code.js";
import { readRuntimeTypes } from "../../../src/package-files.js";
import { ObservedDisk } from "../../../src/write/observed-disk.js";
import { root } from "../../support/cli.js";

interface Operation {
  operationId: string;
  description?: string;
  parameters?: object[];
  responses: Record<string, object>;
}

type Document = { paths: Record<string, Record<string, Operation>> };

const text = readFileSync(path.join(root, "examples/petstore/openapi.yaml"), "utf8");
const project = path.join(tmpdir(), "no-such-project");
let former: GeneratedCode;

before(async () => {
  former = await codeOf(load(text) as Document);
});

async function codeOf(document: Document): Promise<GeneratedCode> {
  const { files = [] } = await generate(
    "-",
    { ...defaultOptions(), layout: "module", runtime: "package" },
    { cwd: tmpdir(), readStdin: () => Promise.resolve(JSON.stringify(document)) },
  );
  const code = readGeneratedCode(new Map(files.map((file) => [file.path, file.content])));
  assert.ok(code);
  return code;
}

/** Ways to write an override; the compiler itself complains of none of them, whatever the document says. */
const forms: readonly ((method: string) => string)[] = [
  (method) => `async ${method}(input: any, ctx: any): Promise<any> { return [input, ctx]; }`,
  (method) => `${method} = async (input: any): Promise<any> => input;`,
  (method) => `async ["${method}"](...args: any[]): Promise<any> { return args; }`,
  (method) =>
    `// @ts-ignore\n  override async ${method}(input, ctx) { return [input, ctx] as any; }`,
];

type Edit = (document: Document, at: string, method: string) => void;

const gone: Record<string, Edit> = {
  remove: (document, at, method) => delete document.paths[at]?.[method],
  rename: (document, at, method) => {
    operation(document, at, method).operationId = "anotherName";
  },
  "retype the result of": (document, at, method) => {
    const schema = {
      type: "object",
      required: ["other"],
      properties: { other: { type: "boolean" } },
    };
    operation(document, at, method).responses = {
      "200": { description: "Another.", content: { "application/json": { schema } } },
    };
  },
  "retype an argument of": (document, at, method) => {
    const { parameters = [] } = operation(document, at, method);
    // An operation without this parameter gets one that it needs.
    const name = at.includes("{petId}") ? "petId" : undefined;
    if (name === undefined) return gone["rename"]?.(document, at, method);
    operation(document, at, method).parameters = [
      ...parameters.filter((each) => !("name" in each) || each.name !== name),
      { name, in: "path", required: true, schema: { type: "boolean" } },
    ];
  },
};

const compatible: Record<string, Edit> = {
  describe: (document, at, method) => {
    operation(document, at, method).description = "Other words.";
  },
  "give an optional argument to": (document, at, method) => {
    const edited = operation(document, at, method);
    const added = { name: "extra", in: "query", schema: { type: "string" } };
    edited.parameters = [...(edited.parameters ?? []), added];
  },
  "add an operation beside": (document) => {
    const responses = { "204": { description: "Done." } };
    document.paths["/added"] = { post: { operationId: "added", responses } };
  },
  reorder: (document) => {
    document.paths = Object.fromEntries(Object.entries(document.paths).reverse());
  },
};

function operation(document: Document, at: string, method: string): Operation {
  return document.paths[at]![method]!;
}

const places = Object.entries((load(text) as Document).paths).flatMap(([at, item]) =>
  Object.keys(item)
    .filter((method) => method !== "parameters")
    .map((method) => ({ at, method, id: item[method]!.operationId })),
);

/** Edits one operation of which there is an override, and returns the errors. */
async function errorsAfter(
  edit: Edit,
  { at, method, id }: (typeof places)[number],
  form: (typeof forms)[number],
): Promise<readonly string[]> {
  const document = load(text) as Document;
  edit(document, at, method);
  const content = `import { ${former.className} as Base } from "./generated/index.js";
export class Guarded extends Base {
  ${form(id)}
}
`;
  const { problems } = await checkSources({
    project,
    folder: path.join(project, "src/generated"),
    code: await codeOf(document),
    before: former,
    sources: [{ path: "src/main.ts", content }],
    runtimeTypes: readRuntimeTypes(),
    disk: new ObservedDisk(),
  });
  return problems.flatMap(({ severity, code }) => (severity === "error" ? [code] : []));
}

for (const [edits, promise, isFine] of [
  [gone, "removing, renaming or retyping an overridden operation always fails", false],
  [compatible, "a compatible change of an overridden operation never fails", true],
] as const) {
  test(promise, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(edits)),
        fc.constantFrom(...places),
        fc.constantFrom(...forms),
        async (name, place, form) => {
          const errors = await errorsAfter(edits[name]!, place, form);
          assert.equal(errors.length === 0, isFine, `${name} ${place.id}: ${errors.join(", ")}`);
        },
      ),
      { numRuns: Number(process.env["OVERRIDE_EDITS"] ?? 6) },
    );
  });
}
