import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { licences } from "./licences.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/** What only some runs need: modules of their own, loaded when first used. */
const groups = [
  {
    name: "ajv",
    test: /node_modules[\\/](ajv|ajv-formats|fast-deep-equal|fast-uri|json-schema-traverse)[\\/]/,
  },
  {
    name: "openapi-sampler",
    test: /node_modules[\\/](openapi-sampler|foreach|json-pointer|fast-xml-parser|strnum)[\\/]/,
  },
  { name: "http", test: /runtime[\\/]transports[\\/]http[\\/]/ },
];

/**
 * Rolls the modules behind `entry`, a file below the folder `compiled`, up into few readable ES modules in `target`, with
 * the packages they use and their licences. `external` packages stay packages.
 */
export async function rollUp(
  compiled: string,
  entry: string,
  target: string,
  external: readonly string[] = [],
): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: path.join(compiled, entry),
    platform: "node",
    // The CommonJS form of some packages can't be bundled.
    resolve: { mainFields: ["module", "main"] },
    external: [...external],
  });
  const { output } = await bundle.write({
    dir: target,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    minify: false,
    codeSplitting: { groups },
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === "chunk");
  for (const { fileName } of chunks) {
    const file = path.join(target, fileName);
    // The bundler names each module by its place, which is another one in every build.
    const place = `// ${path.relative(root, compiled)}/`;
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(place, "// "));
  }
  const modules = chunks.flatMap((file) => file.moduleIds);
  writeFileSync(path.join(target, "LICENSE"), licences(modules));
}
