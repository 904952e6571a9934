import { defined } from "../../../runtime/protocol/defined.js";
import type { ParameterBinding } from "../../../runtime/contract/operation.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { NamedSchemas, Parameter, Schema } from "../../operations/model.js";
import { withEmptyText } from "../body/text-schema.js";
import type { Slot, Target } from "../names/argument-names.js";
import { planParameterContent } from "./parameter-content.js";

/** Returns the argument of a parameter; reports one whose values can't be written in its media type. */
export function parameterSlot(
  parameter: Parameter,
  schemas: NamedSchemas,
  diagnostics: Diagnostic[],
): Slot {
  const { name, in: location, schema, required, deprecated, allowEmptyValue } = parameter;
  const { contentType, place } = parameter;
  const description = parameter.description ?? descriptionOf(schema);
  const slot = { name, location, required, deprecated, ...defined({ description }) };
  if (contentType === undefined) {
    return {
      ...slot,
      schema: allowEmptyValue ? withEmptyText(schema) : schema,
      target: { kind: "parameter", parameter },
    };
  }
  const written = planParameterContent(parameter, contentType, schemas);
  if (written.fault !== undefined) {
    diagnostics.push({
      code: "parameter-content",
      severity: "warning",
      message: `The argument for the ${location} parameter "${name}" is its finished text in ${contentType.slice(0, 80)}: ${written.fault}.`,
      place,
      hint: "Describe the parameter as a string, or by a `schema` with a style.",
    });
  }
  return {
    ...slot,
    schema: written.schema,
    target: { kind: "parameter", parameter, content: written.binding },
  };
}

export function descriptionOf(schema: Schema): string | undefined {
  if (typeof schema === "boolean") return undefined;
  const { description } = schema;
  return typeof description === "string" ? description : undefined;
}

export function bindParameter(
  { parameter, content }: Target & { readonly kind: "parameter" },
  argument: string,
): ParameterBinding {
  const { in: location, name, style, explode, allowReserved, allowEmptyValue } = parameter;
  const common = defined({
    in: location,
    name,
    arg: argument === name ? undefined : argument,
    allowEmptyValue: (allowEmptyValue && location === "query") || undefined,
  });
  if (content) return { ...common, ...content };
  const { itemDelimiters } = parameter;
  const usualStyle = location === "path" || location === "header" ? "simple" : "form";
  const usualExplode = style === "form" || style === "cookie";
  return {
    ...common,
    ...defined({
      style: style === usualStyle ? undefined : style,
      explode: explode === usualExplode ? undefined : explode,
      itemDelimiters,
      allowReserved: allowReserved || undefined,
    }),
  };
}
