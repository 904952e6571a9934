import { defined } from "../../runtime/protocol/defined.js";
import { createLineIndex, type LineIndex } from "../load/line-column.js";
import { tokensOf } from "../load/pointer.js";
import type { SourceText } from "../load/source.js";
import type { Diagnostic, LocatedDiagnostic } from "./diagnostic.js";
import { displayFile } from "./display.js";
import { excerptOf } from "./excerpt.js";
import { jsonPositions } from "./json-positions.js";
import { wantedTree } from "./wanted-pointers.js";
import { yamlPositions } from "./yaml-positions.js";

/**
 * Converts places to lines and columns, in one pass over each file that has diagnostics.
 *
 * @param files - the texts, by URL; a place in any other file is reported at its first line, without an excerpt
 * @param cwd - file names are shown relative to this folder
 * @returns the diagnostics in order of file, line, column, code and message; those without a place come first
 */
export function locate(
  diagnostics: readonly Diagnostic[],
  files: ReadonlyMap<string, SourceText>,
  cwd: string,
): LocatedDiagnostic[] {
  return locateEach([diagnostics], files, cwd).flat();
}

/** Does the same to several lists, and still reads each file once. Each list is sorted by itself. */
export function locateEach(
  lists: readonly (readonly Diagnostic[])[],
  files: ReadonlyMap<string, SourceText>,
  cwd: string,
): LocatedDiagnostic[][] {
  const byFile = new Map<string, Diagnostic[]>();
  const located = new Map<Diagnostic, LocatedDiagnostic>();
  for (const diagnostic of lists.flat()) {
    if (diagnostic.place === undefined) {
      // What another file's check has located already stays as it is.
      located.set(diagnostic, { ...diagnostic });
      continue;
    }
    const others = byFile.get(diagnostic.place.file);
    if (others) others.push(diagnostic);
    else byFile.set(diagnostic.place.file, [diagnostic]);
  }
  for (const [url, ofFile] of byFile) {
    const name = displayFile(url, cwd);
    const file = files.get(url);
    const lines = createLineIndex(file?.text ?? "");
    const offsets = file === undefined ? undefined : offsetsOf(file, ofFile);
    for (const diagnostic of ofFile) {
      const at = atPlace(diagnostic, name, offsets && { lines, offsets });
      located.set(diagnostic, file?.isReferenced ? withoutQuotes(at) : at);
    }
  }
  return lists.map((list) => list.map((diagnostic) => located.get(diagnostic)!).sort(compare));
}

function offsetsOf(file: SourceText, diagnostics: readonly Diagnostic[]): Map<string, number> {
  const pointers = new Set<string>();
  for (const { place } of diagnostics) {
    if (place !== undefined && place.offset === undefined) pointers.add(place.pointer);
  }
  if (pointers.size === 0 || file.format === "text") return new Map();
  const wanted = wantedTree(pointers, tokensOf);
  return file.format === "json"
    ? jsonPositions(file.text, wanted)
    : yamlPositions(file.text, wanted);
}

function atPlace(
  diagnostic: Diagnostic,
  file: string,
  source: { lines: LineIndex; offsets: ReadonlyMap<string, number> } | undefined,
): LocatedDiagnostic {
  const pointer = diagnostic.place?.pointer ?? "";
  const rest = withoutPlace(diagnostic);
  if (source === undefined) return { ...rest, at: { file, line: 1, column: 1, pointer } };
  const offset = diagnostic.place?.offset ?? source.offsets.get(pointer) ?? 0;
  const { line, column } = source.lines.at(offset);
  return {
    ...rest,
    at: { file, line, column, pointer },
    excerpt: excerptOf(source.lines, line, column),
  };
}

/** Leaves out what a message shows of the file: its lines and its strings. */
function withoutQuotes({
  code,
  severity,
  message,
  hint,
  at,
}: LocatedDiagnostic): LocatedDiagnostic {
  const unquoted = message.replace(/the string "(?:[^"\\]|\\.)*"/g, "a string");
  return { code, severity, message: unquoted, ...defined({ hint, at }) };
}

function withoutPlace({ code, severity, message, hint }: Diagnostic): LocatedDiagnostic {
  return { code, severity, message, ...defined({ hint }) };
}

function compare(left: LocatedDiagnostic, right: LocatedDiagnostic): number {
  return (
    compareText(left.at?.file ?? "", right.at?.file ?? "") ||
    (left.at?.line ?? 0) - (right.at?.line ?? 0) ||
    (left.at?.column ?? 0) - (right.at?.column ?? 0) ||
    compareText(left.code, right.code) ||
    compareText(left.message, right.message)
  );
}

/** Compares by code units, independently of the locale. */
function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
