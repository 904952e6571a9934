import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ts } from "ts-morph";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { compilerPath } from "../overrides/compiler.js";

/** The options of a project, or what is wrong with its tsconfig.json. */
export interface Tsconfig {
  readonly options: ts.CompilerOptions;
  readonly diagnostics: readonly Diagnostic[];
  /** The files that the diagnostics are about. */
  readonly files: readonly string[];
}

/** Not faults here: that no files are listed, and options that only another version of the compiler knows. */
const ignored: ReadonlySet<number> = new Set([18002, 18003, 5023, 5025]);

/** Returns the nearest tsconfig.json, in a folder or above it; undefined if neither has one. */
export function tsconfigFor(compiler: typeof ts, folder: string): string | undefined {
  return compiler.findConfigFile(compilerPath(folder), compiler.sys.fileExists);
}

/**
 * Reads the options of a tsconfig.json and of those that it extends.
 *
 * @param file absolute path; empty: the options of a strict project
 */
export function readTsconfig(compiler: typeof ts, file: string): Tsconfig {
  if (file === "") return { options: strict(compiler), diagnostics: [], files: [] };
  const { fileExists, readFile, useCaseSensitiveFileNames } = compiler.sys;
  const host = { fileExists, readFile, useCaseSensitiveFileNames, readDirectory: () => [] };
  const source = compiler.readJsonConfigFile(file, readFile);
  const read = compiler.parseJsonSourceFileConfigFileContent(
    source,
    host,
    path.posix.dirname(file),
    undefined,
    file,
  );
  // Without a place, it is about what the file extends.
  const extended = Math.max(0, source.text.search(/"extends"\s*:/));
  const { parseDiagnostics = [] } = source as { parseDiagnostics?: readonly ts.Diagnostic[] };
  const faults = [...parseDiagnostics, ...read.errors].filter(({ code }) => !ignored.has(code));
  // The compiler finds a fault of syntax twice.
  const diagnostics = new Map(
    faults.map((fault) => [keyOf(fault), problem(compiler, fault, file, extended)]),
  );
  const files = new Set(faults.map((fault) => fault.file?.fileName ?? file));
  return {
    options: {
      ...read.options,
      noEmit: true,
      skipLibCheck: true,
      declaration: false,
      composite: false,
      incremental: false,
    },
    diagnostics: [...diagnostics.values()],
    files: [...files].filter(fileExists),
  };
}

function strict({ ScriptTarget, ModuleKind, ModuleResolutionKind }: typeof ts): ts.CompilerOptions {
  return {
    target: ScriptTarget.ES2022,
    module: ModuleKind.NodeNext,
    moduleResolution: ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
}

function keyOf({ code, file, start }: ts.Diagnostic): string {
  return `${code} ${file?.fileName} ${start}`;
}

function problem(
  compiler: typeof ts,
  fault: ts.Diagnostic,
  config: string,
  otherwise: number,
): Diagnostic {
  return {
    code: "config-invalid",
    severity: "error",
    message: compiler.flattenDiagnosticMessageText(fault.messageText, " "),
    place: {
      file: pathToFileURL(fault.file?.fileName ?? config).href,
      pointer: "",
      offset: fault.start ?? otherwise,
    },
    hint: "The types are read with the options of the nearest tsconfig.json.",
  };
}
