import { planForm } from "./form-body.js";
import { essenceOf } from "../../contract/media-type.js";
import type { ParameterBinding } from "../../contract/operation.js";
import { planContent } from "./parameter-content.js";
import { encodeReservedInQuery, encodeUnreserved } from "../../protocol/text/percent-encoding.js";
import type { QueryWriter } from "./query.js";
import { scalarText } from "./value-shape.js";

/** Prepares a query parameter with `content`. @see OpenAPI 3.2 Parameter Object, Fixed Fields for use with `content` */
export function planQueryContent(binding: ParameterBinding): QueryWriter {
  const name = encodeUnreserved(binding.name);
  const write = planContent(binding);
  return (value) => {
    const text = write(value);
    return text === undefined ? [] : [`${name}=${encodeUnreserved(text)}`];
  };
}

/**
 * Prepares a whole query string that is one value (3.2's `in: querystring`). A form is the query as it is, written like a
 * body or given as text; any other media type is percent-encoded.
 *
 * @see OpenAPI 3.2 Parameter Locations and Parameter Object Examples
 */
export function planQueryString(binding: ParameterBinding): QueryWriter {
  const { content = formType, encoding = {} } = binding;
  const isForm = essenceOf(content) === formType;
  const writeForm = planForm(encoding);
  const write = planContent(binding);
  return (value) => {
    if (value === undefined || value === null) return [];
    const text = !isForm
      ? encodeUnreserved(write(value) ?? "")
      : typeof value === "object"
        ? writeForm(value)
        : encodeReservedInQuery(scalarText(value) ?? "");
    return text === "" ? [] : [text];
  };
}

const formType = "application/x-www-form-urlencoded";
