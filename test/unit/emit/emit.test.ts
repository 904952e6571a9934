import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInThisContext } from "node:vm";
import prettier from "prettier";
import { ts } from "ts-morph";
import { compileProject } from "../../../src/emit/compile.js";
import { emitFiles } from "../../../src/emit/emit.js";
import type { EmitOptions } from "../../../src/emit/emit-options.js";
import { eraseTypes } from "../../../src/emit/erase-types.js";
import type { GeneratedFile } from "../../../src/emit/generated-file.js";
import type { Schema } from "../../../src/operations/model.js";
import {
  breakout,
  hostileModel,
  hostileSurface,
  modelOf,
  petstore,
  petstoreModel,
} from "./surfaces.js";
import { typeCheck } from "./type-check.js";

const options: EmitOptions = {
  layout: "project",
  runtimeSpecifier: "#mcp-runtime",
  importExtension: "js",
  split: "auto",
  generatorVersion: "1.2.3",
};

const petstoreFiles = emitFiles(petstore, petstoreModel, options);
const hostileFiles = emitFiles(hostileSurface, hostileModel, options);
const empty = { ...petstore, operations: [], schemas: [] };
const emptyFiles = emitFiles(empty, petstoreModel, options);

/** Returns what is emitted for schemas that refer to themselves. */
function recursiveFiles(): readonly GeneratedFile[] {
  const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
  const schemas: Record<string, Schema> = {
    Again: { oneOf: [ref("Again"), { type: "array", items: ref("Again") }, { type: "string" }] },
    Base: { properties: { kind: { type: "string" } }, oneOf: [ref("Derived")], type: "object" },
    Derived: { allOf: [ref("Base"), { properties: { next: ref("Derived") } }] },
    Loop: ref("Loop2"),
    Loop2: { anyOf: [ref("Loop"), { type: "null" }] },
    Map: { type: "object", additionalProperties: ref("Map") },
    Node: { prefixItems: [ref("Node")], items: ref("Node") },
  };
  const surface = {
    ...empty,
    schemas: Object.keys(schemas).map((name) => ({
      name,
      source: name,
      direction: "both" as const,
    })),
  };
  return emitFiles(surface, modelOf(schemas), options);
}

let checked: Record<"petstore" | "hostile" | "empty" | "recursive", string> | undefined;

/** Returns the compiler's errors, by project. */
function errors() {
  return (checked ??= typeCheck({
    petstore: petstoreFiles,
    hostile: hostileFiles,
    empty: emptyFiles,
    recursive: recursiveFiles(),
  }));
}

function content(files: readonly GeneratedFile[], path: string): string {
  const file = files.find((each) => each.path === path);
  assert.ok(file, `${path} is among the files`);
  return file.content;
}

for (const name of ["types", "operations", "server", "index"]) {
  test(`${name}.ts of the pet store reads as it should`, () => {
    const want = readFileSync(new URL(`petstore/${name}.ts.txt`, import.meta.url), "utf8");
    assert.equal(content(petstoreFiles, `src/generated/${name}.ts`), want);
  });
}

test("prettier has nothing to change in what people read but imports, which have one name a line", async () => {
  const joined = (text: string): string =>
    text.replace(/^import (?:type )?\{[^}]*\}/gm, (names) =>
      names.replace(/\s+/g, " ").replace(", }", " }"),
    );
  for (const { path, content: text } of petstoreFiles) {
    if (/^[^./]*(?:\.md)?$|(?:^|\/)\.\w+$/.test(path)) continue;
    const isJson = path.endsWith(".json");
    const style = { parser: isJson ? "json" : "typescript", printWidth: 100, useTabs: isJson };
    assert.equal(joined(text), joined(await prettier.format(text, style)), path);
  }
});

test("the module layout is the generated modules and what keeps formatters out", () => {
  const files = emitFiles(petstore, petstoreModel, {
    ...options,
    layout: "module",
    runtimeSpecifier: "mcp-codegen/runtime",
    importExtension: "js",
    split: "auto",
  });
  assert.deepEqual(
    files.map((file) => file.path),
    [
      "types.ts",
      "operations.ts",
      "server.ts",
      "index.ts",
      ".gitattributes",
      ".prettierrc",
      "biome.json",
    ],
  );
  assert.match(content(files, "server.ts"), /from "mcp-codegen\/runtime";/);
});

test("the bundled runtime goes below runtime/", () => {
  const runtimeFiles = [{ path: "index.js", content: "export {};\n" }];
  const files = emitFiles(petstore, petstoreModel, { ...options, runtimeFiles });
  const runtime = files.filter(({ role }) => role === "runtime");
  assert.deepEqual(
    runtime.map((file) => file.path),
    ["runtime/index.js", "runtime/.gitattributes", "runtime/.prettierrc", "runtime/biome.json"],
  );
  assert.match(content(files, "runtime/index.js"), /^\/\* eslint .*\*\/\nexport \{\};\n$/);
});

test("package.json says where the runtime comes from", () => {
  const packageOf = (runtimeSpecifier: string): unknown => {
    const files = emitFiles(petstore, petstoreModel, { ...options, runtimeSpecifier });
    const { imports, dependencies } = JSON.parse(content(files, "package.json")) as {
      imports?: unknown;
      dependencies?: unknown;
    };
    return { imports, dependencies };
  };
  assert.deepEqual(packageOf("#mcp-runtime"), {
    imports: { "#mcp-runtime": "./runtime/index.js" },
    dependencies: undefined,
  });
  assert.deepEqual(packageOf("mcp-codegen/runtime"), {
    imports: undefined,
    dependencies: { "mcp-codegen": "^1.2.3" },
  });
  assert.deepEqual(packageOf("@acme/runtime"), { imports: undefined, dependencies: undefined });
});

test("main.ts reaches a relative runtime from its own folder", () => {
  const mainWith = (runtimeSpecifier: string): string =>
    content(emitFiles(petstore, petstoreModel, { ...options, runtimeSpecifier }), "src/main.ts");
  assert.match(mainWith("../../../shared/index.js"), /from "\.\.\/\.\.\/shared\/index\.js";/);
  assert.match(mainWith("../runtime.js"), /from "\.\/runtime\.js";/);
  assert.match(mainWith("#mcp-runtime"), /from "#mcp-runtime";/);
});

test("one generated file names the source and the options, so a document that moves changes no other", () => {
  const files = emitFiles(petstore, petstoreModel, { ...options, optionsEcho: "--name pets" });
  assert.match(
    content(files, "src/generated/server.ts"),
    /^\/\/ @generated by mcp-codegen 1\.2\.3 from openapi\.yaml\. Do not edit.*\n\/\/ Options: --name pets\n/,
  );
  const moved = emitFiles({ ...petstore, sourceName: "api.yaml" }, petstoreModel, options);
  const contents = new Map(moved.map(({ path, content: text }) => [path, text]));
  const changed = files.filter(({ path, content: text }) => contents.get(path) !== text);
  assert.deepEqual(
    changed.map(({ path }) => path),
    ["src/generated/server.ts", "README.md"],
  );
});

test("generated code type-checks under every strict flag", () => {
  assert.equal(errors().petstore, "");
});

test("code generated from hostile text type-checks and has no statement of the text's", () => {
  assert.equal(errors().hostile, "");
  for (const { path, content: text } of hostileFiles) {
    if (!path.endsWith(".ts")) continue;
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
    const names = source.statements.map((statement) => statement.getText(source).split("\n")[0]);
    assert.ok(
      names.every((line) => !line?.includes("pwned")),
      `${path}: ${names.join("\n")}`,
    );
  }
});

test("hostile text arrives unchanged as data", () => {
  const javascript = eraseTypes(content(hostileFiles, "src/generated/operations.ts"));
  assert.ok(javascript);
  const body = javascript.replaceAll(/^export const/gm, "const");
  const read = runInThisContext(`(() => { ${body}\nreturn { nothing, outputSchemas }; })()`) as {
    nothing: { id: string; description: string; input: { properties: object } };
    outputSchemas: object;
  };
  assert.equal(read.nothing.id, breakout);
  assert.equal(read.nothing.description, breakout);
  assert.deepEqual(Object.keys(read.nothing.input.properties), ["__proto__", "a*/b"]);
  assert.deepEqual(Object.keys(read.outputSchemas), ["__proto__", "constructor"]);
  assert.equal((globalThis as { pwned?: unknown }).pwned, undefined);
});

test("an API without operations is still a module that type-checks", () => {
  assert.equal(errors().empty, "");
});

test("a schema whose type refers to itself, by every road, type-checks", () => {
  assert.equal(errors().recursive, "");
});

test("taking the types away by rule gives what the compiler gives", () => {
  for (const files of [petstoreFiles, hostileFiles, emptyFiles]) {
    for (const name of ["operations", "server", "index"]) {
      const text = content(files, `src/generated/${name}.ts`);
      const { outputText } = ts.transpileModule(text, {
        compilerOptions: {
          target: ts.ScriptTarget.ES2022,
          module: ts.ModuleKind.ESNext,
          verbatimModuleSyntax: true,
          removeComments: true,
        },
      });
      assert.equal(normalised(eraseTypes(text) ?? ""), normalised(outputText), name);
    }
  }
});

/** Normalises the layout of code by the compiler's printer. */
function normalised(javascript: string): string {
  const source = ts.createSourceFile("x.js", javascript, ts.ScriptTarget.ES2022);
  return ts.createPrinter({ removeComments: true }).printFile(source).replace(/\s+/g, " ");
}

test("a project compiles into dist/, the user's files in place of the scaffolded ones", async () => {
  const users = [
    { path: "src/main.ts", content: 'import { a } from "./tools/a.js";\nconst x: number = a;\n' },
    { path: "src/tools/a.ts", content: "export const a = 1 as number;\n" },
    { path: "src/generated/server.ts", content: "not ours" },
    { path: "src/types.d.ts", content: "declare const z: number;\n" },
  ];
  const { files, diagnostics } = await compileProject(petstoreFiles, users);
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(
    files.map((file) => file.path),
    [
      "dist/generated/types.js",
      "dist/generated/operations.js",
      "dist/generated/server.js",
      "dist/generated/index.js",
      "dist/main.js",
      "dist/tools/a.js",
      "dist/.prettierrc",
    ],
  );
  assert.equal(content(files, "dist/main.js"), 'import { a } from "./tools/a.js";\nconst x = a;\n');
  assert.equal(content(files, "dist/tools/a.js"), "export const a = 1;\n");
  assert.equal(content(files, "dist/generated/types.js"), "export {};\n");
  assert.doesNotMatch(content(files, "dist/generated/server.js"), /not ours|CallContext/);
});

test("a syntax error in a user's file is reported with its place", async () => {
  const { diagnostics } = await compileProject(petstoreFiles, [
    { path: "src/main.ts", content: "const a = 1;\nconst b = ;\n" },
  ]);
  assert.deepEqual(
    diagnostics.map(({ code, severity, message }) => ({ code, severity, message })),
    [
      {
        code: "source-invalid",
        severity: "error",
        message: "src/main.ts:2:11: Expression expected.",
      },
    ],
  );
});

test("a README shows how to connect and holds no markup of the document's", () => {
  const readme = content(petstoreFiles, "README.md");
  assert.match(readme, /claude mcp add petstore --env MCP_CODEGEN_PETSTORE_API_KEY=… -- node /);
  assert.match(readme, /^- `create_pet` \(`POST \/pets`\): Add a pet to the store\.$/m);
  assert.match(
    readme,
    /^- `MCP_CODEGEN_PETSTORE_BASE_URL`: base URL instead of `https:\/\/petstore/m,
  );
  const blocks = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
  assert.equal(blocks.length, 2);
  for (const block of blocks) JSON.parse(block);
  const hostile = content(hostileFiles, "README.md");
  const outsideCode = hostile.replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, "");
  assert.doesNotMatch(outsideCode, /[^\\]<script/);
  const rows = hostile.split("\n").filter((line) => line.startsWith("- `"));
  assert.ok(rows.length > 0);
  for (const row of rows) assert.match(row, /^- (`+)[^`].*?\1(?: \((`+)[^`].*?\2\))?: \S/);
});
