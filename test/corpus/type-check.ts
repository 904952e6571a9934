/** Type-checks a generated project under the flags that generated code promises to hold under. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../support/cli.js";
import { runProcess } from "../support/run-process.js";

const timeoutMs = 120_000;

const compilerOptions = {
  target: "ES2022",
  lib: ["ES2023"],
  module: "NodeNext",
  moduleResolution: "NodeNext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedDeclarations: true,
  declaration: true,
  // The runtime's declarations are part of the output.
  skipLibCheck: false,
  noEmit: true,
  types: ["node"],
  typeRoots: [path.join(root, "node_modules/@types")],
};

export interface TypeChecked {
  readonly seconds: number;
  readonly problems: readonly string[];
}

export async function typeCheck(project: string): Promise<TypeChecked> {
  const config = path.join(project, "tsconfig.check.json");
  writeFileSync(config, JSON.stringify({ compilerOptions, include: ["src"] }));
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  // One thread each, because two documents are checked at a time.
  const run = await runProcess(process.execPath, [tsc, "-p", config, "--singleThreaded"], {
    timeoutMs,
  });
  const output = (run.stdout + run.stderr).trim();
  const problems: string[] = [];
  if (run.timedOut) problems.push(`tsc took longer than ${timeoutMs / 1000} s`);
  else if (run.code !== 0) problems.push(`tsc: ${output.split("\n").slice(0, 5).join(" | ")}`);
  return { seconds: run.seconds, problems };
}
