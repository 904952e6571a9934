import { YAMLException } from "js-yaml";
import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { findAliasProblem } from "./alias-limits.js";
import type { Parsed } from "./parsed.js";
import type { SourceText } from "./source.js";
import { loadYaml, maxDepth } from "./yaml-dialect.js";

/** Parses one YAML document. Accepts anchors and merge keys as long as their expansion stays small. */
export function parseYaml(url: string, text: string): Parsed {
  const file: SourceText = { url, text, format: "yaml" };
  let value: unknown;
  try {
    value = loadYaml(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { file, diagnostics: [explain(error, url, text)] };
  }
  if (mayHaveAliases(text)) {
    const problem = findAliasProblem(value);
    if (problem !== undefined) {
      return {
        file,
        diagnostics: [
          {
            code: "syntax",
            severity: "error",
            message: problem.message,
            place: { file: url, pointer: problem.pointer },
            hint: "Use $ref instead of YAML aliases for parts that repeat.",
          },
        ],
      };
    }
  }
  return { file, source: { ...file, value: value ?? null }, diagnostics: [] };
}

/** Whether the text may have an anchor and an alias (most documents have neither). */
function mayHaveAliases(text: string): boolean {
  return /(?:^|[\s,[{:])&[^\s,[\]{}]/.test(text) && /[\s,[{:]\*[^\s,[\]{}]/.test(text);
}

function explain(error: YAMLException, url: string, text: string): Diagnostic {
  // The types promise a mark, but js-yaml's error for a second document has none.
  const mark = error.mark as typeof error.mark | undefined;
  const offset = mark?.position ?? secondDocument(text);
  const problem = (
    message: string,
    hint?: string,
    code: "syntax" | "duplicate-key" = "syntax",
  ): Diagnostic => ({
    code,
    severity: "error",
    message,
    place: { file: url, pointer: "", offset },
    ...defined({ hint }),
  });
  const reason = error.reason;
  if (mark === undefined) {
    return problem(
      "The file holds more than one YAML document.",
      'Keep one document per file: remove what follows "---".',
    );
  }
  if (reason === "duplicated mapping key") {
    const { key, firstLine } = duplicateKey(text, offset);
    const first = firstLine === undefined ? "" : `, first on line ${firstLine}`;
    return problem(
      `The key ${JSON.stringify(key)} appears twice in the same mapping${first}.`,
      "Remove or rename one of the two.",
      "duplicate-key",
    );
  }
  if (reason.startsWith("nesting exceeded")) {
    return problem(`The input is nested more than ${maxDepth} levels deep.`);
  }
  if (reason.startsWith("merge keys exceeded")) {
    return problem("The merge keys (<<) of the file expand to too many members.");
  }
  if (reason.startsWith("tab characters")) {
    return problem("A tab is used for indentation.", "YAML is indented with spaces only.");
  }
  if (reason.startsWith("unknown tag")) {
    return problem(
      `${sentence(reason)}.`,
      "Only the core types of YAML 1.2 are supported: write the value without a tag.",
    );
  }
  const hint = /^\s*</.test(text)
    ? "This looks like HTML or XML. Is it the address of the OpenAPI document itself?"
    : undefined;
  return problem(`Not valid YAML: ${reason}.`, hint);
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Returns the offset of the `---` that begins a second document. In column 0 it does so even inside a block scalar. */
function secondDocument(text: string): number {
  const marks = [...text.matchAll(/^---(?=[ \t\r\n]|$)/gm)].map((match) => match.index);
  const before = text.slice(0, marks[0] ?? 0);
  const opensTheFirst = before.split("\n").every((line) => /^\s*(?:[#%].*)?$/.test(line));
  return marks[opensTheFirst ? 1 : 0] ?? 0;
}

/** Returns the key at `offset`, and the line above it with the same key in the same block mapping. */
function duplicateKey(text: string, offset: number): { key: string; firstLine?: number } {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const column = offset - lineStart;
  const written = /^(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\n:]*(?::(?=\S)[^\n:]*)*)/.exec(
    text.slice(offset, offset + 500),
  )?.[0];
  const key = plain(written ?? "");
  if (!/^[\s-]*$/.test(text.slice(lineStart, offset))) return { key };
  const above = text.slice(0, lineStart).split("\n");
  for (let index = above.length - 2; index >= 0; index--) {
    const line = above[index] ?? "";
    if (line.trim() === "" || /^\s*#/.test(line)) continue;
    if (/^[\s-]*$/.test(line.slice(0, column))) {
      const rest = line.slice(column);
      if (rest.startsWith(" ")) continue;
      const colon = rest.indexOf(":", key.length);
      if (colon !== -1 && plain(rest.slice(0, colon)) === key) return { key, firstLine: index + 1 };
    } else {
      break;
    }
  }
  return { key };
}

function plain(written: string): string {
  const text = written.trim();
  const quoted = /^(["'])(.*)\1$/s.exec(text);
  return quoted?.[2] ?? text;
}
