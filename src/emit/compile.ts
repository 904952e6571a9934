import type { ts } from "ts-morph";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { eraseTypes } from "./erase-types.js";
import type { GeneratedFile } from "./generated-file.js";

/** A TypeScript file of the user's in the output folder, by path relative to it. */
export interface UserSource {
  readonly path: string;
  readonly content: string;
}

export interface Compilation {
  /** One file below `dist/` for each below `src/`, in the same order. */
  readonly files: readonly GeneratedFile[];
  /** Syntax errors in the user's files. */
  readonly diagnostics: readonly Diagnostic[];
}

type Compiler = typeof ts;

/**
 * Compiles `src/` of a project into `dist/`, without checking types. A user's file stands in for the scaffolded one of
 * the same path. Throws when a generated file is no TypeScript, which is an error of ours.
 */
export async function compileProject(
  files: readonly GeneratedFile[],
  userSources: readonly UserSource[],
): Promise<Compilation> {
  const users = new Map(userSources.map((source) => [source.path, source.content]));
  const sources = new Map<string, string>();
  const scaffolded = new Map<string, string>();
  for (const { path, content, role } of files) {
    if (!isSource(path) || (role !== "generated" && role !== "scaffold")) continue;
    sources.set(path, content);
    if (role === "scaffold") scaffolded.set(path, content);
    else users.delete(path);
  }
  for (const [path, content] of users) if (isSource(path)) sources.set(path, content);

  const built: GeneratedFile[] = [];
  const diagnostics: Diagnostic[] = [];
  let compiler: Compiler | undefined;
  for (const [path, content] of sources) {
    const isScaffold = scaffolded.get(path) === content;
    const isOurs = isScaffold || !users.has(path);
    // What is scaffolded has no types in it.
    let javascript = isScaffold ? content : isOurs ? ownJavaScript(path, content) : undefined;
    if (javascript === undefined) {
      // Loading it takes half a second, so only projects with code of the user's own do.
      compiler ??= (await import("ts-morph")).ts;
      const { text, problem } = transpile(compiler, path, content);
      if (problem !== undefined && isOurs) throw new Error(`generated ${problem}`);
      if (problem !== undefined) diagnostics.push(userError(problem));
      javascript = text;
    }
    built.push({ path: targetOf(path), content: javascript, role: "build" });
  }
  return { files: built, diagnostics };
}

function ownJavaScript(path: string, content: string): string | undefined {
  // Nothing but types, and the largest file after operations.ts.
  if (path === "src/generated/types.ts") return "export {};\n";
  return eraseTypes(content);
}

function transpile(
  compiler: Compiler,
  path: string,
  content: string,
): { text: string; problem?: string } {
  const { outputText, diagnostics = [] } = compiler.transpileModule(content, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: {
      target: compiler.ScriptTarget.ES2022,
      module: compiler.ModuleKind.ESNext,
      newLine: compiler.NewLineKind.LineFeed,
      verbatimModuleSyntax: true,
    },
  });
  const [first] = diagnostics;
  if (!first) return { text: outputText };
  const before = content.slice(0, first.start ?? 0).split("\n");
  const at = `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  const message = compiler.flattenDiagnosticMessageText(first.messageText, " ");
  return { text: outputText, problem: `${path}:${at}: ${message}` };
}

function userError(problem: string): Diagnostic {
  return {
    code: "source-invalid",
    severity: "error",
    message: problem,
    hint: "Correct the file, or leave the compilation to yourself with --no-build.",
  };
}

function isSource(path: string): boolean {
  return path.startsWith("src/") && path.endsWith(".ts") && !path.endsWith(".d.ts");
}

/** `src/generated/server.ts` → `dist/generated/server.js` */
function targetOf(path: string): string {
  return `dist/${path.slice("src/".length, -".ts".length)}.js`;
}
