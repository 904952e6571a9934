/** The specifier that the scaffolded package.json maps to the bundled runtime. */
export const bundledRuntime = "#mcp-runtime";
export const packagedRuntime = "mcp-codegen/runtime";
