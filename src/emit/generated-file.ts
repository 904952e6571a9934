/** A file of the output. */
export interface GeneratedFile {
  /** Relative to the output folder, with `/` between folders. */
  readonly path: string;
  /** The text of the file. */
  readonly content: string;
  /** Rendered with a template of the user's, so that it may hold any TypeScript. */
  readonly isCustom?: true;
  /** Rewrite this scaffolded file as long as the user has not changed it. */
  readonly refresh?: true;
  /**
   * `generated`: rewritten on every run. `scaffold`: written once, then the user's. `runtime`: the bundled runtime.
   * `build`: compiled output under `dist/`.
   */
  readonly role: "generated" | "scaffold" | "runtime" | "build";
}
