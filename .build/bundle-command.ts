import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { licences } from "./licences.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Large, and used by few runs. */
const external = ["ts-morph", "@apidevtools/swagger-parser"];

/**
 * The command line in few files: opening hundreds of small modules costs more than a small document's whole run.
 * What is imported lazily stays lazy.
 */
export async function bundleCommand(entry: string, target: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: { main: entry },
    platform: "node",
    // The CommonJS form of some packages can't be bundled.
    resolve: { mainFields: ["module", "main"] },
    external,
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
        {
          name: "openapi-sampler",
          test: /node_modules[\\/](openapi-sampler|foreach|json-pointer|fast-xml-parser|strnum)[\\/]/,
        },
      ],
    },
  });
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  writeFileSync(path.join(target, "LICENSE"), licences(modules));
}
