import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { UserSource } from "../emit/compile.js";

/**
 * A warning when the user's `src/main.ts` does not speak of the generated class: the document got another title, so
 * the class another name, and the import no longer finds it.
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
      message: `src/main.ts, which is yours, does not use ${className}, the class this run generates.`,
      hint: `Import ${className} there, or keep the former name with --name.`,
    },
  ];
}
