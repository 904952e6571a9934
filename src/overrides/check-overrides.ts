import path from "node:path";
import type { LocatedDiagnostic } from "../diagnostics/diagnostic.js";
import { locate } from "../diagnostics/locate.js";
import type { UserSource } from "../emit/compile.js";
import type { ObservedDisk } from "../write/observed-disk.js";
import { loadCompiler } from "./compiler.js";
import { compilerOptions } from "./compiler-options.js";
import { compilerProblems } from "./compiler-problems.js";
import { fixRenames, type FixedFile } from "./fix.js";
import { isSameCode, type GeneratedCode } from "./generated-code.js";
import { judgeOverrides } from "./judge-overrides.js";
import type { Judged } from "./judged.js";
import { findMentions, mentionProblem } from "./mentions.js";
import { diagnosticOf, onePerPlace, type Problem } from "./problem.js";
import { createProgram, type ParsedFiles, type ProgramInput } from "./program.js";
import { Fates } from "./renames.js";
import { Shapes } from "./shapes.js";

/** Users' code and the generated code that it is checked with. */
export interface CheckInput {
  /** The folder of the user's project, absolute. */
  readonly project: string;
  /** The generated folder, absolute. */
  readonly folder: string;
  readonly code: GeneratedCode;
  /** What an earlier run generated; absent in a folder without it. */
  readonly before: GeneratedCode | undefined;
  /** The files that reach the generated folder, relative to the project. */
  readonly sources: readonly UserSource[];
  readonly runtimeTypes: string;
  readonly disk: ObservedDisk;
}

export interface CheckedSources {
  readonly problems: readonly Problem[];
  /** Returns the files whose names can be corrected with certainty. */
  readonly fixed: () => readonly FixedFile[];
}

/**
 * Checks users' code against generated code that is not written yet. The compiler takes a second or two, so callers leave this
 * out for projects in which nothing extends the class.
 */
export async function checkSources(input: CheckInput): Promise<CheckedSources> {
  const compiler = await loadCompiler();
  const { code } = input;
  const before = input.before && !isSameCode(input.before, code) ? input.before : undefined;
  const shared: ParsedFiles = new Map();
  const common: Omit<ProgramInput, "code"> = {
    compiler,
    options: compilerOptions(compiler.ts, path.dirname(input.folder), input.disk),
    folder: input.folder,
    sources: new Map(
      input.sources.map(({ path: file, content }) => [path.join(input.project, file), content]),
    ),
    runtimeTypes: input.runtimeTypes,
    disk: input.disk,
  };
  const program = createProgram({ ...common, code, former: before }, shared);
  const judged: Judged = {
    compiler: compiler.ts,
    program,
    code,
    before,
    fates: new Fates(before, code),
    shapes: new Shapes(compiler.ts, program),
  };
  const former = () => before && createProgram({ ...common, code: before }, shared);
  const problems = onePerPlace([
    ...judgeOverrides(judged),
    ...compilerProblems(judged, former),
    ...findMentions(judged).map(mentionProblem),
  ]);
  const fixed = () => (before ? fixRenames(judged, problems, { ...common, code: before }) : []);
  return { problems, fixed };
}

/** Converts problems to diagnostics with line and column. */
export function locateProblems(
  problems: readonly Problem[],
  cwd: string,
): readonly LocatedDiagnostic[] {
  const diagnostics = problems.map(diagnosticOf);
  const texts = new Map(
    problems.flatMap(({ file }, at) => {
      const url = diagnostics[at]?.place?.file ?? "";
      return [[url, { url, text: file.text, format: "text" }] as const];
    }),
  );
  return locate(diagnostics, texts, cwd);
}
