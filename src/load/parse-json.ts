import { inspectJson } from "./inspect-json.js";
import { measureJson } from "./json-shape.js";
import { createLineIndex } from "./line-column.js";
import { isObject } from "./object.js";
import type { Parsed } from "./parsed.js";
import { pointerOf } from "./pointer.js";
import type { SourceText } from "./source.js";
import { keepWritten } from "./written-scalars.js";
import { maxDepth } from "./yaml-dialect.js";

export interface ParsedJson extends Parsed {
  /** The text must not be tried as another format. */
  readonly fatal?: true;
}

/** Parses JSON. @see RFC 8259 */
export function parseJson(url: string, text: string): ParsedJson {
  const file: SourceText = { url, text, format: "json" };
  let value: unknown;
  let isValid = true;
  try {
    value = JSON.parse(text);
  } catch {
    isValid = false;
  }
  const shape = measureJson(text, maxDepth, value, isValid ? keepWritten : undefined);
  if (shape.tooDeepAt !== undefined) {
    return {
      file,
      fatal: true,
      diagnostics: [
        {
          code: "syntax",
          severity: "error",
          message: `The input is nested more than ${maxDepth} levels deep.`,
          place: { file: url, pointer: "", offset: shape.tooDeepAt },
        },
      ],
    };
  }
  if (!isValid) {
    const problem = inspectJson(text).error ?? { message: "Not valid JSON", offset: 0 };
    return {
      file,
      diagnostics: [
        {
          code: "syntax",
          severity: "error",
          message: `${problem.message}.`,
          place: { file: url, pointer: "", offset: problem.offset },
        },
      ],
    };
  }
  const source = { ...file, value };
  if (shape.keys === countKeys(value)) return { file, source, diagnostics: [] };
  const lines = createLineIndex(text);
  return {
    file,
    source,
    diagnostics: inspectJson(text).duplicates.map((duplicate) => ({
      code: "duplicate-key",
      severity: "warning",
      message: `The key ${JSON.stringify(duplicate.key)} appears twice, first on line ${lines.at(duplicate.first).line}; the last one counts.`,
      place: { file: url, pointer: pointerOf(duplicate.path), offset: duplicate.offset },
    })),
  };
}

function countKeys(root: unknown): number {
  let keys = 0;
  const open: object[] = isObject(root) ? [root] : [];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (const item of value) if (isObject(item)) open.push(item);
    } else {
      // `for … in` is safe: values of JSON.parse have no enumerable members but their own.
      for (const key in value) {
        keys++;
        const member: unknown = (value as Record<string, unknown>)[key];
        if (isObject(member)) open.push(member);
      }
    }
  }
  return keys;
}
