import type { ts } from "ts-morph";
import type { ObservedDisk } from "../write/observed-disk.js";
import { compilerPath, libFolder, type LoadedCompiler } from "./compiler.js";
import type { GeneratedCode } from "./generated-code.js";

/** A generated folder and the users' files beside it, as the compiler sees them. */
export interface CheckedProgram {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  /** The users' files. */
  readonly files: readonly ts.SourceFile[];
  /** The declarations in a file of the generated folder; undefined for another file. */
  readonly isGenerated: (file: ts.SourceFile) => boolean;
  /** The generated class. */
  readonly base: ts.Symbol | undefined;
  /** The declarations in the class that was generated before, if they were asked for. */
  readonly former: ts.Symbol | undefined;
}

export interface ProgramInput {
  readonly compiler: LoadedCompiler;
  readonly options: ts.CompilerOptions;
  /** The generated folder, absolute. */
  readonly folder: string;
  readonly code: GeneratedCode;
  /** Declared beside `code`, to compare types. */
  readonly former?: GeneratedCode | undefined;
  /** Texts of the users' files by absolute path. */
  readonly sources: ReadonlyMap<string, string>;
  /** Declarations of the runtime, for projects in which it is not installed. */
  readonly runtimeTypes: string;
  /** Answers for all other files. */
  readonly disk: ObservedDisk;
}

/** Files that several programs share, because parsing them takes most of the time. */
export type ParsedFiles = Map<string, ts.SourceFile>;

const runtimeFile = "/mcp-codegen-runtime/index.d.ts";

/** What a compiler reads to check a project. */
export interface Layout {
  readonly host: ts.CompilerHost;
  /** The users' files and the generated class. */
  readonly roots: readonly string[];
  /** Whether a path is that of a file of the generated folder. */
  readonly isGenerated: (path: string) => boolean;
}

/** Lays generated code and users' files out as if they were on the disk. */
export function layOut(input: ProgramInput, shared: ParsedFiles): Layout {
  const { compiler, code, former, sources, disk } = input;
  const folder = compilerPath(input.folder);
  const formerFolder = formerFolderOf(folder);
  const texts = new Map<string, string>([
    ...[...code.files].map(([name, text]) => [`${folder}/${name}`, text] as const),
    ...[...(former?.files ?? [])].map(([name, text]) => [`${formerFolder}/${name}`, text] as const),
    ...[...sources].map(([path, text]) => [compilerPath(path), text] as const),
    [runtimeFile, input.runtimeTypes],
  ]);
  const own = new Set([...sources.keys()].map(compilerPath));
  const isGenerated = (path: string): boolean =>
    (path.startsWith(`${folder}/`) || path.startsWith(`${formerFolder}/`)) && !own.has(path);
  const { runtime } = code;
  const host = createHost(compiler, { texts, disk, isGenerated, shared, runtime, cwd: folder });
  const servers = [folder, ...(former ? [formerFolder] : [])].map((each) => `${each}/server.ts`);
  return { host, roots: [...own, ...servers], isGenerated };
}

function formerFolderOf(folder: string): string {
  return `${folder}.former`;
}

export function createProgram(input: ProgramInput, shared: ParsedFiles): CheckedProgram {
  const { compiler, options, code, former, sources } = input;
  const folder = compilerPath(input.folder);
  const { host, roots, isGenerated } = layOut(input, shared);
  const program = compiler.ts.createProgram(roots, options, host);
  const checker = program.getTypeChecker();
  const classOf = (path: string, name: string | undefined): ts.Symbol | undefined => {
    const file = program.getSourceFile(path);
    const module = file && checker.getSymbolAtLocation(file);
    return module && checker.getExportsOfModule(module).find((each) => each.name === name);
  };
  return {
    program,
    checker,
    files: [...sources.keys()].flatMap((path) => program.getSourceFile(compilerPath(path)) ?? []),
    isGenerated: (file) => isGenerated(file.fileName),
    base: classOf(`${folder}/server.ts`, code.className),
    former: classOf(`${formerFolderOf(folder)}/server.ts`, former?.className),
  };
}

interface Texts {
  readonly texts: ReadonlyMap<string, string>;
  readonly disk: ObservedDisk;
  readonly isGenerated: (path: string) => boolean;
  readonly shared: ParsedFiles;
  /** The specifier of the runtime. */
  readonly runtime: string;
  readonly cwd: string;
}

/** A host that knows the given texts, and reads other files from the disk. It writes nothing. */
function createHost(
  { ts: compiler, libs }: LoadedCompiler,
  { texts, disk, isGenerated, shared, runtime, cwd }: Texts,
): ts.CompilerHost {
  const { sys } = compiler;
  const read = (path: string): string | undefined => {
    const known = texts.get(path);
    if (known !== undefined || isGenerated(path)) return known;
    return path.startsWith(`${libFolder}/`) ? libs.get(path) : disk.readFile(path);
  };
  const host: ts.CompilerHost = {
    readFile: read,
    fileExists: (path) =>
      texts.has(path) ||
      (path.startsWith(`${libFolder}/`)
        ? libs.has(path)
        : !isGenerated(path) && disk.fileExists(path)),
    getSourceFile: (path, options) => {
      const isShared = !isGenerated(path);
      const parsed = isShared ? shared.get(path) : undefined;
      if (parsed) return parsed;
      const text = read(path);
      if (text === undefined) return undefined;
      const file = compiler.createSourceFile(path, text, options);
      if (isShared) shared.set(path, file);
      return file;
    },
    directoryExists: (path) => disk.directoryExists(path) || isGenerated(`${path}/`),
    getDirectories: (path) => disk.getDirectories(path),
    realpath: (path) => (texts.has(path) ? path : compilerPath(disk.realpath(path))),
    getDefaultLibFileName: (options) => `${libFolder}/${compiler.getDefaultLibFileName(options)}`,
    getDefaultLibLocation: () => libFolder,
    getCurrentDirectory: () => cwd,
    getCanonicalFileName: (path) =>
      sys.useCaseSensitiveFileNames ? path : path.toLocaleLowerCase("en"),
    useCaseSensitiveFileNames: () => sys.useCaseSensitiveFileNames,
    getNewLine: () => "\n",
    writeFile: () => {},
    jsDocParsingMode: compiler.JSDocParsingMode.ParseNone,
  };
  const resolve = (
    specifier: string,
    from: string,
    options: ts.CompilerOptions,
    mode: ts.ResolutionMode,
  ): ts.ResolvedModuleWithFailedLookupLocations => {
    const known = specifier.startsWith(".") ? knownFile(from, specifier, texts) : undefined;
    if (known !== undefined) return resolvedTo(compiler, known);
    const found = compiler.resolveModuleName(
      specifier,
      from,
      options,
      host,
      undefined,
      undefined,
      mode,
    );
    const isRuntime = specifier === runtime || isRuntimePackage(specifier);
    return isRuntime && (!found.resolvedModule || !specifier.startsWith("."))
      ? resolvedTo(compiler, runtimeFile)
      : found;
  };
  host.resolveModuleNameLiterals = (literals, from, _redirected, options, file) =>
    literals.map((literal) =>
      resolve(
        literal.text,
        from,
        options,
        compiler.getModeForUsageLocation(file, literal, options),
      ),
    );
  return host;
}

function isRuntimePackage(specifier: string): boolean {
  return /^(?:#mcp-runtime|mcp-codegen\/runtime|mcp-codegen-runtime)$/.test(specifier);
}

/**
 * Finds what a relative import names among the given files, however the import is written: with the extension of the source,
 * of the compiled file, or with none. Which of these the user's own compiler takes makes no difference to an override.
 */
function knownFile(
  from: string,
  specifier: string,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  const target = joined(from, specifier);
  const stem = target.replace(/\.([cm]?)[jt]sx?$/, "");
  const extension = /\.([cm]?)[jt]sx?$/.exec(target)?.[1] ?? "";
  const candidates = [target, `${stem}.${extension}ts`, `${stem}.tsx`, `${target}.ts`];
  return [...candidates, `${target}.tsx`, `${target}/index.ts`].find((path) => texts.has(path));
}

function joined(from: string, specifier: string): string {
  const names = from.split("/").slice(0, -1);
  for (const name of specifier.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "." && name !== "") names.push(name);
  }
  return names.join("/");
}

function resolvedTo(
  compiler: LoadedCompiler["ts"],
  path: string,
): ts.ResolvedModuleWithFailedLookupLocations {
  const { Extension } = compiler;
  const extension = path.endsWith(".d.ts")
    ? Extension.Dts
    : path.endsWith(".tsx")
      ? Extension.Tsx
      : Extension.Ts;
  return { resolvedModule: { resolvedFileName: path, extension, isExternalLibraryImport: false } };
}
