/** `mcp-codegen schemas`: what types and comments of methods say about their tools. */
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  cpSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";
import { readSources } from "../../src/type-schemas/read-sources.js";
import { runCommand, root } from "../support/cli.js";

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "type-schemas-"));
after(() => rmSync(folder, { recursive: true, force: true }));
symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
const command = (...args: string[]) => runCommand(["schemas", ...args], { cwd: folder });

/** The rows of the seeds' table of annotations, each as TypeScript writes it. */
const annotations: readonly (readonly [
  row: string,
  member: string,
  schema: object,
  required?: false,
])[] = [
  ["str", "x: string", { type: "string" }],
  ["float", "x: number", { type: "number" }],
  ["bool", "x: boolean", { type: "boolean" }],
  ["int", "/** @asType integer */ x: number", { type: "integer" }],
  ["list[X]", "x: string[]", { type: "array", items: { type: "string" } }],
  [
    "dict[str, X]",
    "x: Record<string, number>",
    { type: "object", additionalProperties: { type: "number" } },
  ],
  ["X | None", "x?: string", { type: "string" }, false],
  ['Literal["a", "b"]', 'x: "a" | "b"', { type: "string", enum: ["a", "b"] }],
  [
    "Annotated[int, Field(ge=0)]",
    "/** @asType integer @minimum 0 */ x: number",
    { type: "integer", minimum: 0 },
  ],
  ["BaseModel", "x: Model", { $ref: "#/$defs/Model" }],
  ["Struct", "x: Struct", { $ref: "#/$defs/Struct" }],
  [
    "dataclass",
    "x: { a: string }",
    { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
  ],
  ["TypedDict", "x: { a?: string }", { type: "object", properties: { a: { type: "string" } } }],
  ["UUID", "/** @format uuid */ x: string", { type: "string", format: "uuid" }],
  ["datetime", "x: Date", { type: "string", format: "date-time" }],
  ["date", "/** @format date */ x: string", { type: "string", format: "date" }],
];

test("the rows of the seeds' table of annotations have their schemas", async () => {
  const methods = annotations.map(
    ([, member], index) => `  @mcpTool() m${index}(input: {\n${member}\n}) { return ""; }`,
  );
  const source = `interface Model { a: string }\nclass Struct { a = 1; }\nclass All {\n${methods.join("\n")}\n}\n`;
  const file = path.join(folder, "rows.ts");
  writeFileSync(file, source);
  const { sources, diagnostics } = await readSources([file]);
  assert.deepEqual(diagnostics, []);
  for (const [index, [row, , schema, required]] of annotations.entries()) {
    const input = sources[0]?.classes["All"]?.[`m${index}`]?.input;
    const properties = input?.["properties"] as Record<string, unknown> | undefined;
    assert.deepEqual(properties?.["x"], schema, row);
    assert.deepEqual(input?.["required"], required === false ? undefined : ["x"], row);
  }
});

test("schemas are written beside the source, and the next run changes nothing", async () => {
  cpSync(path.join(here, "shop.ts.txt"), path.join(folder, "shop.ts"));
  const first = await command("sho?.ts");
  assert.equal(first.stderr, "Wrote 1 file.\n");
  const text = readFileSync(path.join(folder, "shop.schemas.ts"), "utf8");
  const expected = path.join(here, "shop.schemas.ts.txt");
  if (process.env["UPDATE_GOLDEN"]) writeFileSync(expected, text);
  assert.equal(text, readFileSync(expected, "utf8"));
  assert.equal((await command("shop.ts", "--check")).code, 0);
  writeFileSync(path.join(folder, "shop.schemas.ts"), `${text}\n`);
  const stale = await command("shop.ts", "--check");
  assert.equal(stale.code, 1);
  assert.match(stale.stderr, /error\[out-stale\]/);
});

test("a type that JSON can't hold is an error at its method, and nothing is written", async () => {
  for (const type of ["Map<string, string>", "() => void", "bigint", "symbol", "Uint8Array"]) {
    const source = `class Odd {\n  @mcpTool()\n  odd(input: { x: ${type} }) {}\n}\n`;
    writeFileSync(path.join(folder, "odd.ts"), source);
    const { code, stderr } = await command("odd.ts");
    assert.equal(code, 1, type);
    assert.match(stderr, /^odd\.ts:3:3: error\[type-unsupported\]: `odd` has no schema/, type);
    assert.ok(!existsSync(path.join(folder, "odd.schemas.ts")));
  }
});

test("a file of the user is not overwritten, and the source is never run", async () => {
  writeFileSync(
    path.join(folder, "own.ts"),
    "class A { @mcpTool() a(input: { b: string }) {} }\nthrow new Error();\n",
  );
  writeFileSync(path.join(folder, "own.schemas.ts"), "mine");
  const { code, stderr } = await command("own.ts");
  assert.equal(code, 1);
  assert.match(stderr, /error\[out-not-ours\]/);
  assert.equal(readFileSync(path.join(folder, "own.schemas.ts"), "utf8"), "mine");
  assert.equal((await command("none.ts")).code, 2);
});

test("types are read with the options of the nearest tsconfig.json and of those that it extends", async () => {
  const project = path.join(folder, "project");
  mkdirSync(path.join(project, "src/shapes"), { recursive: true });
  const save = (name: string, text: string): void => writeFileSync(path.join(project, name), text);
  save("base.json", `{ "compilerOptions": { "strict": true, "lib": ["ES2023"] } }`);
  save(
    "tsconfig.json",
    `{ // a comment
  "extends": "./base.json",
  "compilerOptions": { "module": "ESNext", "moduleResolution": "Bundler", "paths": { "#shapes": ["./src/shapes/index.ts"] } },
}`,
  );
  save("src/shapes/index.ts", "export interface Shape { sides: number; colour: string | null }\n");
  save(
    "src/draw.ts",
    `import type { Shape } from "#shapes";\nclass Draw { @mcpTool() draw(input: { shape: Shape }) {} }\n`,
  );
  const { sources, diagnostics } = await readSources([path.join(project, "src/draw.ts")]);
  assert.deepEqual(diagnostics, []);
  const input = sources[0]?.classes["Draw"]?.["draw"]?.input;
  assert.deepEqual(input?.["$defs"], {
    Shape: {
      type: "object",
      properties: { sides: { type: "number" }, colour: { type: ["null", "string"] } },
      required: ["sides", "colour"],
    },
  });
});

test("a tsconfig.json that can't be used is an error at its place", async () => {
  const rows: readonly (readonly [text: string, said: RegExp])[] = [
    [
      `{\n  "compilerOptions": {\n`,
      /^broken\/tsconfig\.json:3:1: error\[config-invalid\]: '\}' expected/m,
    ],
    [
      `{\n  "compilerOptions": { "strict": "yes" }\n}`,
      /^broken\/tsconfig\.json:2:\d+: error\[config-invalid\]: Compiler option 'strict' requires/m,
    ],
    [
      `{\n  "extends": "./nowhere.json"\n}`,
      /^broken\/tsconfig\.json:2:\d+: error\[config-invalid\]: Cannot read file '.*nowhere\.json'/m,
    ],
  ];
  mkdirSync(path.join(folder, "broken"));
  writeFileSync(
    path.join(folder, "broken/a.ts"),
    "class A { @mcpTool() a(input: { b: string }) {} }\n",
  );
  for (const [text, said] of rows) {
    writeFileSync(path.join(folder, "broken/tsconfig.json"), text);
    const { code, stderr } = await command("broken/a.ts");
    assert.equal(code, 1, text);
    assert.match(stderr, said);
    assert.doesNotMatch(stderr, /\.ts:\d+\n|at .*\(/);
    assert.ok(!existsSync(path.join(folder, "broken/a.schemas.ts")));
  }
});

test("a type that contains itself without end is an error at its method", async () => {
  const types = [
    "interface T<X> { value: X; next: T<X[]> }|T<string>",
    "type T<X> = { value: X; both: [T<[X, 1]>, T<[X, 2]>] }|T<string>",
    "interface A<X> { b: B<X[]> } interface B<X> { a?: A<{ x: X }> }|A<string>",
    "const me = { get again() { return me; } };|typeof me",
  ];
  for (const each of types) {
    const [declared, used] = each.split("|");
    writeFileSync(
      path.join(folder, "endless.ts"),
      `${declared}\nclass Odd {\n  @mcpTool()\n  odd(input: { x: ${used} }) {}\n}\n`,
    );
    const { code, stderr } = await command("endless.ts");
    assert.equal(code, 1, each);
    assert.match(
      stderr,
      /^endless\.ts:4:3: error\[type-unsupported\]: `odd` has no schema: .* without end/m,
    );
  }
  const fine =
    "interface Tree<X> { value: X; more: Tree<X>[] } interface Pair { a: Tree<string>; b: Tree<number> }";
  writeFileSync(
    path.join(folder, "finite.ts"),
    `${fine}\nclass Fine { @mcpTool() fine(input: Pair) {} }\n`,
  );
  assert.equal((await command("finite.ts")).code, 0);
});
