import { defined } from "../../../runtime/protocol/defined.js";
import type {
  BodyBinding,
  JsonSchema,
  ObjectSchema,
  ParameterBinding,
} from "../../../runtime/contract/operation.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { NamedSchemas, Operation, Parameter } from "../../operations/model.js";
import { nameArguments, type Named, type Slot } from "../names/argument-names.js";
import { bindBody, bodyExtras } from "./bind-body.js";
import { bindParameter, descriptionOf, parameterSlot } from "./bind-parameter.js";
import { furtherArguments } from "./further-arguments.js";
import type { BodyPlan } from "../body/body-model.js";
import type { InputMember } from "../model.js";
import type { Projected } from "../schema/projection.js";
import type { InputView, ProjectedArgument } from "../schema/schema-views.js";
import { escapeHidden } from "../../diagnostics/hidden-characters.js";
import { addsNothing, shorten, tidy } from "../names/descriptions.js";

/** The arguments of an operation, and where each of them is sent. */
export interface Arguments {
  readonly members: readonly InputMember[];
  readonly input: ObjectSchema;
  readonly params?: readonly ParameterBinding[];
  readonly body?: BodyBinding;
  /** Names in `$defs` that `input` refers to. */
  readonly uses: ReadonlySet<string>;
  /** Present if arguments are listed shorter than they are checked: their whole schemas, by argument. */
  readonly whole?: { readonly [argument: string]: JsonSchema };
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
  /** Parameters whose values can't be written, each reported once. */
  readonly diagnostics: Diagnostic[] = [];
  readonly #view: InputView;
  readonly #schemas: NamedSchemas;
  readonly #slots = new Map<Parameter, Slot>();
  readonly #arguments = new Map<Slot, Argument>();

  constructor(view: InputView, schemas: NamedSchemas) {
    this.#view = view;
    this.#schemas = schemas;
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
    const { projected, uses, whole } = this.#view.project(named);
    const all = projected.map((one) => this.#argument(one));
    const properties: Record<string, JsonSchema> = {};
    for (const { member, property } of all) properties[member.name] = property;
    const required = all.filter(({ member }) => member.required).map(({ member }) => member.name);
    const params = all.flatMap(({ binding }) => binding ?? []);
    const bodyBinding = bindBody(body, named);
    return defined({
      members: all.map(({ member }) => member),
      input: defined({
        type: "object",
        properties,
        required: required.length > 0 ? required : undefined,
        dependentRequired: dependencies(body, named),
        minProperties: body.kind === "fields" ? body.minProperties : undefined,
        ...furtherArguments(bodyBinding, properties),
      }),
      params: params.length > 0 ? params : undefined,
      body: bodyBinding,
      uses,
      whole: whole && Object.fromEntries(whole.map((one) => [one.name, one.projected.schema])),
    });
  }

  #slotOf(parameter: Parameter): Slot {
    let slot = this.#slots.get(parameter);
    if (!slot) {
      slot = parameterSlot(parameter, this.#schemas, this.diagnostics);
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
      ...(isParameter && { binding: bindParameter(target, name) }),
    };
    if (isParameter) this.#arguments.set(slot, argument);
    return argument;
  }
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

/** @param inner description of the schema, used when the slot has none */
function describe(slot: Slot, argument: string, inner = ""): string {
  const written =
    slot.description === undefined ? inner : shorten(tidy(slot.description), descriptionLimit);
  const text = addsNothing(written, slot.name) ? "" : written;
  if (argument === slot.name || slot.isUnnamed) return text;
  const what = slot.location === "body" ? "body property" : `${slot.location} parameter`;
  const note = `Sent as the ${what} \`${escapeHidden(shorten(slot.name, 80))}\`.`;
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
