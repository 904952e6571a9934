import { isDeepStrictEqual } from "node:util";
import { defined } from "../../../runtime/protocol/defined.js";
import type { NamedSchemas, RequestBody, Schema } from "../../operations/model.js";
import type { BodyPlan, SentBody } from "./body-model.js";
import { planMediaType, type AroundBody, type PlannedMediaType } from "./plan-media-type.js";
import { sendableBodies } from "./sendable-body.js";

/**
 * Decides how a body becomes arguments: one per property when it is a plain object, else a single one. Properties that
 * are readOnly become no arguments.
 *
 * Media types that write the same value need no choice: the first that can be sent is used. Where they mean different
 * things (another schema, another kind of patch), an argument chooses, and the body is one argument that accepts the
 * values of all of them.
 */
export function planBody(
  body: RequestBody | undefined,
  schemas: NamedSchemas,
  { hasParameters, ...about }: Omit<AroundBody, "isAlone"> & { readonly hasParameters: boolean },
): BodyPlan {
  if (!body) return { kind: "none" };
  const planned: PlannedMediaType[] = [];
  let reason: string | undefined;
  const sendable = sendableBodies(body.contents, schemas);
  const isAlone = !hasParameters && sendable.length === 1;
  for (const one of sendable) {
    const result = planMediaType(one, body, schemas, { ...about, isAlone });
    if (!result.ok) reason ??= result.reason;
    // A range may stand for a type that the body has anyway; the range's schema is not for that type.
    else if (!planned.some((one) => typeOf(one) === typeOf(result))) planned.push(result);
  }
  const [first, ...others] = planned;
  if (!first) return { kind: "unsendable", ...defined({ reason }) };
  if (others.length === 0) return first.plan;
  const bindings = others.map(({ plan }) => plan.binding);
  if (others.every(({ schema }) => isDeepStrictEqual(schema, first.schema))) {
    const partHeaders = partHeadersOf([first]);
    return { ...first.plan, ...(partHeaders && { partHeaders }), others: bindings };
  }
  const all = planned.map(({ schema }) => schema);
  const choices = all.filter((one, index) => indexIn(all, one) === index);
  return defined({
    kind: "whole",
    schema: { anyOf: choices },
    description: body.description,
    binding: first.plan.binding,
    partHeaders: partHeadersOf(planned),
    others: bindings,
    forms: all.map((one) => indexIn(choices, one)),
  });
}

/** Returns the headers of parts, none of them required: the body can be sent as a type that has no parts. */
function partHeadersOf(planned: readonly PlannedMediaType[]): SentBody["partHeaders"] {
  const headers = planned.flatMap(({ plan }) => plan.partHeaders ?? []);
  return headers.length > 0 ? headers.map((each) => ({ ...each, required: false })) : undefined;
}

function typeOf({ plan }: PlannedMediaType): string {
  return plan.binding.type;
}

function indexIn(all: readonly Schema[], schema: Schema): number {
  return all.findIndex((each) => isDeepStrictEqual(each, schema));
}
