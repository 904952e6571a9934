import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../support/cli.js";
import { program } from "./server-process.js";

/**
 * Writes our stdio program as in a generated project, with the minified runtime in a folder beside it. (To find a package by
 * name, Node first compiles a regular expression, which takes about a twentieth of `node -e 0`.)
 *
 * @returns the program's path
 */
export function writeBesideRuntime(workspace: string): string {
  const folder = path.join(workspace, "beside-runtime");
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(root, "dist/vendored"), path.join(folder, "runtime"), { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
  for (const name of ["ours-stdio.js", "ours.js", "tools.js"]) {
    const text = readFileSync(program(name), "utf8");
    writeFileSync(
      path.join(folder, name),
      text.replace('"mcp-codegen/runtime"', '"./runtime/index.js"'),
    );
  }
  return path.join(folder, "ours-stdio.js");
}
