import path from "node:path";
import type { ts } from "ts-morph";
import type { ObservedDisk } from "../write/observed-disk.js";
import { compilerPath, type Compiler } from "./compiler.js";

/**
 * Returns the options with which users' code is checked: those of the nearest tsconfig.json of a folder. What slows the check
 * down and can't make an override fit or not is switched off.
 */
export function compilerOptions(
  compiler: Compiler,
  folder: string,
  disk: ObservedDisk,
): ts.CompilerOptions {
  const file = nearestFile(folder, "tsconfig.json", disk);
  const { tsBuildInfoFile: _, ...own } =
    file === undefined ? defaults(compiler) : readOptions(compiler, file, disk);
  return {
    ...own,
    // The browser's library is large, and code that runs on a server seldom needs it.
    lib: own.lib ?? ["lib.es2023.d.ts"],
    types: own.types ?? ["node"],
    ...(own.strict === undefined && isBefore6(folder, disk) ? { strict: false } : {}),
    noEmit: true,
    skipLibCheck: true,
    noUnusedLocals: false,
    noUnusedParameters: false,
    declaration: false,
    incremental: false,
    composite: false,
  };
}

function defaults(compiler: Compiler): ts.CompilerOptions {
  return {
    target: compiler.ScriptTarget.ES2022,
    module: compiler.ModuleKind.NodeNext,
    strict: true,
  };
}

/** Reads the options and those that they extend, but lists no files. */
function readOptions(compiler: Compiler, file: string, disk: ObservedDisk): ts.CompilerOptions {
  const { config } = compiler.readConfigFile(file, disk.readFile) as {
    config?: object;
  };
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: compiler.sys.useCaseSensitiveFileNames,
    fileExists: disk.fileExists,
    readFile: disk.readFile,
    readDirectory: () => [],
  };
  const folder = compilerPath(path.dirname(file));
  return compiler.parseJsonConfigFileContent(
    { ...config, files: [], include: [] },
    host,
    folder,
    undefined,
    file,
  ).options;
}

/** Whether the user's compiler is one that does not check strictly unless it is told to. */
function isBefore6(folder: string, disk: ObservedDisk): boolean {
  const file = nearestFile(folder, "node_modules/typescript/package.json", disk);
  if (file === undefined) return false;
  const version = /"version":\s*"(\d+)/.exec(disk.readFile(file) ?? "")?.[1];
  return version !== undefined && Number(version) < 6;
}

/** Returns the file with this name in the folder or the nearest above it. */
function nearestFile(folder: string, name: string, disk: ObservedDisk): string | undefined {
  let current = folder;
  for (;;) {
    const file = compilerPath(path.join(current, name));
    if (disk.fileExists(file)) return file;
    const parent = path.dirname(current);
    if (parent === current) return undefined;
    current = parent;
  }
}
