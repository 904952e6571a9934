import { fileURLToPath } from "node:url";
import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";

/**
 * Converts what a configuration threw to a diagnostic, at the place in the configuration that its stack names.
 *
 * @param text of the configuration
 */
export function thrownBy(error: unknown, url: string, text: string): Diagnostic {
  const file = fileURLToPath(url);
  const { message, stack = "" } = error instanceof Error ? error : { message: String(error) };
  // Messages of the parser end with the place, those of the module loader with the files that led there.
  const [first = ""] = message.split("\n");
  return {
    code: "config-unreadable",
    severity: "error",
    message: `The configuration can't be run: ${first.trim().replace(/\.$/, "")}.`,
    place: {
      file: url,
      pointer: "",
      ...defined({ offset: offsetIn(`${message}\n${stack}`, file, text) }),
    },
  };
}

/** Returns the offset of the first `FILE:LINE:COLUMN` of a text. */
function offsetIn(trace: string, file: string, text: string): number | undefined {
  const start = trace.indexOf(`${file}:`);
  const [, line, column] =
    start === -1 ? [] : (/^:(\d+):(\d+)/.exec(trace.slice(start + file.length)) ?? []);
  if (line === undefined || column === undefined) return undefined;
  const before = text.split("\n").slice(0, Number(line) - 1);
  const offset = before.reduce((sum, { length }) => sum + length + 1, 0) + Number(column) - 1;
  return Math.min(offset, text.length);
}
