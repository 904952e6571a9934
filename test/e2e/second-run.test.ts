import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
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
    const guard = (from: string): string =>
      `import type { CallContext } from "#mcp-runtime";
import { PetsServer } from "./generated/index.js";
import type { Input } from "${from}";
export class Guarded extends PetsServer {
  override async listPets(input: Input, ctx: CallContext) {
    return super.listPets(input, ctx);
  }
}
`;
    const input = (type: string): string => `export type Input = ${type};\n`;
    const isRemembered = async (expected: boolean): Promise<void> => {
      assert.equal((await run()).code, 0);
      for (const entry of entries()) {
        const text = readFileSync(entry, "utf8");
        writeFileSync(entry, text.replace(/"toolsListTokens":\d+/, '"toolsListTokens":424242'));
      }
      const { stderr } = await run();
      assert.equal(stderr.includes("424,242"), expected, stderr);
      rmSync(file("cache"), { recursive: true });
      assert.equal((await run()).code, 0);
    };
    writeFileSync(file("out/src/guard.ts"), guard("./input.js"));
    writeFileSync(file("out/src/input.ts"), input("object"));
    await isRemembered(true);
    writeFileSync(file("out/src/input.ts"), input("{ gone: string }"));
    await checks(/override-mistyped/);
    rmSync(file("out/src/input.ts"));
    // A file outside the project is compared by no run, so none is remembered.
    mkdirSync(file("lib"));
    writeFileSync(file("lib/input.ts"), input("object"));
    writeFileSync(file("out/src/guard.ts"), guard("../../lib/input.js"));
    await isRemembered(false);
    writeFileSync(file("lib/input.ts"), input("{ gone: string }"));
    await checks(/override-mistyped/);
    writeFileSync(file("lib/input.ts"), input("object"));
    // Nor is what the compiler's options are taken from.
    writeFileSync(file("out/src/guard.ts"), guard("./input.js"));
    writeFileSync(file("out/src/input.ts"), input("object"));
    const config = readFileSync(file("out/tsconfig.json"), "utf8");
    writeFileSync(file("base.json"), '{ "compilerOptions": {} }');
    writeFileSync(file("out/tsconfig.json"), config.replace("{", '{ "extends": "../base.json",'));
    await isRemembered(false);
    writeFileSync(file("out/tsconfig.json"), config);
    rmSync(file("out/src/guard.ts"));
    rmSync(file("out/src/input.ts"));
    assert.equal((await run()).code, 0);
  });

  test("a memory that is damaged, or that others can write, is not used", async () => {
    await run();
    for (const entry of entries()) writeFileSync(entry, '{"inputs":[');
    assert.match((await run()).stderr, /nothing was written/);
    const poison = (): void => {
      for (const entry of entries()) {
        writeFileSync(
          entry,
          readFileSync(entry, "utf8").replace(/"toolsListTokens":\d+/, '"toolsListTokens":424242'),
        );
      }
    };
    poison();
    assert.match((await run()).stderr, /424,242/);
    chmodSync(file("cache/mcp-codegen/runs"), 0o777);
    assert.doesNotMatch((await run()).stderr, /424,242/);
  });
});
