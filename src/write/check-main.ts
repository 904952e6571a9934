import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { UserSource } from "../emit/compile.js";

/**
 * Warns if the user's `src/main.ts` does not mention the generated class. That happens when the document's title changes:
 * the class gets another name, and the import no longer finds it.
 */
export function checkMain(
  userSources: readonly UserSource[],
  className: string,
): readonly Diagnostic[] {
  const main = userSources.find(({ path }) => path === "src/main.ts");
  if (!main || main.content.includes(className)) return [];
  return [
    {
      code: "main-outdated",
      severity: "warning",
      message: `Your src/main.ts does not use ${className}, the class that this run generates.`,
      hint: `Import ${className} there, or keep the former name with --name.`,
    },
  ];
}
