import type { BodyBinding, PartHeader } from "../../../runtime/contract/operation.js";
import type { Slot } from "./arguments.js";
import type { BodyConstants, BodyPlan, PartHeaderField } from "../body/plan-body.js";

type SentBody = Extract<BodyPlan, { readonly kind: "fields" | "whole" }>;

/** Arguments that say how a body is sent, after those that are the body: headers of parts, then the media type. */
export function bodyExtras({ binding, partHeaders = [], others = [] }: SentBody): readonly Slot[] {
  const headers = partHeaders.map(({ property, header, schema, required, description }): Slot => ({
    name: `${property}.${header}`,
    location: "body",
    // Its name is ours to choose.
    isWholeBody: true,
    schema,
    required: required && binding.required === true,
    description: description ?? `Header ${header} of the part ${property}.`,
  }));
  if (others.length === 0) return headers;
  const types = [binding, ...others].map(({ type }) => type);
  const schema = { type: "string", enum: types, default: binding.type };
  return [
    ...headers,
    { name: "contentType", location: "body", isWholeBody: true, schema, required: false },
  ];
}

/** `names`: of the arguments that are the body, then of its `bodyExtras`. */
export function bindBody(body: BodyPlan, names: readonly string[]): BodyBinding | undefined {
  if (body.kind !== "fields" && body.kind !== "whole") return undefined;
  const { partHeaders = [], others = [] } = body;
  const own = body.kind === "fields" ? body.fields.length : 1;
  const headers = named(partHeaders, names.slice(own));
  const bind = (constants: BodyConstants): BodyBinding => {
    const { type, ...rest } = withHeaders(constants, headers);
    if (body.kind === "whole") return { type, arg: names[0] ?? "body", ...rest };
    const fields = body.fields.map(({ property }, index) => {
      const name = names[index] ?? property;
      return name === property ? property : ([name, property] as const);
    });
    return { type, fields, ...rest };
  };
  const binding = bind(body.binding);
  if (others.length === 0) return binding;
  const arg = names[own + partHeaders.length] ?? "contentType";
  return { ...binding, choice: { arg, others: others.map(bind) } };
}

type NamedHeaders = ReadonlyMap<string, readonly PartHeader[]>;

function named(fields: readonly PartHeaderField[], names: readonly string[]): NamedHeaders {
  const headers = new Map<string, PartHeader[]>();
  fields.forEach(({ property, header }, index) => {
    const all = headers.get(property) ?? [];
    all.push({ name: header, arg: names[index] ?? header });
    headers.set(property, all);
  });
  return headers;
}

function withHeaders(constants: BodyConstants, headers: NamedHeaders): BodyConstants {
  const { encoding } = constants;
  if (headers.size === 0 || encoding === undefined) return constants;
  const entries = Object.entries(encoding).map(([property, rules]) => {
    const own = headers.get(property);
    return [property, own ? { ...rules, headers: [...(rules.headers ?? []), ...own] } : rules];
  });
  return { ...constants, encoding: Object.fromEntries(entries) };
}
