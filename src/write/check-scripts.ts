import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { lookIfReadable } from "./disk.js";

const packageFile = "package.json";

/**
 * Warns if the scripts of the user's package.json would not generate the server as this run does: another version, document
 * or option, or no such script at all. The file is the user's, so it is not changed.
 *
 * @param outDir absolute
 */
export function checkScripts(
  files: readonly GeneratedFile[],
  outDir: string,
): readonly Diagnostic[] {
  const written = files.find((file) => file.path === packageFile && file.role === "scaffold");
  const wanted = scriptsOf(written?.content)?.["generate"];
  const occupant = lookIfReadable(outDir, packageFile);
  const scripts = occupant?.kind === "file" ? scriptsOf(occupant.content) : undefined;
  if (wanted === undefined || scripts === undefined || scripts["generate"] === wanted) return [];
  const isOurs = (script: unknown): boolean => /\bmcp-codegen\b/.test(String(script));
  const outdated = String(scripts["generate"]).startsWith("npx mcp-codegen@");
  if (!outdated && Object.values(scripts).some(isOurs)) return [];
  return [
    {
      code: "scripts-outdated",
      severity: "warning",
      message: outdated
        ? "The script `generate` of your package.json is not what this run was."
        : "Your package.json has no script that generates this server again.",
      hint: `Write "generate": ${JSON.stringify(wanted)} there.`,
    },
  ];
}

function scriptsOf(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(text ?? "") as { scripts?: unknown } | null;
    const scripts = value?.scripts ?? {};
    return typeof scripts === "object" ? (scripts as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
