import type { GeneratedFile } from "./generated-file.js";
import { settingsOfRuntime, unlinted } from "./tool-settings.js";

/** Returns the runtime as files of an output. `folder` is empty or ends in a slash. */
export function runtimeFolder(
  files: readonly { readonly path: string; readonly content: string }[],
  folder: string,
): readonly GeneratedFile[] {
  if (files.length === 0) return [];
  return [
    ...files.map(({ path, content }): GeneratedFile => ({
      path: `${folder}${path}`,
      content: unlinted(path, content),
      role: "runtime",
    })),
    ...settingsOfRuntime(folder),
  ];
}
