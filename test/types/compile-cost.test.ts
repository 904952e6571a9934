/** What the compiler has to do for a large output. It counts, so that a busy machine changes nothing. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { root } from "../support/cli.js";
import { filesOf, type OperationNode } from "../support/shop-output.js";

function operationsOf(count: number): OperationNode[] {
  const schema = { $ref: "#/components/schemas/Item" };
  return Array.from({ length: count }, (_, at) => ({
    operationId: `get${at}`,
    tags: [`${String.fromCharCode(97 + (at % 20))}.things`],
    parameters: [{ name: "page", in: "query", schema: { type: "integer" } }],
    responses: { 200: { description: "", content: { "application/json": { schema } } } },
  }));
}

/** Compiles the output for so many operations. @returns what the compiler counted */
async function countsOf(count: number): Promise<Readonly<Record<string, number>>> {
  const folder = mkdtempSync(path.join(tmpdir(), "compile-cost-"));
  try {
    const options = { split: "methods", mode: "search", layout: "module" } as const;
    for (const [name, content] of await filesOf(operationsOf(count), options)) {
      if (!name.endsWith(".ts")) continue;
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    const compilerOptions = {
      target: "ES2022",
      module: "NodeNext",
      strict: true,
      exactOptionalPropertyTypes: true,
      noImplicitOverride: true,
      noEmit: true,
      skipLibCheck: true,
      types: ["node"],
      typeRoots: [path.join(root, "node_modules/@types")],
      paths: { "mcp-codegen/runtime": [path.join(root, "dist/bundle/index.d.ts")] },
    };
    const project = path.join(folder, "tsconfig.json");
    writeFileSync(project, JSON.stringify({ compilerOptions, files: ["index.ts"] }));
    writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
    const tsc = path.join(root, "node_modules/typescript/bin/tsc");
    const flags = ["-p", project, "--extendedDiagnostics", "--singleThreaded"];
    const text = execFileSync(process.execPath, [tsc, ...flags], { encoding: "utf8" });
    return Object.fromEntries(
      [...text.matchAll(/^(Symbols|Types|Instantiations): +(\d+)/gm)].map(([, name, number]) => [
        name as string,
        Number(number),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("what the compiler counts grows with the number of operations, and no faster", async () => {
  const [none, small, large] = [await countsOf(20), await countsOf(500), await countsOf(2000)];
  for (const name of ["Symbols", "Types", "Instantiations"]) {
    const [of0 = 0, of500 = 0, of2000 = 0] = [none[name], small[name], large[name]];
    assert.ok(of500 > 0, name);
    const ratio = (of2000 - of0) / 1980 / Math.max((of500 - of0) / 480, 0.1);
    assert.ok(ratio < 1.1, `${name}: ${of0}, ${of500}, ${of2000}`);
  }
});
