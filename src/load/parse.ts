import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { parseJson } from "./parse-json.js";
import { parseYaml } from "./parse-yaml.js";
import type { Source, SourceText } from "./source.js";

/** A parsed input. `file` is always there, so that a syntax error can be shown where it is. */
export interface Parsed {
  readonly file: SourceText;
  readonly source?: Source;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a text as JSON or YAML, whichever it is.
 *
 * @param url - the text's identity, and through its ending a hint at its format
 * @param text - without a byte order mark
 * @returns the value, or `syntax` and `duplicate-key` errors located by offset or pointer
 */
export function parseSource(url: string, text: string): Parsed {
  if (text.trim() === "") {
    const file: SourceText = { url, text, format: "yaml" };
    return {
      file,
      diagnostics: [
        { code: "syntax", severity: "error", message: "The input is empty.", place: start(url) },
      ],
    };
  }
  if (!/^\s*[[{]/.test(text)) return parseYaml(url, text);
  const asJson = parseJson(url, text);
  if (asJson.source !== undefined || asJson.fatal) return asJson;
  // Braces also begin YAML's flow style, which is laxer: comments, unquoted keys, trailing commas.
  const asYaml = parseYaml(url, text);
  if (asYaml.source !== undefined) return asYaml;
  return /\.json$/i.test(url) || /^\s*(?:\{\s*["}]|\[\s*["{[\]])/.test(text) ? asJson : asYaml;
}

function start(url: string): { file: string; pointer: string; offset: number } {
  return { file: url, pointer: "", offset: 0 };
}
