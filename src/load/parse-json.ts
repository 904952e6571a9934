import { visit } from "jsonc-parser";
import { inspectJson } from "./inspect-json.js";
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
  const shape = measure(text);
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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
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
  if (hasWrittenNumbers(text)) keepWrittenNumbers(text, value);
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

/** Whether a text may have a number that JavaScript writes in another way: `1.10`, `1e3`, 9007199254740993. */
function hasWrittenNumbers(text: string): boolean {
  return /(?:^|[\s,:[])-?(?:\d{16}|\d+\.\d*0(?![\d.])|\d[\d.]*e|\d+\.\d{15})/i.test(text);
}

/** Keeps the texts of such numbers. The nesting of the text is limited. */
function keepWrittenNumbers(text: string, root: unknown): void {
  visit(text, {
    onLiteralValue(value, offset, length, _line, _column, pathOf) {
      if (typeof value !== "number") return;
      const written = text.slice(offset, offset + length);
      if (written === String(value)) return;
      const path = pathOf();
      const key = path.pop();
      let container: unknown = root;
      for (const each of path)
        container = isObject(container) ? member(container, each) : undefined;
      // Of a key that is given twice only the last value exists.
      if (key !== undefined && isObject(container) && member(container, key) === value)
        keepWritten(container, key, written);
    },
  });
}

function member(container: object, key: string | number): unknown {
  return Object.hasOwn(container, key)
    ? (container as { readonly [key: string]: unknown })[key]
    : undefined;
}

/**
 * Counts the keys (colons outside strings) and finds the first bracket nested too deep. Comparing that count with the
 * value's detects duplicates far faster than a parser that reports each key.
 */
function measure(text: string): { keys: number; tooDeepAt?: number } {
  const end = text.length;
  let keys = 0;
  let depth = 0;
  for (let at = 0; at < end; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x22) {
      for (at++; at < end; at++) {
        const inner = text.charCodeAt(at);
        if (inner === 0x22) break;
        if (inner === 0x5c) at++;
      }
    } else if (char === 0x7b || char === 0x5b) {
      if (++depth > maxDepth) return { keys, tooDeepAt: at };
    } else if (char === 0x7d || char === 0x5d) {
      depth--;
    } else if (char === 0x3a) {
      keys++;
    }
  }
  return { keys };
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
