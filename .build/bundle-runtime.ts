import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { bundleDeclarations } from "./bundle-declarations.js";
import { rollUp } from "./roll-up.js";

/**
 * The runtime as generated projects carry it: readable ES modules with every dependency inside, and one declaration
 * file. `compiled` is the folder of the compiled runtime, `target` the folder to write.
 */
export async function bundleRuntime(compiled: string, target: string): Promise<void> {
  await rollUp({ index: path.join(compiled, "index.js") }, target);
  writeFileSync(
    path.join(target, "index.d.ts"),
    bundleDeclarations(path.join(compiled, "index.d.ts")),
  );
  for (const name of readdirSync(target).filter((each) => /\.[jt]s$/.test(each))) {
    const file = path.join(target, name);
    // The bundler names each module by its place on this machine.
    const text = readFileSync(file, "utf8").replace(/^\/\/#(end)?region.*\n/gm, "");
    writeFileSync(file, await format(text, { filepath: file, printWidth: 100 }));
  }
}
