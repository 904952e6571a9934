import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { runCommand, type Finished } from "../support/cli.js";

const document = (summary: string): string => `openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: "https://pets.example" }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: ${summary}
      responses:
        "200":
          description: The pets.
          content: { application/json: { schema: { $ref: "pet.yaml" } } }
`;
const pet = "type: object\nproperties: { name: { type: string } }\n";

// Each step ends with an output that is up to date and a remembered run.
describe("a run without change is answered from memory, which never gives a wrong answer", () => {
  let folder: string;
  const file = (name: string): string => path.join(folder, name);
  const run = (...args: string[]): Promise<Finished> =>
    runCommand(["openapi.yaml", "--out", "out", ...args], {
      cwd: folder,
      env: { XDG_CACHE_HOME: file("cache") },
    });
  const entries = (): readonly string[] =>
    readdirSync(file("cache/mcp-codegen/runs")).map((name) =>
      file(`cache/mcp-codegen/runs/${name}`),
    );
  /** Changes a figure of what is remembered, so that it shows what an answer comes from. */
  const poison = (): void => {
    for (const entry of entries()) {
      const text = readFileSync(entry, "utf8");
      writeFileSync(entry, text.replace(/"toolsListTokens":\d+/, '"toolsListTokens":424242'));
    }
  };
  const checks = async (expected: RegExp, code = 1): Promise<void> => {
    const result = await run("--check");
    assert.match(result.stderr, expected);
    assert.equal(result.code, code);
  };

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "second-run-"));
    writeFileSync(file("openapi.yaml"), document("List."));
    writeFileSync(file("pet.yaml"), pet);
    assert.match((await run()).stderr, /^Wrote /m);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test("it says what a whole run says, for people and as JSON", async () => {
    assert.equal(entries().length, 1);
    const remembered = [await run(), await run("--check"), await run("--json")];
    rmSync(file("cache"), { recursive: true });
    const whole = [await run()];
    rmSync(file("cache"), { recursive: true });
    whole.push(await run("--check"));
    rmSync(file("cache"), { recursive: true });
    whole.push(await run("--json"));
    assert.deepEqual(remembered, whole);
    assert.match(whole[0]?.stderr ?? "", /nothing was written/);
  });

  test("it is remembered: what is printed comes from the memory", async () => {
    const [entry = ""] = entries();
    const value = JSON.parse(readFileSync(entry, "utf8")) as {
      summary: { toolsListTokens: number };
    };
    value.summary.toolsListTokens = 424_242;
    writeFileSync(entry, JSON.stringify(value));
    assert.match((await run()).stderr, /tools\/list takes 424,242 tokens/);
    const checked = await runCommand(["check", "openapi.yaml", "--out", "out"], {
      cwd: folder,
      env: { XDG_CACHE_HOME: file("cache") },
    });
    assert.match(checked.stderr, /tools\/list takes 424,242 tokens/);
  });

  test("a file that was edited, compiled otherwise or removed is found", async () => {
    // A comment does not make another program of a compiled file, and compiled files are seldom checked in.
    const compiled = readFileSync(file("out/dist/generated/server.js"), "utf8");
    writeFileSync(file("out/dist/generated/server.js"), `${compiled}void 0;\n`);
    await checks(/dist\/generated\/server\.js/);
    writeFileSync(file("out/dist/generated/server.js"), compiled);
    for (const name of ["src/generated/server.ts", "runtime/index.js"]) {
      const text = readFileSync(file(`out/${name}`), "utf8");
      writeFileSync(file(`out/${name}`), `${text}// mine\n`);
      await checks(new RegExp(name.replaceAll(".", "\\.")));
      rmSync(file(`out/${name}`));
      await checks(new RegExp(name.replaceAll(".", "\\.")));
      writeFileSync(file(`out/${name}`), text);
      await checks(/is up to date/, 0);
    }
    const target = file("server.ts");
    writeFileSync(target, readFileSync(file("out/src/generated/server.ts")));
    rmSync(file("out/src/generated/server.ts"));
    symlinkSync(target, file("out/src/generated/server.ts"));
    await checks(/symbolic link/);
    rmSync(file("out/src/generated/server.ts"));
    assert.equal((await run()).code, 0);
  });

  test("the user's own files are compiled when they change", async () => {
    const main = readFileSync(file("out/src/main.ts"), "utf8");
    writeFileSync(file("out/src/main.ts"), `${main}console.error("mine" as string);\n`);
    assert.match((await run()).stderr, /^Wrote /m);
    assert.match(readFileSync(file("out/dist/main.js"), "utf8"), /console\.error\("mine"\)/);
    writeFileSync(file("out/src/more.ts"), "export const more: number = 1;\n");
    assert.match((await run()).stderr, /^Wrote /m);
    assert.match((await run()).stderr, /nothing was written/);
  });

  test("a document, or a file that it refers to, is read again when it changes", async () => {
    writeFileSync(file("openapi.yaml"), document("List all."));
    await checks(/out-stale/);
    await run();
    writeFileSync(file("pet.yaml"), pet.replace("name", "title"));
    await checks(/out-stale/);
    await run();
    const elsewhere = mkdtempSync(path.join(tmpdir(), "elsewhere-"));
    try {
      writeFileSync(path.join(elsewhere, "pet.yaml"), readFileSync(file("pet.yaml")));
      rmSync(file("pet.yaml"));
      symlinkSync(path.join(elsewhere, "pet.yaml"), file("pet.yaml"));
      await checks(/ref-outside/);
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
    rmSync(file("pet.yaml"));
    writeFileSync(file("pet.yaml"), pet);
    await run();
  });

  test("a project with overrides is remembered, until something that their check reads changes", async () => {
    const input = (type: string): string => `export type Input = ${type};\n`;
    const [fits, fitsNot] = [input("object"), input("{ gone: string }")];
    const config = readFileSync(file("out/tsconfig.json"), "utf8");
    const aliased = (target: string): string =>
      JSON.stringify({ compilerOptions: { paths: { "@alias": [`./lib/${target}.ts`] } } });
    const files = {
      "out/src/guard.ts": `import type { CallContext } from "#mcp-runtime";
import { PetsServer } from "./generated/index.js";
import type { Input as Own } from "./input.js";
import type { Input as Outside } from "../../lib/input.js";
import type { Input as Installed } from "shapes";
import type { Input as Aliased } from "@alias";
export class Guarded extends PetsServer {
  override async listPets(input: Own & Outside & Installed & Aliased, ctx: CallContext): Promise<null> {
    throw new Error(String([input, ctx]));
  }
}
`,
      "out/src/input.ts": fits,
      "lib/input.d.ts": fits,
      "lib/one.ts": fits,
      "lib/other.ts": fitsNot,
      "node_modules/shapes/package.json": '{ "types": "one.d.ts" }',
      "node_modules/shapes/one.d.ts": fits,
      "node_modules/shapes/other.d.ts": fitsNot,
      "node_modules/typescript/package.json": '{ "version": "5.9.3" }',
      "base.json": aliased("one"),
      "out/tsconfig.json":
        '{ "extends": "../base.json", "compilerOptions": { "module": "nodenext" } }',
    };
    const write = (name: string, text: string): void => {
      mkdirSync(path.dirname(file(name)), { recursive: true });
      writeFileSync(file(name), text);
    };
    for (const [name, text] of Object.entries(files)) write(name, text);
    mkdirSync(file("out/node_modules/shapes"), { recursive: true });
    assert.equal((await run()).code, 0);
    poison();
    const isRemembered = async (): Promise<void> => {
      const { code, stderr } = await run();
      assert.match(stderr, /424,242/);
      assert.equal(code, 0);
    };
    await isRemembered();
    const changes: Readonly<Record<string, string>> = {
      "out/src/input.ts": fitsNot,
      "lib/input.d.ts": fitsNot,
      "node_modules/shapes/one.d.ts": fitsNot,
      "node_modules/shapes/package.json": '{ "types": "other.d.ts" }',
      "base.json": aliased("other"),
      // Version 6 is strict, so that null is no list of pets.
      "node_modules/typescript/package.json": '{ "version": "6.0.0" }',
      // These files are new. An import finds them before those that it has found.
      "lib/input.ts": fitsNot,
      "out/node_modules/shapes/package.json": '{ "types": "../../../lib/other.ts" }',
      "out/src/tsconfig.json": JSON.stringify({
        compilerOptions: { module: "nodenext", paths: { "@alias": ["../../lib/other.ts"] } },
      }),
    };
    for (const [name, text] of Object.entries(changes)) {
      write(name, text);
      const { code, stderr } = await run("--check");
      assert.match(stderr, /override-mistyped/, name);
      assert.equal(code, 1);
      const before = (files as Readonly<Record<string, string>>)[name];
      if (before === undefined) rmSync(file(name));
      else write(name, before);
      await isRemembered();
    }
    for (const name of Object.keys(files)) rmSync(file(name));
    rmSync(file("out/node_modules"), { recursive: true });
    writeFileSync(file("out/tsconfig.json"), config);
    assert.equal((await run()).code, 0);
  });

  test("an output folder that is a link is compared where the link leads", async () => {
    assert.equal((await run()).code, 0);
    renameSync(file("out"), file("real"));
    symlinkSync(file("real"), file("out"));
    assert.equal((await run()).code, 0);
    mkdirSync(file("empty"));
    rmSync(file("out"));
    symlinkSync(file("empty"), file("out"));
    await checks(/out-stale/);
    rmSync(file("out"));
    renameSync(file("real"), file("out"));
  });

  test("a memory that is damaged, or that others can write, is not used", async () => {
    await run();
    for (const entry of entries()) writeFileSync(entry, '{"inputs":[');
    assert.match((await run()).stderr, /nothing was written/);
    poison();
    assert.match((await run()).stderr, /424,242/);
    chmodSync(file("cache/mcp-codegen/runs"), 0o777);
    assert.doesNotMatch((await run()).stderr, /424,242/);
  });
});
