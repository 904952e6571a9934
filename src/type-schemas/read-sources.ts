import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceText } from "../load/source.js";
import { compilerPath, libFolder, loadCompiler } from "../overrides/compiler.js";
import { readMethods, type FileSchemas } from "./read-methods.js";

/** The schemas of a file's tools. */
export interface SourceSchemas extends FileSchemas {
  /** Absolute path of the source. */
  readonly file: string;
}

/** Reads the types of sources with the compiler, which runs nothing of them. */
export async function readSources(files: readonly string[]): Promise<{
  readonly sources: readonly SourceSchemas[];
  readonly files: ReadonlyMap<string, SourceText>;
  readonly diagnostics: readonly Diagnostic[];
}> {
  const { ts, libs } = await loadCompiler();
  const options = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.getDefaultLibLocation = () => libFolder;
  host.getDefaultLibFileName = (given) => `${libFolder}/${ts.getDefaultLibFileName(given)}`;
  host.fileExists = (name) => libs.has(name) || fileExists(name);
  host.readFile = (name) => libs.get(name) ?? readFile(name);
  const parsed = new Map<string, ReturnType<typeof getSourceFile>>();
  host.getSourceFile = (name, ...others) => {
    if (!parsed.has(name)) {
      const lib = libs.get(name);
      const read = lib === undefined ? getSourceFile(name, ...others) : undefined;
      parsed.set(name, lib === undefined ? read : ts.createSourceFile(name, lib, others[0]));
    }
    return parsed.get(name);
  };
  // A program for each file: the order of a union's members depends on what the compiler saw before.
  const sources = files.flatMap((file): SourceSchemas[] => {
    const program = ts.createProgram([compilerPath(file)], options, host);
    const source = program.getSourceFile(compilerPath(file));
    return source ? [{ file, ...readMethods(ts, program.getTypeChecker(), source) }] : [];
  });
  const texts = files.map((file): [string, SourceText] => {
    const url = pathToFileURL(file).href;
    return [url, { url, text: readFileSync(file, "utf8"), format: "text" }];
  });
  return {
    sources,
    files: new Map(texts),
    diagnostics: sources.flatMap(({ diagnostics }) => diagnostics),
  };
}
