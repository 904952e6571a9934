/** Bundlers build the server's program into few files, which Node.js runs. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { hostProgram } from "./installed.js";
import { checkProgram, extensions, runTool, shopProject } from "./shop.js";

interface Bundler {
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Path of what Node.js runs. */
  readonly output: string;
}

const bundlers: Readonly<Record<string, Bundler>> = {
  esbuild: {
    files: {},
    args: [
      hostProgram("esbuild/bin/esbuild"),
      ..."src/main.ts --bundle --platform=node --format=esm --packages=external".split(" "),
      "--outfile=out-esbuild/main.js",
    ],
    output: "out-esbuild/main.js",
  },
  Vite: {
    files: {
      "vite.config.js": `export default {
        build: { ssr: "src/main.ts", outDir: "out-vite", target: "node20" },
        ssr: { noExternal: true, external: ["redis", "@opentelemetry/api"] },
      };`,
    },
    args: [hostProgram("vite/bin/vite.js"), "build", "--logLevel", "warn"],
    output: "out-vite/main.js",
  },
  webpack: {
    files: {
      "build-webpack.js": `import webpack from "webpack";
        webpack({
          mode: "production",
          target: "node20",
          entry: "./src/main.ts",
          experiments: { outputModule: true },
          output: { path: import.meta.dirname + "/out-webpack", filename: "main.js", module: true, chunkFormat: "module" },
          module: { rules: [{ test: /\\.ts$/, loader: "esbuild-loader", options: { target: "es2022" } }] },
          resolve: { extensions: [".ts", ".js"], extensionAlias: { ".js": [".ts", ".js"] } },
          externals: { redis: "redis", "@opentelemetry/api": "@opentelemetry/api" },
          externalsType: "module",
          optimization: { minimize: false },
        }, (error, stats) => {
          if (error || stats.hasErrors()) {
            console.error(error ?? stats.toString({ all: false, errors: true }));
            process.exitCode = 1;
          }
        });`,
    },
    args: ["build-webpack.js"],
    output: "out-webpack/main.js",
  },
};

for (const extension of extensions) {
  describe(`imports that end as --import-extension ${extension} says`, () => {
    for (const [name, { files, args, output }] of Object.entries(bundlers)) {
      test(`${name} builds src/`, async () => {
        const project = await shopProject(extension);
        for (const [file, text] of Object.entries(files)) {
          writeFileSync(path.join(project, file), text);
        }
        runTool(process.execPath, args, project);
        await checkProgram(process.execPath, [output], project);
      });
    }
  });
}
