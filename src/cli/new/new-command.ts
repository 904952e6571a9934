import path from "node:path";
import { printError } from "../../../runtime/protocol/terminal/print.js";
import { bundledRuntime, isCarried, packagedRuntime } from "../../emit/runtime-specifier.js";
import { newServerFiles } from "../../new-server/project-files.js";
import type { Options } from "../../options/table.js";
import { generatorVersion, readRuntimeBundle } from "../../package-files.js";
import { UsageError } from "../usage-error.js";
import { writeProject } from "./write-project.js";

/**
 * Runs `new`: writes a server with one tool, a test and the configuration of clients to a folder of its name.
 *
 * @throws UsageError for a name that no package can have, and for a folder that has files
 */
export async function runNew(name: string, { runtime, quiet }: Options): Promise<boolean> {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name) || name === "node-modules") {
    throw new UsageError(
      "The name must be 1 to 64 lower-case letters, digits and dashes, and begin with a letter or a digit.",
    );
  }
  if (!isCarried(runtime) && runtime !== "package") {
    throw new UsageError("--runtime of a new server must be bundled, readable or package.");
  }
  const carried = isCarried(runtime);
  const files = await newServerFiles({
    name,
    runtime: carried ? bundledRuntime : packagedRuntime,
    runtimeFiles: carried ? readRuntimeBundle(runtime) : [],
    dependency: carried ? undefined : generatorVersion(),
  });
  await writeProject(path.resolve(name), files);
  if (!quiet) {
    const install = carried ? "" : " && npm install";
    printError(
      `Wrote ${files.length} files to ${name}.\nTry it: cd ${name}${install} && npm test\n`,
    );
  }
  return true;
}
