import { sequenceText } from "./body.js";
import { planForm } from "./form-body.js";
import { jsonText } from "./json-text.js";
import { essenceOf, isJsonType, jsonSequence } from "../../contract/media-type.js";
import type { ParameterBinding } from "../../contract/operation.js";

/**
 * Prepares the text of a parameter with `content`: the value in that media type, before the parameter's place encodes it;
 * undefined when the argument sends nothing. A text is written already, unless the type is JSON. `planLazyParameters`
 * writes XML.
 *
 * @see OpenAPI 3.2 Parameter Object, Fixed Fields for use with `content`
 */
export function planContent({
  content = "",
  encoding = {},
}: Pick<ParameterBinding, "content" | "encoding">): (value: unknown) => string | undefined {
  const essence = essenceOf(content);
  const isJson = isJsonType(essence);
  const items = jsonSequence(essence);
  const writeForm =
    essence === "application/x-www-form-urlencoded" ? planForm(encoding) : undefined;
  return (value) => {
    if (value === undefined) return undefined;
    if (typeof value === "string" && !isJson) return value;
    if (writeForm) return writeForm(value);
    return items === undefined ? jsonText(value) : sequenceText(value, items);
  };
}
