import { defined } from "../../../runtime/protocol/defined.js";
import type {
  BodyBinding,
  JsonSchema,
  ObjectSchema,
  ParameterBinding,
} from "../../../runtime/contract/operation.js";
import type { Operation, Parameter, Schema } from "../../operations/model.js";
import { nameArguments, type Named, type Slot } from "../names/argument-names.js";
import { bindBody, bodyExtras } from "./bind-body.js";
import type { BodyPlan } from "../body/body-model.js";
import type { InputMember } from "../model.js";
import type { Projected } from "../schema/projection.js";
import type { InputView, ProjectedArgument } from "../schema/schema-views.js";
import { addsNothing, shorten, tidy } from "../names/descriptions.js";
import { withEmptyText } from "../body/text-schema.js";

/** The arguments of an operation, and where each of them is sent. */
export interface Arguments {
  readonly members: readonly InputMember[];
  readonly input: ObjectSchema;
  readonly params?: readonly ParameterBinding[];
  readonly body?: BodyBinding;
  /** Names in `$defs` that `input` refers to. */
  readonly uses: ReadonlySet<string>;
}

interface Argument {
  readonly projected: Projected;
  readonly member: InputMember;
  readonly property: JsonSchema;
  readonly binding?: ParameterBinding;
}

/** Maximum length of an argument description, in characters. */
const descriptionLimit = 300;

/** Flattens parameters and bodies into arguments; parameters that operations share are projected once. */
export class ArgumentBuilder {
  readonly #view: InputView;
  readonly #slots = new Map<Parameter, Slot>();
  readonly #arguments = new Map<Slot, Argument>();

  constructor(view: InputView) {
    this.#view = view;
  }

  /**
   * @param forTemplate Whether the arguments become variables of a URI template.
   * @param rename Applies the names that the user chose.
   */
  build(
    operation: Operation,
    body: BodyPlan,
    forTemplate: boolean,
    rename: (named: readonly Named<Slot>[]) => readonly Named<Slot>[] = (named) => named,
  ): Arguments {
    const slots = [
      ...operation.parameters.map((parameter) => this.#slotOf(parameter)),
      ...bodySlots(body),
    ];
    const named = rename(nameArguments(slots, forTemplate));
    const { projected, uses } = this.#view.project(named);
    const all = projected.map((one) => this.#argument(one));
    const properties: Record<string, JsonSchema> = {};
    for (const { member, property } of all) properties[member.name] = property;
    const required = all.filter(({ member }) => member.required).map(({ member }) => member.name);
    const params = all.flatMap(({ binding }) => binding ?? []);
    return defined({
      members: all.map(({ member }) => member),
      input: defined({
        type: "object",
        properties,
        required: required.length > 0 ? required : undefined,
        dependentRequired: dependencies(body, named),
        minProperties: body.kind === "fields" ? body.minProperties : undefined,
        additionalProperties: false,
      }),
      params: params.length > 0 ? params : undefined,
      body: bindBody(body, named),
      uses,
    });
  }

  #slotOf(parameter: Parameter): Slot {
    let slot = this.#slots.get(parameter);
    if (!slot) {
      slot = parameterSlot(parameter);
      this.#slots.set(parameter, slot);
    }
    return slot;
  }

  #argument({ slot, name, projected }: ProjectedArgument): Argument {
    const known = this.#arguments.get(slot);
    if (known && known.member.name === name && known.projected === projected) return known;
    const { description: inner, ...schema } = projected.schema;
    const description = describe(slot, name, inner as string | undefined) || undefined;
    const { required, target } = slot;
    const isParameter = target.kind === "parameter";
    const argument: Argument = {
      projected,
      member: { name, required, ...defined({ description }), schema: slot.schema },
      property: {
        ...schema,
        ...defined({ description, deprecated: slot.deprecated || undefined }),
      },
      ...(isParameter && { binding: bindParameter(target.parameter, name) }),
    };
    if (isParameter) this.#arguments.set(slot, argument);
    return argument;
  }
}

function parameterSlot(parameter: Parameter): Slot {
  const { name, in: location, schema, required, deprecated, allowEmptyValue } = parameter;
  const description = parameter.description ?? descriptionOf(schema);
  return {
    name,
    location,
    schema: allowEmptyValue && parameter.contentType === undefined ? withEmptyText(schema) : schema,
    required,
    deprecated,
    target: { kind: "parameter", parameter },
    ...defined({ description }),
  };
}

function bodySlots(body: BodyPlan): readonly Slot[] {
  switch (body.kind) {
    case "fields":
      return [
        ...body.fields.map(({ property, schema, required }): Slot => ({
          name: property,
          location: "body",
          schema,
          // For an optional body, see `dependencies`.
          required: required && body.binding.required === true,
          ...defined({ description: descriptionOf(schema) }),
          target: { kind: "field", property, required },
        })),
        ...bodyExtras(body),
      ];
    case "whole": {
      const description = body.description ?? descriptionOf(body.schema);
      return [
        {
          name: "body",
          location: "body",
          isUnnamed: true,
          schema: body.schema,
          required: body.binding.required === true,
          ...defined({ description }),
          target: { kind: "body" },
        },
        ...bodyExtras(body),
      ];
    }
    case "none":
    case "unsendable":
      return [];
  }
}

function descriptionOf(schema: Schema): string | undefined {
  if (typeof schema === "boolean") return undefined;
  const { description } = schema;
  return typeof description === "string" ? description : undefined;
}

/** @param inner description of the schema, used when the slot has none */
function describe(slot: Slot, argument: string, inner = ""): string {
  const written =
    slot.description === undefined ? inner : shorten(tidy(slot.description), descriptionLimit);
  const text = addsNothing(written, slot.name) ? "" : written;
  if (argument === slot.name || slot.isUnnamed) return text;
  const what = slot.location === "body" ? "body property" : `${slot.location} parameter`;
  const note = `Sent as the ${what} \`${shorten(slot.name, 80)}\`.`;
  return text ? `${text}${/[.!?…]$/.test(text) ? "" : "."} ${note}` : note;
}

/**
 * Expresses the required properties of an optional body without keywords that some clients reject at the root: each
 * property depends on the first required one, which depends on the other required ones.
 */
function dependencies(
  body: BodyPlan,
  args: readonly Named<Slot>[],
): Readonly<Record<string, readonly string[]>> | undefined {
  if (body.kind !== "fields" || body.binding.required) return undefined;
  const fields = args.flatMap(({ slot: { target }, name }) =>
    target.kind === "field" ? [{ name, required: target.required }] : [],
  );
  const [first, ...others] = fields.filter((one) => one.required).map(({ name }) => name);
  if (first === undefined || fields.length < 2) return undefined;
  const dependentRequired: Record<string, readonly string[]> = {};
  for (const { name } of fields) {
    if (name !== first) dependentRequired[name] = [first];
    else if (others.length > 0) dependentRequired[name] = others;
  }
  return dependentRequired;
}

function bindParameter(parameter: Parameter, argument: string): ParameterBinding {
  const { in: location, name, style, explode, allowReserved, allowEmptyValue } = parameter;
  const { contentType } = parameter;
  const common = defined({
    in: location,
    name,
    arg: argument === name ? undefined : argument,
    allowEmptyValue: (allowEmptyValue && location === "query") || undefined,
  });
  if (contentType !== undefined) return { ...common, content: contentType };
  const usualStyle = location === "path" || location === "header" ? "simple" : "form";
  const usualExplode = style === "form" || style === "cookie";
  return {
    ...common,
    ...defined({
      style: style === usualStyle ? undefined : style,
      explode: explode === usualExplode ? undefined : explode,
      allowReserved: allowReserved || undefined,
    }),
  };
}
