import { defined } from "../../../runtime/protocol/defined.js";
import type {
  BodyBinding,
  JsonSchema,
  ObjectSchema,
  ParameterBinding,
} from "../../../runtime/contract/operation.js";
import type { Operation, Parameter, Schema } from "../../operations/model.js";
import { argumentNames, type Candidate } from "../names/argument-names.js";
import { bindBody, bodyExtras } from "./bind-body.js";
import type { BodyPlan } from "../body/plan-body.js";
import type { InputMember } from "../model.js";
import type { Projected } from "../schema/projection.js";
import type { InputView } from "../schema/schema-views.js";
import { addsNothing, shorten, tidy } from "../names/descriptions.js";
import { withEmptyText } from "../body/text-schema.js";

/** What an operation takes, and where each argument goes. */
export interface Arguments {
  readonly members: readonly InputMember[];
  readonly input: ObjectSchema;
  readonly params?: readonly ParameterBinding[];
  readonly body?: BodyBinding;
  /** Names in `$defs` that `input` refers to. */
  readonly uses: ReadonlySet<string>;
}

/** An argument before it has a name. */
export interface Slot extends Candidate {
  readonly schema: Schema;
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  /** What it is the argument of, unless of a body. */
  readonly parameter?: Parameter;
}

/** An argument with its name. */
interface Argument {
  readonly projected: Projected;
  readonly member: InputMember;
  readonly property: JsonSchema;
  readonly binding?: ParameterBinding;
}

/** Of the description of an argument, in characters. */
const descriptionLimit = 300;

/** Flattens parameters and bodies into objects of arguments; parameters that operations share are worked out once. */
export class ArgumentBuilder {
  readonly #view: InputView;
  readonly #slots = new Map<Parameter, Slot>();
  readonly #arguments = new Map<Slot, Argument>();

  constructor(view: InputView) {
    this.#view = view;
  }

  /**
   * @param forTemplate Whether the arguments are the variables of a URI template.
   * @param rename Gives arguments the names that the user wants.
   */
  build(
    operation: Operation,
    body: BodyPlan,
    forTemplate: boolean,
    rename: (slots: readonly Candidate[], names: readonly string[]) => readonly string[] = (
      _,
      names,
    ) => names,
  ): Arguments {
    const slots = [
      ...operation.parameters.map((parameter) => this.#slotOf(parameter)),
      ...bodySlots(body),
    ];
    const names = rename(slots, argumentNames(slots, forTemplate));
    const { projected, uses } = this.#view.project(slots.map(({ schema }) => schema));
    const all = slots.map((slot, index) => this.#argument(slot, names[index]!, projected[index]!));
    const properties: Record<string, JsonSchema> = {};
    for (const { member, property } of all) properties[member.name] = property;
    const required = all.filter(({ member }) => member.required).map(({ member }) => member.name);
    const bodyNames = names.slice(operation.parameters.length);
    const params = all.flatMap(({ binding }) => binding ?? []);
    const boundBody = bindBody(body, bodyNames);
    return {
      members: all.map(({ member }) => member),
      input: {
        type: "object",
        properties,
        ...defined({ required: required.length > 0 ? required : undefined }),
        ...dependencies(body, bodyNames),
        ...(operation.parameters.length === 0 ? fewestProperties(body) : {}),
        additionalProperties: false,
      },
      ...defined({
        params: params.length > 0 ? params : undefined,
        body: boundBody,
      }),
      uses,
    };
  }

  #slotOf(parameter: Parameter): Slot {
    let slot = this.#slots.get(parameter);
    if (!slot) {
      slot = parameterSlot(parameter);
      this.#slots.set(parameter, slot);
    }
    return slot;
  }

  #argument(slot: Slot, name: string, projected: Projected): Argument {
    const known = this.#arguments.get(slot);
    if (known && known.member.name === name && known.projected === projected) return known;
    const { description: inner, ...schema } = projected.schema;
    const description = describe(slot, name, inner as string | undefined);
    const argument: Argument = {
      projected,
      member: {
        name,
        required: slot.required,
        ...defined({ description: description ? description : undefined }),
        schema: slot.schema,
      },
      property: {
        ...schema,
        ...defined({
          description: description ? description : undefined,
          deprecated: slot.deprecated ? true : undefined,
        }),
      },
      ...defined({ binding: slot.parameter && bindParameter(slot.parameter, name) }),
    };
    if (slot.parameter) this.#arguments.set(slot, argument);
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
    parameter,
    ...defined({ description }),
  };
}

/** A required body with nothing beside it passes on how many properties it needs. */
function fewestProperties(body: BodyPlan): { minProperties?: number } {
  if (body.kind !== "fields" || !body.binding.required) return {};
  return body.minProperties === undefined ? {} : { minProperties: body.minProperties };
}

function bodySlots(body: BodyPlan): readonly Slot[] {
  switch (body.kind) {
    case "fields":
      return [
        ...body.fields.map(({ property, schema, required }): Slot => {
          const description = descriptionOf(schema);
          return {
            name: property,
            location: "body",
            schema,
            // What an optional body requires is only required together: `dependencies`.
            required: required && body.binding.required === true,
            ...defined({ description }),
          };
        }),
        ...bodyExtras(body),
      ];
    case "whole": {
      const description = body.description ?? descriptionOf(body.schema);
      return [
        {
          name: "body",
          location: "body",
          isWholeBody: true,
          schema: body.schema,
          required: body.binding.required === true,
          ...defined({ description }),
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

/** `inner`: what the definition it refers to says, for want of a description of its own. */
function describe(slot: Slot, argument: string, inner = ""): string {
  const written =
    slot.description === undefined ? inner : shorten(tidy(slot.description), descriptionLimit);
  const text = addsNothing(written, slot.name) ? "" : written;
  if (argument === slot.name || slot.isWholeBody) return text;
  const what = slot.location === "body" ? "body property" : `${slot.location} parameter`;
  const note = `Sent as the ${what} \`${shorten(slot.name, 80)}\`.`;
  return text ? `${text}${/[.!?…]$/.test(text) ? "" : "."} ${note}` : note;
}

/**
 * What an optional body requires, without keywords that some clients refuse at the root: each of its properties needs
 * the first required one, and that one needs the other required ones.
 */
function dependencies(
  body: BodyPlan,
  allNames: readonly string[],
): { dependentRequired?: Record<string, readonly string[]> } {
  if (body.kind !== "fields" || body.binding.required) return {};
  const names = allNames.slice(0, body.fields.length);
  const required = names.filter((_, index) => body.fields[index]?.required);
  const [first, ...others] = required;
  if (first === undefined || names.length < 2) return {};
  const dependentRequired: Record<string, readonly string[]> = {};
  for (const name of names) {
    if (name !== first) dependentRequired[name] = [first];
    else if (others.length > 0) dependentRequired[name] = others;
  }
  return { dependentRequired };
}

function bindParameter(parameter: Parameter, argument: string): ParameterBinding {
  const { in: location, name, style, explode, allowReserved, allowEmptyValue } = parameter;
  const { contentType } = parameter;
  const common = {
    in: location,
    name,
    ...defined({
      arg: argument === name ? undefined : argument,
      allowEmptyValue: allowEmptyValue && location === "query" ? (true as const) : undefined,
    }),
  };
  if (contentType !== undefined) return { ...common, content: contentType };
  const usualStyle = location === "path" || location === "header" ? "simple" : "form";
  const usualExplode = style === "form" || style === "cookie";
  return {
    ...common,
    ...defined({
      style: style === usualStyle ? undefined : style,
      explode: explode === usualExplode ? undefined : explode,
      allowReserved: allowReserved ? (true as const) : undefined,
    }),
  };
}
