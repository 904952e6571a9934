import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { bundleDeclarations } from "./bundle-declarations.js";
import { withoutPublicDocs } from "./public-docs.js";
import { optionalPeers, rollUp } from "./roll-up.js";

/**
 * Writes the runtime of generated projects: readable ES modules that include every dependency, and one declaration
 * file.
 *
 * @param compiled the folder with the compiled runtime/
 * @param target the folder to write
 * @returns the files of the modules
 */
export async function bundleRuntime(compiled: string, target: string): Promise<readonly string[]> {
  const modules = await rollUp(compiled, "runtime/index.js", target, optionalPeers);
  writeFileSync(
    path.join(target, "index.d.ts"),
    bundleDeclarations(path.join(compiled, "runtime/index.d.ts")),
  );
  for (const name of readdirSync(target).filter((each) => /\.[jt]s$/.test(each))) {
    const file = path.join(target, name);
    const text = await format(readFileSync(file, "utf8"), { filepath: file, printWidth: 100 });
    // The bundler names the place of each module. All of ours are below runtime/, and every server reads these bytes.
    const code = text.replaceAll(/^\/\/ runtime\/(?=.+\.js$)/gm, "// ");
    writeFileSync(file, name === "core.js" ? withoutPublicDocs(code) : code);
  }
  return modules;
}
