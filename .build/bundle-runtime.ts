/**
 * The runtime as generated projects carry it: readable ES modules with every dependency inside, and one declaration
 * file. What is only needed later (ajv, HTTP, the sampler) stays in modules of its own, loaded when first used.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { bundleDeclarations } from "./bundle-declarations.js";

/** `compiled` is the folder of the compiled runtime, `target` the folder to write. */
export async function bundleRuntime(compiled: string, target: string): Promise<void> {
  const bundle = await rolldown({
    input: { index: path.join(compiled, "index.js") },
    platform: "node",
  });
  await bundle.write({
    dir: target,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    minify: false,
  });
  await bundle.close();
  const declarations = bundleDeclarations(path.join(compiled, "index.d.ts"));
  writeFileSync(path.join(target, "index.d.ts"), declarations);
  writeFileSync(path.join(target, "LICENSE"), readFileSync(path.join(compiled, "../../LICENSE")));
}
