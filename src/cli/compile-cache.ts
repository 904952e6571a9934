import module from "node:module";
import { cacheFolder } from "../memory/cache-folder.js";

/** Node.js 22.8 and newer; the types are those of the oldest version that runs the program. */
interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown;
}

/**
 * Keeps the compiled program for the next run, in the cache of this user, which others can't write. Compiling it takes a
 * sixth of a run for a small document. To have an effect, this is called before the program is loaded.
 */
export function keepCompiledProgram(): void {
  const { enableCompileCache } = module as CompileCache;
  const folder = enableCompileCache && cacheFolder("code");
  if (folder !== undefined) enableCompileCache?.(folder);
}
