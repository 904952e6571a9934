import type { Templates } from "./templates/templates.js";

/** What every generated file needs besides its own content. */
export interface FileContext {
  /** The comment that marks a file as generated. */
  readonly header: string;
  /** Import specifier of the runtime in generated code. */
  readonly runtimeSpecifier: string;
  readonly templates: Templates;
}
