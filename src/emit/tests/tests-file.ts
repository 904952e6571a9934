import path from "node:path";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Work } from "../../diagnostics/work.js";
import type { ApiModel } from "../../operations/model.js";
import type { Surface } from "../../surface/model.js";
import { moduleSpecifier, type FileContext } from "../file-context.js";
import type { GeneratedFile } from "../generated-file.js";
import { importOf } from "../imports.js";
import { lineWidth, printLiteral, stringLiteral } from "../literal.js";
import { testCases, type EmittedTest } from "./cases.js";
import { testEnvironment } from "./environment.js";

export interface TestsFileOptions extends FileContext {
  readonly layout: "project" | "module";
}

/**
 * Returns a file for `node --test` with a test of every operation. In projects it is JavaScript, which every version of
 * Node finds and runs without compiling.
 */
export async function testsFile(
  surface: Surface,
  model: ApiModel,
  context: TestsFileOptions,
  work: Work,
): Promise<{ readonly file: GeneratedFile; readonly diagnostics: readonly Diagnostic[] }> {
  const { layout, runtimeSpecifier, header, templates } = context;
  const tests = await testCases(surface, model, work);
  const { className, api } = surface;
  const isProject = layout === "project";
  const imports = [
    importOf("openTestBench", isProject ? fromTests(runtimeSpecifier) : runtimeSpecifier),
    importOf(
      className,
      isProject ? "../dist/generated/index.js" : moduleSpecifier("./index", context),
    ),
  ];
  const opening = `const bench = await openTestBench(${className}, `;
  const content = templates.render("operations.test", {
    header,
    imports: imports.join("\n"),
    className,
    options: printNarrow({ env: testEnvironment(api) }, 0, opening.length + 1),
    tests: tests.map(testText),
  });
  const file: GeneratedFile = {
    path: isProject ? "test/operations.test.js" : "operations.test.ts",
    content,
    role: "generated",
  };
  return { file, diagnostics: tests.flatMap(skipped) };
}

function skipped({ operation, facts, skip }: EmittedTest): readonly Diagnostic[] {
  if (facts) return [];
  const { key, place } = operation.source;
  const message = `${key} has no test: ${skip}`;
  return [{ code: "test-skipped", severity: "warning", message, place }];
}

function testText(test: EmittedTest): string {
  const { symbol, source } = test.operation;
  const name = stringLiteral(`${symbol}: ${source.key}`);
  if (!test.facts) {
    const start = `test(${name}, `;
    return `${start}${printNarrow({ skip: test.skip }, 0, start.length + 1)});`;
  }
  return `test(${name}, () =>\n  bench.check(${printNarrow(test.facts, 2, Infinity)}));`;
}

/** Columns by which lines are shorter than others: the tests are in a folder of the user, with Prettier's own width. */
const narrower = lineWidth - 80;

/** Prints JSON as `printLiteral` does, on shorter lines. No string in it has a line break. */
function printNarrow(value: object, indent: number, column: number): string {
  const text = printLiteral(value, indent + narrower, column + narrower);
  return text.replaceAll(`\n${" ".repeat(narrower)}`, "\n");
}

/** Converts a specifier relative to `dist/generated/` to one relative to `test/`. */
function fromTests(specifier: string): string {
  // `path.relative` would resolve both from the working directory, which may have fewer parents than the specifier names.
  return specifier.startsWith(".") ? path.posix.join("..", "dist/generated", specifier) : specifier;
}
