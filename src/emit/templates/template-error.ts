import type { Diagnostic } from "../../diagnostics/diagnostic.js";

/** A user's template can't be rendered. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";

  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}
