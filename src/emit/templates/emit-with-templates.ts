import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { InputRead } from "../../load/input-read.js";
import type { SourceText } from "../../load/source.js";
import type { GeneratedFile } from "../generated-file.js";
import { TemplateError } from "./template-error.js";
import type { Templates } from "./templates.js";

export interface Emitted {
  /** Absent if a template can't be used; then an error says why. */
  readonly output?: readonly GeneratedFile[];
  /** The texts that diagnostics point into, by URL. */
  readonly files: ReadonlyMap<string, SourceText>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Writes files with the templates of a folder, and checks what these make.
 *
 * @param folder - the user's templates; undefined for those of this package
 */
export async function emitWithTemplates(
  folder: string | undefined,
  { cwd, onRead }: { readonly cwd: string; readonly onRead?: (read: InputRead) => void },
  emit: (templates?: Templates) => readonly GeneratedFile[] | Promise<readonly GeneratedFile[]>,
): Promise<Emitted> {
  if (folder === undefined) return { output: await emit(), files: new Map(), diagnostics: [] };
  const { loadTemplates } = await import("./load-templates.js");
  const { templates, files, diagnostics } = loadTemplates(folder, cwd, onRead);
  if (!templates) return { files, diagnostics };
  try {
    const output = await emit(templates);
    const faults = await templates.check();
    return {
      ...(faults.length === 0 && { output }),
      files,
      diagnostics: [...diagnostics, ...faults],
    };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { files, diagnostics: [...diagnostics, error.diagnostic] };
  }
}
