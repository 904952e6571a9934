import type { LocatedDiagnostic } from "../../diagnostics/diagnostic.js";

/** Ends a command before it begins: what it needs can't be used. The problems are printed; the exit code is 1. */
export class UnusableInput extends Error {
  override readonly name: string = "UnusableInput";
  readonly diagnostics: readonly LocatedDiagnostic[];

  constructor(diagnostics: readonly LocatedDiagnostic[]) {
    super(diagnostics[0]?.message ?? "The input can't be used.");
    this.diagnostics = diagnostics;
  }
}
