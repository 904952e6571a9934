import { parseJson } from "./parse-json.js";
import { parseYaml } from "./parse-yaml.js";
import type { Parsed } from "./parsed.js";
import type { SourceText } from "./source.js";

/**
 * Parses a text as JSON or YAML, whichever it is.
 *
 * @param url - identifies the text; its extension hints at the format
 * @param text - without a byte order mark
 * @returns the value, or `syntax` and `duplicate-key` errors located by offset or pointer
 */
export function parseSource(url: string, text: string): Parsed {
  if (text.trim() === "") {
    const file: SourceText = { url, text, format: "yaml" };
    return {
      file,
      diagnostics: [
        {
          code: "syntax",
          severity: "error",
          message: "The input is empty.",
          place: { file: url, pointer: "", offset: 0 },
        },
      ],
    };
  }
  if (!/^\s*[[{]/.test(text)) return parseYaml(url, text);
  const asJson = parseJson(url, text);
  if (asJson.source !== undefined || asJson.fatal) return asJson;
  // Braces also begin YAML's flow style, which allows comments, unquoted keys and trailing commas.
  const asYaml = parseYaml(url, text);
  if (asYaml.source !== undefined) return asYaml;
  return /\.json$/i.test(url) || /^\s*(?:\{\s*["}]|\[\s*["{[\]])/.test(text) ? asJson : asYaml;
}
