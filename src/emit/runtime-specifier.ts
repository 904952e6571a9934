/** The forms of the runtime that a project carries: minified into few files, or readable. */
export function isCarried(runtime: string): runtime is "bundled" | "readable" {
  return runtime === "bundled" || runtime === "readable";
}

/** The specifier that the scaffolded package.json maps to the bundled runtime. */
export const bundledRuntime = "#mcp-runtime";
export const packagedRuntime = "mcp-codegen/runtime";
