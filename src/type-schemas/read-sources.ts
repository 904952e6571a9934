import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ts } from "ts-morph";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceText } from "../load/source.js";
import {
  compilerPath,
  libFolder,
  loadCompiler,
  type LoadedCompiler,
} from "../overrides/compiler.js";
import { readMethods, type FileSchemas } from "./read-methods.js";
import { readTsconfig, tsconfigFor } from "./tsconfig.js";

/** The schemas of a file's tools. */
export interface SourceSchemas extends FileSchemas {
  /** Absolute path of the source. */
  readonly file: string;
}

/**
 * Reads the types of sources with the compiler, which runs nothing of them, and with the options of the nearest tsconfig.json of
 * each. A tsconfig.json that can't be used is an error at its place; its sources are not read then.
 */
export async function readSources(files: readonly string[]): Promise<{
  readonly sources: readonly SourceSchemas[];
  readonly files: ReadonlyMap<string, SourceText>;
  readonly diagnostics: readonly Diagnostic[];
}> {
  const compiler = await loadCompiler();
  const byConfig = new Map<string, string[]>();
  for (const file of files) {
    const config = tsconfigFor(compiler.ts, path.dirname(file)) ?? "";
    byConfig.set(config, [...(byConfig.get(config) ?? []), file]);
  }
  const texts = new Map(files.map((file) => textOf(file)));
  const sources: SourceSchemas[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [config, own] of byConfig) {
    const read = readTsconfig(compiler.ts, config);
    for (const file of read.files) texts.set(...textOf(file));
    diagnostics.push(...read.diagnostics);
    if (read.diagnostics.length === 0) sources.push(...readWith(compiler, read.options, own));
  }
  sources.sort((one, other) => files.indexOf(one.file) - files.indexOf(other.file));
  diagnostics.push(...sources.flatMap((source) => source.diagnostics));
  return { sources, files: texts, diagnostics };
}

function textOf(file: string): [string, SourceText] {
  const url = pathToFileURL(file).href;
  return [url, { url, text: readFileSync(file, "utf8"), format: "text" }];
}

function readWith(
  { ts, libs }: LoadedCompiler,
  options: ts.CompilerOptions,
  files: readonly string[],
): readonly SourceSchemas[] {
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
  return files.flatMap((file): SourceSchemas[] => {
    const program = ts.createProgram([compilerPath(file)], options, host);
    const source = program.getSourceFile(compilerPath(file));
    return source ? [{ file, ...readMethods(ts, program.getTypeChecker(), source) }] : [];
  });
}
