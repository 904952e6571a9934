/** A file of the output, in memory. */
export interface GeneratedFile {
  /** Relative to the output folder, `/` between folders. */
  readonly path: string;
  readonly content: string;
  /** A scaffolded file that follows the document for as long as the user has not touched it. */
  readonly refresh?: true;
  /**
   * `generated`: ours, rewritten on every run. `scaffold`: written once, then the user's.
   * `runtime`: the bundled runtime. `build`: compiled output under `dist/`.
   */
  readonly role: "generated" | "scaffold" | "runtime" | "build";
}
