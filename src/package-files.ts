/** Finds the package's own files, from the sources as well as from dist/. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

let rootFolder: string | undefined;

/** Returns the folder of this package's package.json. */
export function packageRoot(): string {
  if (rootFolder !== undefined) return rootFolder;
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, "package.json"))) folder = path.dirname(folder);
  return (rootFolder = folder);
}

/** Returns the version in package.json. */
export function generatorVersion(): string {
  const text = readFileSync(path.join(packageRoot(), "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * Returns the files of the runtime that projects carry, sorted by path. `npm run build` creates them.
 *
 * @param form `bundled`: minified into few files. `readable`: one file for each part, with comments.
 */
export function readRuntimeBundle(form: "bundled" | "readable"): readonly {
  readonly path: string;
  readonly content: string;
}[] {
  const folder = path.join(packageRoot(), form === "bundled" ? "dist/vendored" : "dist/bundle");
  return readdirSync(folder)
    .sort()
    .map((name) => ({ path: name, content: readFileSync(path.join(folder, name), "utf8") }));
}

/** Returns the declarations of the runtime. */
export function readRuntimeTypes(): string {
  return readFileSync(path.join(packageRoot(), "dist/bundle/index.d.ts"), "utf8");
}

/** Returns the tokens of the o200k encoding, as `encodeTokens` writes them. `npm run build` creates them. */
export function readTokenFile(): Buffer {
  return readFileSync(path.join(packageRoot(), "dist/o200k.tokens"));
}
