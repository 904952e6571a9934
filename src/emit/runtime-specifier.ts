import path from "node:path";

/** The forms of the runtime that a project carries: minified into few files, or readable. */
export function isCarried(runtime: string): runtime is "bundled" | "readable" {
  return runtime === "bundled" || runtime === "readable";
}

/**
 * Returns the import specifier in generated modules of a runtime in the folder `runtime`, for the output folder `out`. Both
 * are relative to the same folder.
 */
export function sharedRuntime(runtime: string, out: string, layout: "project" | "module"): string {
  const importer = layout === "project" ? path.join(out, "src/generated") : out;
  const relative = path.relative(importer, path.join(runtime, "index.js")).replaceAll("\\", "/");
  return relative.startsWith(".") ? relative : `./${relative}`;
}

/** The specifier that the scaffolded package.json maps to the bundled runtime. */
export const bundledRuntime = "#mcp-runtime";
export const packagedRuntime = "mcp-codegen/runtime";
