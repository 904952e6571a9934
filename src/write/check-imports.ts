import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { UserSource } from "../emit/compile.js";
import type { ImportExtension } from "../emit/file-context.js";

const importOfGenerated = /\bfrom\s*["']\.\/generated\/(?:index|server|client)\.js["']/;

/**
 * Warns if `src/main.ts`, which is written once, still imports generated code by `.js`. Then the project was written before
 * `--import-extension` was given, and its tsconfig.json and package.json do not fit the imports of the generated code either.
 */
export function checkImports(
  userSources: readonly UserSource[],
  extension: ImportExtension,
): readonly Diagnostic[] {
  const main = userSources.find(({ path }) => path === "src/main.ts");
  if (extension === "js" || !main || !importOfGenerated.test(main.content)) return [];
  const ending = extension === "ts" ? "end in .ts" : "have no extension";
  return [
    {
      code: "main-outdated",
      severity: "warning",
      message: `Your src/main.ts imports generated code by .js, but imports of the generated code ${ending} now.`,
      hint: "Change its imports likewise, and delete tsconfig.json and package.json if you have not changed them: the next run writes new ones that fit.",
    },
  ];
}
