import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { minifySync } from "rolldown/utils";
import { licences } from "./licences.js";
import { optionalPeers, tidyChunk } from "./roll-up.js";

/**
 * Rolls the command line and the programming interface up with all packages that they use, so that an installation brings
 * none: `npx` fetches one archive, and a server that imports the runtime from the package installs nothing else. Chunks are
 * loaded when they are first used; opening hundreds of small modules would cost more than the run for a small document.
 *
 * @param compiled the folder with the compiled src/
 * @param entries the entry modules, by the name of their file in `target`
 * @param external packages that can't be rolled up
 * @returns the files of the modules
 */
export async function rollProgram(
  compiled: string,
  entries: Readonly<Record<string, string>>,
  target: string,
  external: readonly string[],
): Promise<readonly string[]> {
  const bundle = await rolldown({
    cwd: compiled,
    input: { ...entries },
    platform: "node",
    // The CommonJS form of some packages can't be bundled.
    resolve: { mainFields: ["module", "main"] },
    external: [...optionalPeers, ...external],
  });
  const { output } = await bundle.write({
    dir: target,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    minify: false,
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === "chunk");
  for (const { fileName, moduleIds } of chunks) {
    const file = path.join(target, fileName);
    const text = tidyChunk(readFileSync(file, "utf8"), fileName, compiled);
    // The compiler and the table of tokens are most of the package. Our own code stays readable, also in stack traces.
    const isForeign = moduleIds.every((id) => id.includes("node_modules"));
    writeFileSync(file, isForeign ? minifySync(fileName, text, { module: true }).code : text);
  }
  const modules = chunks.flatMap((file) => file.moduleIds);
  writeFileSync(path.join(target, "LICENSE"), licences(modules));
  return modules;
}
