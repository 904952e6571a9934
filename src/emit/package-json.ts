import path from "node:path";
import { buildTools } from "./build-tools.js";
import type { EmitOptions } from "./emit-options.js";
import { bundledRuntime, packagedRuntime } from "./runtime-specifier.js";
import type { Templates } from "./templates/templates.js";

/** What package.json says besides how the project is built. */
export interface PackageFacts {
  readonly packageName: string;
  /** The output has a test of every operation. */
  readonly tests: boolean;
  /** The name of the server in the MCP registry; empty if it has none. */
  readonly registryName: string;
}

/** Returns the package.json of a project that serves. */
export function packageJson(
  facts: PackageFacts,
  { importExtension, runtimeSpecifier, rerunCommand = "", generatorVersion }: EmitOptions,
  templates: Templates,
): string {
  return templates.render("package.json", {
    ...facts,
    bundled: runtimeSpecifier === bundledRuntime,
    ...buildTools(importExtension, runtimeSpecifier),
    generate: quotedInside(rerunCommand),
    restricted: restrictedStart(runtimeSpecifier),
    runtimeDependency: runtimeSpecifier === packagedRuntime ? generatorVersion : "",
  });
}

/** Returns a text as it stands between the quotes of a JSON string. */
function quotedInside(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * Returns the command that starts the server with no rights but to read its own files, and to use the network.
 *
 * @see Node.js 24, Permissions
 */
function restrictedStart(specifier: string): string {
  const folders = ["package.json", "dist", folderOf(specifier)];
  return `node --permission ${folders.map((name) => `--allow-fs-read=${name}`).join(" ")} dist/main.js`;
}

/** Returns the folder of the runtime that a specifier in `src/generated/` names, relative to the project. */
function folderOf(specifier: string): string {
  if (specifier === bundledRuntime) return "runtime";
  if (!specifier.startsWith(".")) return "node_modules";
  return path.posix.join("src/generated", path.posix.dirname(specifier));
}
