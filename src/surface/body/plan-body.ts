import { defined } from "../../../runtime/protocol/defined.js";
import { isDeepStrictEqual } from "node:util";
import type { BodyBinding } from "../../../runtime/contract/operation.js";
import type { NamedSchemas, RequestBody, Schema } from "../../operations/model.js";
import { planOneBody, type OneBody } from "./plan-media-type.js";
import { sendableBodies } from "./sendable-body.js";

/** What a body asks of a tool's arguments. */
export type BodyPlan =
  | { readonly kind: "none" }
  /** None of its media types can be sent. */
  | { readonly kind: "unsendable"; readonly reason?: string }
  /** Its properties are arguments. */
  | (CommonPlan & {
      readonly kind: "fields";
      readonly fields: readonly BodyField[];
      readonly minProperties?: number;
    })
  /** One argument is the whole body. */
  | (CommonPlan & {
      readonly kind: "whole";
      readonly schema: Schema;
      readonly description?: string;
    });

interface CommonPlan {
  readonly binding: BodyConstants;
  /** Headers of parts that are arguments. */
  readonly partHeaders?: readonly PartHeaderField[];
  /** Other media types to send the same argument as, or arguments of the same names: which one is an argument too. */
  readonly others?: readonly BodyConstants[];
}

export interface BodyField {
  readonly property: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** A header of a part as an argument. */
export interface PartHeaderField {
  readonly property: string;
  readonly header: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly description?: string;
}

/** The parts of a binding that don't depend on how arguments are called. */
export type BodyConstants = Omit<BodyBinding, "fields" | "arg">;

/**
 * Decides how a body becomes arguments: property by property when it is a plain object, else as one.
 * Properties that only come back (readOnly) are none.
 *
 * Media types that are ways to write the same thing need no choice: the first of them that suits is sent. Where they
 * mean different things, another schema or another kind of patch, an argument chooses, and the body is one argument
 * that takes what any of them takes.
 */
export function planBody(body: RequestBody | undefined, schemas: NamedSchemas): BodyPlan {
  if (!body) return { kind: "none" };
  const ones: Extract<OneBody, { readonly plan: object }>[] = [];
  let reason: string | undefined;
  for (const sendable of sendableBodies(body.contents, schemas)) {
    const one = planOneBody(sendable, body, schemas);
    if ("plan" in one) ones.push(one);
    else reason ??= one.reason;
  }
  const [first, ...others] = ones;
  if (!first) return { kind: "unsendable", ...defined({ reason }) };
  if (others.length === 0) return first.plan;
  const bindings = others.map(({ plan }) => plan.binding);
  if (others.every(({ schema }) => isDeepStrictEqual(schema, first.schema))) {
    return { ...first.plan, others: bindings };
  }
  const partHeaders = ones.flatMap(({ plan }) => plan.partHeaders ?? []);
  const choices = ones.map(({ schema }) => schema);
  return {
    kind: "whole",
    schema: { anyOf: choices.filter((one, index) => isFirst(one, index, choices)) },
    ...defined({ description: body.description }),
    binding: first.plan.binding,
    ...defined({ partHeaders: partHeaders.length > 0 ? partHeaders : undefined }),
    others: bindings,
  };
}

function isFirst(schema: Schema, index: number, all: readonly Schema[]): boolean {
  return all.findIndex((each) => isDeepStrictEqual(each, schema)) === index;
}
