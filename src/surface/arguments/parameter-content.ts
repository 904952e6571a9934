import { defined } from "../../../runtime/protocol/defined.js";
import { isXmlType, isYamlType, jsonSequence } from "../../../runtime/contract/media-type.js";
import type { ParameterBinding } from "../../../runtime/contract/operation.js";
import type { NamedSchemas, Parameter, Schema } from "../../operations/model.js";
import { encodingOf, sequenceSchema } from "../body/plan-media-type.js";
import { textSchema } from "../body/text-schema.js";
import { xmlShape } from "../body/xml-shape.js";
import { essenceOf, headerValue, mediaKind } from "../schema/media-types.js";

/** How the argument of a parameter with `content` is written. */
export interface ParameterContent {
  readonly schema: Schema;
  readonly binding: Pick<ParameterBinding, "content" | "encoding" | "xml">;
  /** Reason why the argument is the finished text although the document describes a value, as a clause. */
  readonly fault?: string;
}

/**
 * Decides how a parameter is written in the media type of its `content`: as JSON, a form, XML, YAML, a sequence of JSON or
 * text. Of any other value the argument is the finished text.
 *
 * @see OpenAPI 3.2 Parameter Object, Fixed Fields for use with `content`
 */
export function planParameterContent(
  { name, schema, encoding }: Parameter,
  type: string,
  schemas: NamedSchemas,
): ParameterContent {
  const kind = mediaKind(type);
  const essence = essenceOf(type) ?? "";
  const isText = typeof schema === "object" && schema["type"] === "string";
  if (essence === "*/*" && isText) return { schema, binding: { content: "text/plain" } };
  const content = kind === undefined ? type : headerValue(type);
  if (kind === undefined || kind === "json") return { schema, binding: { content } };
  if (kind === "form") {
    const written = encodingOf(defined({ schema, encoding }), schemas);
    return { schema, binding: { content, ...defined({ encoding: written }) } };
  }
  if (jsonSequence(essence)) {
    return { schema: sequenceSchema({ schema }, schemas), binding: { content } };
  }
  if (isXmlType(essence) && !isText) {
    const result = xmlShape(schema, schemas, name);
    if (result.ok) return { schema, binding: { content, xml: result.xml } };
    return { ...finishedText(schema, schemas, content), fault: `its XML ${result.fault}` };
  }
  if (isYamlType(essence)) return { schema, binding: { content } };
  return finishedText(schema, schemas, content);
}

function finishedText(schema: Schema, schemas: NamedSchemas, content: string): ParameterContent {
  const text = textSchema(schema, schemas);
  const isOpen = typeof schema === "boolean" || Object.keys(schema).length === 0;
  const isBytes = typeof schema === "object" && schema["format"] === "binary";
  const isLost = isBytes || (text !== schema && !isOpen);
  return {
    schema: text,
    binding: { content },
    ...(isLost && { fault: "values can't be written in that type" }),
  };
}
