import { minifySync } from "rolldown/utils";
import { optionalPeers, roll, tidyChunk } from "./roll-up.js";

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
  const options = {
    cwd: compiled,
    input: { ...entries },
    // Servers that are built at run time share the runtime of those that users write.
    external: [...optionalPeers, ...external, "mcp-codegen/runtime"],
  };
  return roll(options, target, (text, fileName, moduleIds) => {
    const tidied = tidyChunk(text, fileName, compiled);
    if (/from\s*"\.\/main\.js"/.test(tidied)) {
      throw new Error(
        `${fileName} imports main.js, so that loading it would run the command line.`,
      );
    }
    // The compiler and the table of tokens are most of the package. Our own code stays readable, also in stack traces.
    const isForeign = moduleIds.every((id) => id.includes("node_modules"));
    return isForeign ? minifySync(fileName, tidied, { module: true }).code : tidied;
  });
}
