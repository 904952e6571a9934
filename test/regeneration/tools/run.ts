/**
 * Runs Prettier, ESLint, Biome and oxlint over new output: `node --import tsx test/regeneration/tools/run.ts`. They must find
 * nothing, and what they write must count neither as edited nor as stale. `.ci/install-hosts` installs them. Closes with the
 * totals.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root, runCommand } from "../../support/cli.js";
import { documentOf } from "../repository.js";

const operations = [
  "listPets",
  "createPetWithAVeryLongNameThatFillsALineOfCodeAndMore",
  "getPet",
  "constructor",
].map((id) => ({ id, summary: `Returns “${id}” — with 'quotes', \`code\`, *stars* and | bars.` }));

const layouts = [
  ["project", ["--out", "packages/pets/server", "--tests"]],
  ["module", ["--out", "packages/pets/gen", "--layout", "module", "--runtime", "package"]],
] as const;

/** Arguments that find something, and arguments that change files, by program. */
const programs = {
  prettier: { finds: ["--check"], writes: ["--write"] },
  eslint: { finds: ["--max-warnings=0", "--no-warn-ignored"], writes: ["--fix"] },
  biome: { finds: ["check", "--error-on-warnings"], writes: ["check", "--write"] },
  oxlint: { finds: ["--deny-warnings"], writes: ["--fix"] },
} as const;
type Program = keyof typeof programs;

const eslintConfig = `import js from "@eslint/js";
import ts from "typescript-eslint";
export default [js.configs.recommended, ...ts.configs.recommended, ...ts.configs.stylistic];
`;

/** Formats everything otherwise than the generator, also what it asks to leave alone. */
const otherFormat = ["--no-config", "--no-editorconfig", "--no-semi", "--single-quote"];
const otherWidth = ["--print-width=50", "--use-tabs", "--quote-props=consistent", "--write"];

let passed = 0;
let failed = 0;

async function check(title: string, body: () => unknown): Promise<void> {
  try {
    const begun = performance.now();
    await body();
    passed += 1;
    console.log(`✔ ${title} (${Math.round(performance.now() - begun)} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`✖ ${title}\n${error instanceof Error ? error.message : String(error)}`);
  }
}

const hosts = execFileSync(path.join(root, ".ci/install-hosts"), {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
}).trim();
// Not in the cache of the hosts, where Biome did not heed the configuration of the output.
const folder = mkdtempSync(path.join(tmpdir(), "formatters-"));
symlinkSync(path.join(hosts, "node_modules"), path.join(folder, "node_modules"), "junction");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
writeFileSync(path.join(folder, "eslint.config.js"), eslintConfig);

function run(program: Program, args: readonly string[], cwd: string): void {
  const bin = path.join(hosts, "node_modules/.bin", program);
  const done = spawnSync(bin, args, { cwd, encoding: "utf8" });
  assert.equal(done.status, 0, `${done.stdout}${done.stderr}`.slice(0, 4_000));
}

async function generate(args: readonly string[]): Promise<string> {
  const { code, stderr } = await runCommand(["openapi.json", ...args], { cwd: folder });
  assert.equal(code, 0, stderr);
  return stderr;
}

async function isCurrent(args: readonly string[]): Promise<void> {
  const checked = await generate([...args, "--check"]);
  assert.match(checked, /is up to date/);
  assert.match(await generate(args), /is up to date, nothing was written/);
}

const document = documentOf(operations);
const later = documentOf([...operations, { id: "addedLater" }]);

for (const [layout, args] of layouts) {
  rmSync(path.join(folder, "packages"), { recursive: true, force: true });
  writeFileSync(path.join(folder, "openapi.json"), document);
  await generate(args);
  const out = args[1];
  const kept = path.join(folder, "kept");
  rmSync(kept, { recursive: true, force: true });
  cpSync(path.join(folder, out), kept, { recursive: true });

  for (const program of ["prettier", "eslint", "biome", "oxlint"] as const) {
    const { finds, writes } = programs[program];
    await check(`${layout}: ${program} finds nothing from the repository's root`, () =>
      run(program, [...finds, out], folder),
    );
    // Biome heeds a configuration that is no root only from above.
    if (program !== "biome" || layout !== "module") {
      await check(`${layout}: ${program} finds nothing in the folder itself`, () =>
        run(program, [...finds, "."], path.join(folder, out)),
      );
    }
    await check(`${layout}: what ${program} writes is neither edited nor stale`, async () => {
      run(program, [...writes, out], folder);
      await isCurrent(args);
    });
  }

  await check(
    `${layout}: another format is neither edited nor stale, and a change still arrives`,
    async () => {
      const code = layout === "module" ? out : `${out}/src/generated`;
      const before = readFileSync(path.join(folder, code, "operations.ts"), "utf8");
      const files = ["operations.ts", "server.ts", "types.ts", "index.ts", ".mcp-codegen.json"];
      const ignored = path.join(folder, "no-ignore");
      writeFileSync(ignored, "");
      run(
        "prettier",
        [
          ...otherFormat,
          ...otherWidth,
          `--ignore-path=${ignored}`,
          ...files.map((file) => `${code}/${file}`),
        ],
        folder,
      );
      const formatted = readFileSync(path.join(folder, code, "operations.ts"), "utf8");
      assert.notEqual(formatted, before);
      await isCurrent(args);
      assert.equal(readFileSync(path.join(folder, code, "operations.ts"), "utf8"), formatted);

      writeFileSync(path.join(folder, "openapi.json"), later);
      await generate(args);
      assert.match(readFileSync(path.join(folder, code, "operations.ts"), "utf8"), /addedLater/);
      writeFileSync(path.join(folder, "openapi.json"), document);
    },
  );

  await check(`${layout}: an edit in another format is found`, async () => {
    rmSync(path.join(folder, out), { recursive: true });
    cpSync(kept, path.join(folder, out), { recursive: true });
    const code = layout === "module" ? out : `${out}/src/generated`;
    const file = path.join(folder, code, "operations.ts");
    for (const [from, to] of [
      ["query", "header"],
      ["quotes", "quotes,"],
      ["integer", "number"],
    ] as const) {
      const text = readFileSync(file, "utf8");
      writeFileSync(file, text.replace(from, to).replaceAll("\n  ", "\n    "));
      const { code: exit, stderr } = await runCommand(["openapi.json", ...args], { cwd: folder });
      assert.equal(exit, 1, `${from} → ${to}: ${stderr}`);
      assert.match(stderr, /operations\.ts was edited by hand/);
      writeFileSync(file, text);
    }
  });
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
