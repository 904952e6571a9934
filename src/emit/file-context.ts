import type { Templates } from "./templates/templates.js";

/** How relative imports of generated code end. */
export type ImportExtension = "js" | "ts" | "none";

/** What every generated file needs besides its own content. */
export interface FileContext {
  /** The comment that marks a file as generated. */
  readonly header: string;
  /**
   * The header of the file with the class, which names the source and the options as well. No other file does, so that
   * they stay as they are when a document moves.
   */
  readonly mainHeader: string;
  /** Import specifier of the runtime in generated code. */
  readonly runtimeSpecifier: string;
  readonly importExtension: ImportExtension;
  readonly templates: Templates;
}

/** Returns the specifier of a module of the output: `./types` becomes `./types.js`, `./types.ts` or stays as it is. */
export function moduleSpecifier(
  module: string,
  { importExtension }: Pick<FileContext, "importExtension">,
): string {
  return `${module}${fileEnding(importExtension)}`;
}

/** Returns the ending that relative imports have, with its dot; the empty string for none. */
export function fileEnding(extension: ImportExtension): string {
  return extension === "none" ? "" : `.${extension}`;
}

/** Returns the context of a file of facts that the compiler need not check again: they are most of a large output. */
export function uncheckedFacts(context: FileContext): FileContext {
  return { ...context, header: `${context.header}\n// @ts-nocheck: mcp-codegen has checked them.` };
}
