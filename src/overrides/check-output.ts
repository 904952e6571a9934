import { realpath } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic, LocatedDiagnostic } from "../diagnostics/diagnostic.js";
import { displayFile } from "../diagnostics/display.js";
import type { UserSource } from "../emit/compile.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { ObservedDisk } from "../write/observed-disk.js";
import {
  checkSources,
  locateProblems,
  type CheckedSources,
  type CheckInput,
} from "./check-overrides.js";
import type { FixedFile } from "./fix.js";
import { readGeneratedCode } from "./generated-code.js";
import { projectFolder, readProjectSources } from "./project-sources.js";
import { reachingSources } from "./reaching-sources.js";
import { readFormerCode } from "./read-former.js";

export interface OutputToCheck {
  /** The output folder. */
  readonly out: string;
  readonly layout: "project" | "module";
  /** What the run generates. */
  readonly files: readonly GeneratedFile[];
  /** The user's files of a project, relative to the output folder. */
  readonly userSources: readonly UserSource[];
  /** Returns the declarations of the runtime. */
  readonly runtimeTypes: () => string;
  /** File names in messages are relative to this folder. */
  readonly cwd: string;
  /** Correct the names that are certain, if nothing else is wrong then. */
  readonly fix?: boolean;
  /** Keeps what the check finds in files of neither the output nor the user sources. */
  readonly disk?: ObservedDisk;
}

export interface CheckedOutput {
  readonly diagnostics: readonly LocatedDiagnostic[];
  /** The folder of the user's project, absolute. */
  readonly project: string;
  /** Files to write to the project together with the output, by their paths in it. */
  readonly fixed: readonly FixedSource[];
}

export interface FixedSource extends UserSource {
  readonly previous: string;
}

/**
 * Checks the user's classes that extend the generated one against the code that a run is about to write: those of the project
 * itself, or with the layout `module` those of the project around it. Writes nothing.
 *
 * @returns an error for each override that would be dead or does not fit, at its place; with `fix`, also the user's files with
 * corrected names if these are right then
 */
export async function checkOutput(output: OutputToCheck): Promise<CheckedOutput> {
  const input = await readInput(output);
  if (!input) return { diagnostics: [], project: output.out, fixed: [] };
  const { project } = input;
  const checked = await checkSources(input);
  const report = (found: CheckedSources): readonly LocatedDiagnostic[] =>
    locateProblems(found.problems, output.cwd);
  if (!output.fix || !hasErrors(checked)) {
    return { diagnostics: report(checked), project, fixed: [] };
  }
  const files = checked.fixed();
  const fixed = files.map(({ path: file, content, previous }): FixedSource => ({
    path: path.relative(project, file).split(path.sep).join("/"),
    content,
    previous,
  }));
  const contents = new Map(fixed.map((source) => [source.path, source.content]));
  const sources = input.sources.map((source) => ({
    ...source,
    content: contents.get(source.path) ?? source.content,
  }));
  const again = fixed.length === 0 ? checked : await checkSources({ ...input, sources });
  if (hasErrors(again)) {
    return { diagnostics: [...report(checked), notFixed], project, fixed: [] };
  }
  const told = files.map((file) => fixedIn(file, output.cwd));
  return { diagnostics: [...told, ...report(again)], project, fixed };
}

function hasErrors({ problems }: CheckedSources): boolean {
  return problems.some(({ severity }) => severity === "error");
}

const notFixed: Diagnostic = {
  code: "override-not-fixed",
  severity: "warning",
  message: "--fix changed nothing: it corrects names, and only if nothing else is wrong then.",
  hint: "Correct the other places, and run again with --fix.",
};

function fixedIn({ path: file, renamed }: FixedFile, cwd: string): Diagnostic {
  const names = renamed.map(
    ({ from, to, lines }) =>
      `${from} → ${to} (line${lines.length === 1 ? "" : "s"} ${lines.join(", ")})`,
  );
  return {
    code: "override-fixed",
    severity: "warning",
    message: `--fix renames in ${displayFile(pathToFileURL(file).href, cwd)}: ${names.join(", ")}.`,
    hint: "Review the change.",
  };
}

/** Returns what is to be checked; undefined if nothing of the user's depends on the generated code. */
async function readInput(output: OutputToCheck): Promise<CheckInput | undefined> {
  const { layout, files, userSources, runtimeTypes, disk = new ObservedDisk() } = output;
  const out = await realpath(output.out).catch(() => path.resolve(output.out));
  const prefix = layout === "project" ? "src/generated/" : "";
  const folder = path.join(out, prefix).replace(/[\\/]$/, "");
  const isProject = layout === "project";
  const found = isProject ? out : projectFolder(out);
  const project = found ?? path.dirname(out);
  const all = isProject ? userSources : await readProjectSources(found, out);
  const names = files.flatMap(({ path: name, role }) => (role === "generated" ? [name] : []));
  const own = all.filter((source) => isProject || !isGenerated(source));
  const generated = path.relative(project, folder).split(path.sep).join("/");
  const sources = reachingSources(own, generated).filter((source) => !onlyRuns(source));
  if (sources.length === 0) return undefined;
  const code = readGeneratedCode(
    new Map(
      files.flatMap(({ path: name, content, role }) =>
        role === "generated" && name.startsWith(prefix) && name.endsWith(".ts")
          ? [[name.slice(prefix.length), content] as const]
          : [],
      ),
    ),
  );
  if (!code) return undefined;
  const before = readFormerCode(out, prefix, names);
  return { project, folder, code, before, sources, runtimeTypes: runtimeTypes(), disk };
}

/** Whether a file was generated, by any run. */
function isGenerated({ content }: UserSource): boolean {
  return content.startsWith("// @generated by mcp-codegen ");
}

/** Whether a file is as it was scaffolded, but for comments and the name of the class: it only starts the server. */
function onlyRuns({ content }: UserSource): boolean {
  const code = content.replace(/^\s*\/\/.*$/gm, "").trim();
  return /^import \{ run \} from "[^"]+";\s*import \{ ([\w$]+) \} from "[^"]+";\s*await run\(\1\);$/.test(
    code,
  );
}
