import { defined } from "../../../runtime/protocol/defined.js";
import type { BodyBinding, PartHeader } from "../../../runtime/contract/operation.js";
import type { Named, Slot } from "../names/argument-names.js";
import { neverMembers } from "./further-arguments.js";
import type { BodyConstants, BodyPlan, SentBody } from "../body/body-model.js";

/** Returns the arguments that follow those of the body itself: headers of parts, then the choice of a media type. */
export function bodyExtras({
  binding,
  partHeaders = [],
  others = [],
  forms,
}: SentBody): readonly Slot[] {
  const headers = partHeaders.map((field): Slot => {
    const { property, header, format } = field;
    return {
      name: `${property}.${header}`,
      location: "body",
      isUnnamed: true,
      schema: field.schema,
      required: field.required && binding.required === true,
      description: field.description ?? `Header ${header} of the part ${property}.`,
      target: { kind: "partHeader", property, header, format },
    };
  });
  if (others.length === 0) return headers;
  const types = [binding, ...others].map(({ type }) => type);
  const contentType: Slot = {
    name: "contentType",
    location: "body",
    isUnnamed: true,
    schema: { type: "string", enum: types, ...(forms ? {} : { default: binding.type }) },
    ...(forms ? { description: "Absent: the first whose schema the body fits." } : {}),
    required: false,
    target: { kind: "contentType" },
  };
  return [...headers, contentType];
}

/** Binds a body to its arguments among `args`. */
export function bindBody(body: BodyPlan, args: readonly Named<Slot>[]): BodyBinding | undefined {
  if (body.kind !== "fields" && body.kind !== "whole") return undefined;
  const fields: (string | readonly [arg: string, property: string])[] = [];
  const headers = new Map<string, PartHeader[]>();
  let whole: string | undefined;
  let choice: string | undefined;
  for (const { slot, name } of args) {
    const { target } = slot;
    switch (target.kind) {
      case "field":
        fields.push(name === target.property ? name : [name, target.property]);
        break;
      case "body":
        whole = name;
        break;
      case "partHeader":
        headers.set(target.property, [
          ...(headers.get(target.property) ?? []),
          { name: target.header, arg: name, ...target.format },
        ]);
        break;
      case "contentType":
        choice = name;
        break;
      case "parameter":
    }
  }
  const neverSent = body.kind === "fields" ? body.neverSent : undefined;
  const restExcept = neverSent && neverMembers(args, neverSent);
  const bind = (constants: BodyConstants): BodyBinding => {
    const { type, ...rest } = withHeaders(constants, headers);
    if (whole !== undefined) return { type, arg: whole, ...rest };
    return { type, fields, ...defined({ restExcept }), ...rest };
  };
  const binding = bind(body.binding);
  if (choice === undefined) return binding;
  const others = (body.others ?? []).map(bind);
  return { ...binding, choice: { arg: choice, others, ...defined({ forms: body.forms }) } };
}

function withHeaders(
  constants: BodyConstants,
  headers: ReadonlyMap<string, readonly PartHeader[]>,
): BodyConstants {
  const { encoding } = constants;
  if (headers.size === 0 || encoding === undefined) return constants;
  const entries = Object.entries(encoding).map(([property, rules]) => {
    const own = headers.get(property);
    return [property, own ? { ...rules, headers: [...(rules.headers ?? []), ...own] } : rules];
  });
  return { ...constants, encoding: Object.fromEntries(entries) };
}
