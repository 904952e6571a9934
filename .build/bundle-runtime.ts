import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { bundleDeclarations } from "./bundle-declarations.js";
import { rollUp } from "./roll-up.js";

/** Packages that a program has or has not. They must be its own: others in it use them, too. */
const optionalPeers = ["@opentelemetry/api"];

/**
 * The runtime as generated projects carry it: readable ES modules with every dependency inside, and one declaration
 * file. `compiled` is the folder that holds the compiled runtime/, `target` the folder to write.
 */
export async function bundleRuntime(compiled: string, target: string): Promise<void> {
  await rollUp(compiled, "runtime/index.js", target, optionalPeers);
  writeFileSync(
    path.join(target, "index.d.ts"),
    bundleDeclarations(path.join(compiled, "runtime/index.d.ts")),
  );
  for (const name of readdirSync(target).filter((each) => /\.[jt]s$/.test(each))) {
    const file = path.join(target, name);
    const text = await format(readFileSync(file, "utf8"), { filepath: file, printWidth: 100 });
    writeFileSync(file, text);
  }
}
