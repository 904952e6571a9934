import type { Compiler } from "./compiler.js";
import type { GeneratedCode } from "./generated-code.js";
import type { CheckedProgram } from "./program.js";
import type { Fates } from "./renames.js";
import type { Shapes } from "./shapes.js";

/** Everything that the checks of one output look at. */
export interface Judged {
  readonly compiler: Compiler;
  readonly program: CheckedProgram;
  readonly code: GeneratedCode;
  /** What was generated before, if it differs from `code`. */
  readonly before: GeneratedCode | undefined;
  readonly fates: Fates;
  readonly shapes: Shapes;
}
