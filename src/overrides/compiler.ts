import type { ts } from "ts-morph";

/** The compiler's interface, which takes half a second to load. */
export type Compiler = typeof ts;

/** A compiler with the declarations of the language's own library. */
export interface LoadedCompiler {
  readonly ts: Compiler;
  /** The texts of the files in `libFolder`, by path. */
  readonly libs: ReadonlyMap<string, string>;
}

export const libFolder = "/node_modules/typescript/lib";

/** Loads the compiler that ts-morph holds: it is the one of users, and not the native one. */
export async function loadCompiler(): Promise<LoadedCompiler> {
  const { getLibFiles, ts } = await import("@ts-morph/common");
  const libs = getLibFiles().map(
    ({ fileName, text }) => [`${libFolder}/${fileName}`, text] as const,
  );
  return { ts, libs: new Map(libs) };
}

/** Returns a path as the compiler writes it, on every system. */
export function compilerPath(path: string): string {
  return path.replaceAll("\\", "/");
}
