import type { ts } from "ts-morph";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import {
  builtSpecifierFrom,
  importRewriter,
  rewriteTemplateImports,
  type BuiltSpecifier,
} from "./built-imports.js";
import { eraseTypes, isModule } from "./erase-types.js";
import type { GeneratedFile } from "./generated-file.js";
import { settingsOfBuild } from "./tool-settings.js";

/** A TypeScript file of the user in the output folder. */
export interface UserSource {
  /** Relative to the output folder. */
  readonly path: string;
  /** The text of the file. */
  readonly content: string;
}

/** What the compiler made of a project. */
export interface Compilation {
  /** One file below `dist/` for each below `src/`, in the same order, and the settings of formatters. */
  readonly files: readonly GeneratedFile[];
  /** Syntax errors in the user's files. */
  readonly diagnostics: readonly Diagnostic[];
}

type Compiler = typeof ts;

/**
 * Compiles `src/` of a project into `dist/`, without checking types. A user's file replaces the scaffolded one with the
 * same path.
 *
 * @throws Error when a generated file is not valid TypeScript, which is a bug of the generator
 */
export async function compileProject(
  files: readonly GeneratedFile[],
  userSources: readonly UserSource[],
): Promise<Compilation> {
  const users = new Map(userSources.map((source) => [source.path, source.content]));
  const sources = new Map<string, string>();
  const scaffolded = new Map<string, string>();
  const custom = new Set<string>();
  for (const { path, content, role, isCustom } of files) {
    if (!isSource(path) || (role !== "generated" && role !== "scaffold")) continue;
    sources.set(path, content);
    if (isCustom) custom.add(path);
    if (role === "scaffold") scaffolded.set(path, content);
    else users.delete(path);
  }
  for (const [path, content] of users) if (isSource(path)) sources.set(path, content);

  const compiled: GeneratedFile[] = [];
  const diagnostics: Diagnostic[] = [];
  let compiler: Compiler | undefined;
  for (const [path, content] of sources) {
    const isScaffold = scaffolded.get(path) === content;
    const isGenerated = isScaffold || !users.has(path);
    // Scaffolded files contain no types.
    const isOurs = isGenerated && !custom.has(path);
    let javascript = isOurs
      ? isScaffold
        ? content
        : generatedJavaScript(path, content)
      : undefined;
    const built = builtSpecifierFrom(path, sources);
    if (javascript !== undefined) javascript = rewriteTemplateImports(javascript, built);
    if (javascript === undefined) {
      // Loading the compiler takes half a second; only projects with the user's own code need it.
      compiler ??= (await import("ts-morph")).ts;
      const { text, problem } = transpile(compiler, path, content, built);
      if (problem !== undefined && isGenerated) throw new Error(`generated ${problem}`);
      if (problem !== undefined) diagnostics.push(userError(problem));
      javascript = text;
    }
    compiled.push({ path: targetOf(path), content: javascript, role: "build" });
  }
  return { files: [...compiled, settingsOfBuild()], diagnostics };
}

const typesOnly = /^src\/generated\/types(?:\.ts$|\/)/;
const factsOnly = /^src\/generated\/(?:operations(?:\.ts$|\/)|references\/|whole-inputs\.ts$)/;

/** Returns undefined if the result is not JavaScript, so that the compiler can report the error. */
function generatedJavaScript(path: string, content: string): string | undefined {
  // These files, the largest after those of the operations, contain only types.
  if (typesOnly.test(path)) return "export {};\n";
  const javascript = eraseTypes(content);
  // Literals have no type syntax, and parsing megabytes of them takes longer than writing them.
  return factsOnly.test(path) || isModule(javascript) ? javascript : undefined;
}

function transpile(
  compiler: Compiler,
  path: string,
  content: string,
  built: BuiltSpecifier,
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
    transformers: { after: [importRewriter(compiler, built)] },
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
    hint: "Correct the file, or compile the project yourself with --no-build.",
  };
}

function isSource(path: string): boolean {
  return path.startsWith("src/") && path.endsWith(".ts") && !path.endsWith(".d.ts");
}

/** `src/generated/server.ts` → `dist/generated/server.js` */
function targetOf(path: string): string {
  return `dist/${path.slice("src/".length, -".ts".length)}.js`;
}
