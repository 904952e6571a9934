import type { ts } from "ts-morph";
import { certainRenames, type NameChange } from "./certain-renames.js";
import type { Compiler } from "./compiler.js";
import type { Judged } from "./judged.js";
import type { Problem } from "./problem.js";
import { layOut, type Layout, type ParsedFiles, type ProgramInput } from "./program.js";

/** A user's file with new names. */
export interface FixedFile {
  /** Absolute, as the compiler writes it. */
  readonly path: string;
  readonly previous: string;
  readonly content: string;
  readonly renamed: readonly Renamed[];
}

export interface Renamed {
  readonly from: string;
  readonly to: string;
  /** The lines that changed, from 1. */
  readonly lines: readonly number[];
}

interface Edit {
  readonly path: string;
  readonly start: number;
  readonly from: string;
  readonly to: string;
}

/**
 * Gives users' files the new names of operations and of their types where these are certain. Only the names change; all other
 * characters stay as they are.
 *
 * @param former the users' files beside the code that they were written for
 */
export function fixRenames(
  judged: Judged,
  problems: readonly Problem[],
  former: ProgramInput,
): readonly FixedFile[] {
  const certain = certainRenames(judged);
  if (certain.length === 0) return [];
  const parsed: ParsedFiles = new Map();
  const layout = layOut(former, parsed);
  const edits = [
    ...usesOf(judged.compiler, layout, former.options, certain),
    ...problems.flatMap((problem) => namedIn(problem, certain)),
  ];
  const texts = new Map(judged.program.files.map((file) => [file.fileName, file.text]));
  return [...texts].flatMap(([path, previous]) => {
    const own = edits.filter((edit) => edit.path === path);
    return own.length === 0 ? [] : [fixedFile(path, previous, own)];
  });
}

/** Returns the uses of names in users' files, as an editor finds them. */
function usesOf(
  compiler: Compiler,
  { host, roots, isGenerated }: Layout,
  options: ts.CompilerOptions,
  certain: readonly NameChange[],
): readonly Edit[] {
  const service = compiler.createLanguageService({
    fileExists: (path) => host.fileExists(path),
    readFile: (path) => host.readFile(path),
    directoryExists: (path) => host.directoryExists?.(path) ?? false,
    getDirectories: (path) => host.getDirectories?.(path) ?? [],
    realpath: (path) => host.realpath?.(path) ?? path,
    useCaseSensitiveFileNames: () => host.useCaseSensitiveFileNames(),
    getCurrentDirectory: () => host.getCurrentDirectory(),
    getDefaultLibFileName: (given) => host.getDefaultLibFileName(given),
    resolveModuleNameLiterals: (...given) => host.resolveModuleNameLiterals?.(...given) ?? [],
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...roots],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = host.readFile(path);
      return text === undefined ? undefined : compiler.ScriptSnapshot.fromString(text);
    },
  });
  const files = (service.getProgram()?.getSourceFiles() ?? []).filter(({ fileName }) =>
    isGenerated(fileName),
  );
  return certain.flatMap(({ kind, from, to }) =>
    files.flatMap(({ fileName, text }) =>
      [...text.matchAll(declarationOf(kind, from))].flatMap((match) => {
        const position = match.index + match[0].length - from.length;
        const found = service.findRenameLocations(fileName, position, false, false, {}) ?? [];
        return found.flatMap(({ fileName: path, textSpan: { start } }): readonly Edit[] =>
          isGenerated(path) ? [] : [{ path, start, from, to }],
        );
      }),
    ),
  );
}

/** Matches the declarations of a name in generated files, up to its end. */
function declarationOf(kind: NameChange["kind"], name: string): RegExp {
  const escaped = name.replaceAll("$", "\\$");
  return kind === "type"
    ? new RegExp(`^export (?:interface|type) ${escaped}(?![\\w$])`, "gm")
    : new RegExp(`^(?: {2}${escaped}(?=\\()|export declare const ${escaped}(?=:))`, "gm");
}

/** Returns the name at a problem, which an editor may not know to be one: in a mixin, or in a string. */
function namedIn({ file, start }: Problem, certain: readonly NameChange[]): readonly Edit[] {
  const [, quote = "", name] = /^(\[?["'`]?)([\w$]+)/.exec(file.text.slice(start)) ?? [];
  const change = certain.find(({ from }) => from === name);
  if (!change) return [];
  const { from, to } = change;
  return [{ path: file.fileName, start: start + quote.length, from, to }];
}

function fixedFile(path: string, previous: string, edits: readonly Edit[]): FixedFile {
  const sorted = [...new Map(edits.map((edit) => [edit.start, edit])).values()].sort(
    (left, right) => left.start - right.start,
  );
  const lines = new Map<string, Set<number>>();
  let content = "";
  let done = 0;
  for (const { start, from, to } of sorted) {
    // In a file of mixed forms, an editor may give the place of something that is written otherwise.
    if (previous.slice(start, start + from.length) !== from) continue;
    content += previous.slice(done, start) + to;
    done = start + from.length;
    const key = `${from} ${to}`;
    const line = previous.slice(0, start).split("\n").length;
    lines.set(key, (lines.get(key) ?? new Set()).add(line));
  }
  content += previous.slice(done);
  const renamed = [...lines].map(([key, of]): Renamed => {
    const [from = "", to = ""] = key.split(" ");
    return { from, to, lines: [...of] };
  });
  return { path, previous, content, renamed };
}
