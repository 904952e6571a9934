import { pathToFileURL } from "node:url";
import type { ts } from "ts-morph";
import type { Code } from "../diagnostics/codes.js";
import type { Diagnostic, Severity } from "../diagnostics/diagnostic.js";

/** A problem in a user's file, as the checks find it. */
export interface Problem {
  readonly code: Code;
  readonly severity: Severity;
  readonly file: ts.SourceFile;
  readonly start: number;
  readonly message: string;
  readonly hint?: string | undefined;
}

export function problemAt(
  node: ts.Node,
  problem: Omit<Problem, "file" | "start" | "severity"> & { readonly severity?: Severity },
): Problem {
  const file = node.getSourceFile();
  return { severity: "error", ...problem, file, start: node.getStart(file) };
}

/** Keeps the first problem of each place. */
export function onePerPlace(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ file, start }) => {
    const key = `${start} ${file.fileName}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

export function diagnosticOf({ file, start, code, severity, message, hint }: Problem): Diagnostic {
  const place = { file: pathToFileURL(file.fileName).href, pointer: "", offset: start };
  return { code, severity, message, place, ...(hint === undefined ? {} : { hint }) };
}
