import { argument, argumentOf, type Arguments } from "./arguments.js";
import { fieldValue, isToken } from "../../protocol/text/field-value.js";
import { essenceOf, isJsonType } from "../../contract/media-type.js";
import type { ParameterBinding } from "../../contract/operation.js";
import { connectionHeaders, ignoredHeaders } from "../../contract/reserved-headers.js";
import { planContent } from "./parameter-content.js";
import { delimiterOf, shapeOf } from "./value-shape.js";

export interface HeaderPlan {
  readonly name: string;
  /** Returns the header's value; undefined when the argument sends nothing. */
  readonly write: (args: Arguments) => string | undefined;
}

/**
 * Prepares a header parameter. Returns undefined for names that belong to HTTP itself or to the runtime, and for invalid
 * names: such a parameter is never sent.
 *
 * Values go out unchanged, neither quoted nor percent-encoded.
 *
 * @see OpenAPI 3.2 Parameter Object, `name`, and Appendix D; RFC 9110 section 7.6.1
 */
export function planHeader(binding: ParameterBinding): HeaderPlan | undefined {
  const { name } = binding;
  const lower = name.toLowerCase();
  if (!isToken(name) || ignoredHeaders.has(lower) || connectionHeaders.has(lower)) return undefined;
  const arg = argumentOf(binding);
  const expand = headerExpansion(binding);
  return {
    name,
    write: (args) => {
      const text = expand(argument(args, arg));
      return text === undefined ? undefined : fieldValue(text, arg);
    },
  };
}

/** @see OpenAPI 3.2 Style Values, `simple` */
function headerExpansion(binding: ParameterBinding): (value: unknown) => string | undefined {
  const { content, explode = false } = binding;
  if (content !== undefined) {
    const isJson = isJsonType(essenceOf(content));
    const write = planContent(binding);
    return (value) => {
      const text = write(value);
      return text === undefined || !isJson ? text : escapeNonAscii(text);
    };
  }
  // Not encoded: a tab is the only control character that headers allow.
  const delimiter = delimiterOf(binding.style);
  return (value) => {
    const shape = shapeOf(value);
    switch (shape?.kind) {
      case undefined:
        return undefined;
      case "scalar":
        return shape.text;
      case "list":
        return shape.items.join(delimiter);
      case "map":
        return shape.entries.map((entry) => entry.join(explode ? "=" : ",")).join(",");
    }
  };
}

/** Escapes JSON to ASCII, which headers carry safely. */
function escapeNonAscii(json: string): string {
  return json.replace(
    /[\x7F-\uFFFF]/g,
    (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}
