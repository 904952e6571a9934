/**
 * Relative imports of everything that is written, and projects that are not ES modules. NodeNext, Bundler and the program
 * they make are in test/e2e/module-layout.test.ts, bundlers and Node.js 24 in test/hosts.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
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
import { after, before, test } from "node:test";
import { root, runCommand } from "../support/cli.js";
import { documentOf } from "./repository.js";

let folder: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "imports-"));
  writeFileSync(path.join(folder, "package.json"), "{}");
  const operations = [
    { id: "listPets", tag: "pet" },
    { id: "placeOrder", tag: "store" },
  ];
  writeFileSync(path.join(folder, "openapi.json"), documentOf(operations));
});

after(() => rmSync(folder, { recursive: true, force: true }));

async function generate(args: readonly string[]): Promise<void> {
  const { code, stderr } = await runCommand(args, { cwd: folder });
  assert.equal(code, 0, stderr);
}

const outputs: Readonly<Record<string, readonly string[]>> = {
  "a project, compiled": ["--tests"],
  "a project with a readable runtime and a file per tag": [
    "--no-build",
    "--runtime",
    "readable",
    "--split",
    "tag",
    "--worker",
  ],
  "modules with a file per tag": ["--layout", "module", "--runtime", "package", "--split", "tag"],
  "modules with a runtime in a folder": ["--layout", "module", "--runtime-dir", "shared-runtime"],
  "a client": ["client"],
};

const specifier = /(?:\bfrom|\bimport|\bimport\()\s*["'](\.{1,2}(?:\/[^"'\n]*)?)["']/g;
/** A library whose comments name modules of its own. */
const undici = ["runtime/undici.js", "runtime/undici-proxy.js"];

for (const [index, [what, args]] of Object.entries(outputs).entries()) {
  test(`${what}: every relative import ends in .js and names a file`, async () => {
    const isClient = args[0] === "client";
    const input = isClient ? ["client", "openapi.json"] : ["openapi.json", ...args];
    await generate([...input, "--out", `out-${index}`]);
    const out = path.join(folder, `out-${index}`);
    const files = readdirSync(out, { recursive: true, encoding: "utf8" });
    let count = 0;
    for (const file of files.filter(
      (name) => !undici.includes(name) && /\.(?:ts|js)$/.test(name),
    )) {
      for (const [, target = ""] of readFileSync(path.join(out, file), "utf8").matchAll(
        specifier,
      )) {
        assert.match(target, /\.js$/, `${file} imports ${target}`);
        const imported = path.join(out, path.dirname(file), target);
        const found = [".js", ".ts", ".d.ts"].some((end) =>
          existsSync(imported.replace(/\.js$/, end)),
        );
        assert.ok(found, `${file} imports ${target}, which is not there`);
        count += 1;
      }
    }
    assert.ok(count > 3, "the files do import each other");
  });
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
const pong = '{"jsonrpc":"2.0","id":1,"result":{}}\n';

test("a CommonJS project compiles the modules, and imports them dynamically", async () => {
  const project = path.join(folder, "commonjs");
  const modules = path.join(project, "node_modules");
  mkdirSync(modules, { recursive: true });
  symlinkSync(root, path.join(modules, "mcp-codegen"));
  for (const name of ["@types", "undici-types"]) {
    symlinkSync(path.join(root, "node_modules", name), path.join(modules, name));
  }
  writeFileSync(path.join(project, "package.json"), '{ "name": "commonjs" }');
  const shape = ["--layout", "module", "--runtime", "package"];
  await generate(["openapi.json", ...shape, "--out", "commonjs/src/gen"]);
  writeFileSync(
    path.join(project, "src/main.ts"),
    `async function main(): Promise<void> {
  const { run } = await import("mcp-codegen/runtime");
  const { StoreServer } = await import("./gen/index.js");
  await run(StoreServer);
}
void main();
`,
  );
  const compilerOptions = {
    target: "ES2022",
    module: "NodeNext",
    rootDir: "src",
    outDir: "out",
    types: ["node"],
    strict: true,
  };
  writeFileSync(
    path.join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["src"] }),
  );
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const compiled = spawnSync(process.execPath, [tsc], { cwd: project, encoding: "utf8" });
  assert.equal(compiled.stdout, "");
  const served = spawnSync(process.execPath, ["out/main.js"], {
    cwd: project,
    encoding: "utf8",
    input: ping,
  });
  assert.equal(served.stdout, pong, served.stderr);
});

test("a CommonJS program imports a compiled project dynamically", () => {
  const program = `import("./out-0/dist/generated/index.js").then(({ StoreServer }) => console.log(typeof StoreServer));`;
  writeFileSync(path.join(folder, "program.cjs"), program);
  const done = spawnSync(process.execPath, ["program.cjs"], { cwd: folder, encoding: "utf8" });
  assert.equal(done.stdout, "function\n", done.stderr);
});
