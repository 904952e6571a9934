/**
 * The runtime as generated projects carry it: readable ES modules with every dependency inside, and one declaration
 * file. What is only needed later (ajv, HTTP, the sampler) stays in modules of its own, loaded when first used.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { rolldown } from "rolldown";
import { bundleDeclarations } from "./bundle-declarations.js";
import { licences } from "./licences.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/** `compiled` is the folder of the compiled runtime, `target` the folder to write. */
export async function bundleRuntime(compiled: string, target: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: { index: path.join(compiled, "index.js") },
    platform: "node",
  });
  const { output } = await bundle.write({
    dir: target,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    minify: false,
    codeSplitting: {
      groups: [
        {
          name: "ajv",
          test: /node_modules[\\/](ajv|ajv-formats|fast-deep-equal|fast-uri|json-schema-traverse)[\\/]/,
        },
        { name: "openapi-sampler", test: /node_modules[\\/]/ },
        { name: "http", test: /runtime[\\/]transports[\\/]http[\\/]/ },
      ],
    },
  });
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  writeFileSync(path.join(target, "LICENSE"), licences(modules));
  writeFileSync(
    path.join(target, "index.d.ts"),
    bundleDeclarations(path.join(compiled, "index.d.ts")),
  );
  for (const name of readdirSync(target).filter(
    (file) => file.endsWith("ts") || file.endsWith("js"),
  )) {
    const file = path.join(target, name);
    // The bundler names each module by its place on this machine.
    const text = readFileSync(file, "utf8").replace(/^\/\/#(end)?region.*\n/gm, "");
    writeFileSync(file, await format(text, { filepath: file, printWidth: 100 }));
  }
}
