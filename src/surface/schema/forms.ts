import type { NamedSchemas, Schema } from "../../operations/model.js";
import { leavesOut } from "./directions.js";
import { refName } from "./object-shape.js";
import { spend } from "../../diagnostics/work.js";

type Fields = Exclude<Schema, boolean>;

/** Types that no value has two of: a number is an integer or a fraction. */
type Kind = "object" | "array" | "string" | "integer" | "fraction" | "boolean" | "null";

/** What tells the values of an alternative from those of others. */
interface Form {
  kinds: ReadonlySet<Kind>;
  /** JSON of the only values; absent if any are allowed. */
  values?: ReadonlySet<string>;
  readonly required: Set<string>;
  readonly members: Map<string, Schema[]>;
  items?: Schema;
  needsItems: boolean;
  /** No members but `members` are allowed. */
  isClosed: boolean;
  /** It has constraints that are not looked at. */
  isOpaque: boolean;
}

/** The values of a property that stand for an alternative. */
export interface AlternativeTags {
  readonly property: string;
  readonly values: readonly unknown[];
}

/** `unknown`: neither can be told. */
type Relation = "apart" | "overlapping" | "unknown";

const allKinds: ReadonlySet<Kind> = new Set([
  "object",
  "array",
  "string",
  "integer",
  "fraction",
  "boolean",
  "null",
]);
const opaque = (
  "not if pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf " +
  "dependentRequired dependentSchemas propertyNames patternProperties minProperties maxProperties contains prefixItems"
).split(" ");
const maxDepth = 8;

/** Tells whether the alternatives of a union in arguments can be told apart. */
export class Forms {
  readonly #schemas: NamedSchemas;
  readonly #forms = new WeakMap<object, Form>();

  constructor(schemas: NamedSchemas) {
    this.#schemas = schemas;
  }

  /** Whether an alternative itself allows only these values of a property. */
  isWithin(schema: Schema, { property, values }: AlternativeTags): boolean {
    const own = this.#member(this.#form(schema), property).values;
    const allowed = new Set(values.map((value) => JSON.stringify(value)));
    return own !== undefined && [...own].every((value) => allowed.has(value));
  }

  /**
   * Compares two alternatives. They are apart if no value fits both, or if a value that fits both has members that
   * one requires and the other does not: it means to be one of the two, and can be if it says less.
   */
  compare(one: Schema, other: Schema): Relation {
    spend(1);
    const a = this.#form(one);
    const b = this.#form(other);
    if (areDisjoint(a, b)) return "apart";
    const shared = [...a.kinds].filter((kind) => b.kinds.has(kind));
    const open = shared.filter((kind) => {
      if (kind === "object") return !this.#areObjectsApart(a, b);
      return kind !== "array" || !this.#areListsApart(a, b);
    });
    if (open.length === 0) return "apart";
    return a.isOpaque || b.isOpaque ? "unknown" : "overlapping";
  }

  #areObjectsApart(a: Form, b: Form): boolean {
    if (requiresUnknown(a, b) || requiresUnknown(b, a)) return true;
    if (requiresMore(a, b) && requiresMore(b, a)) return true;
    for (const name of new Set([...a.required, ...b.required])) {
      if (areDisjoint(this.#member(a, name), this.#member(b, name))) return true;
    }
    return false;
  }

  #areListsApart(a: Form, b: Form): boolean {
    if (!a.needsItems && !b.needsItems) return false;
    return areDisjoint(this.#form(a.items ?? true), this.#form(b.items ?? true));
  }

  #member({ members }: Form, name: string): Form {
    const [only = true, ...more] = members.get(name) ?? [];
    return this.#form(more.length === 0 ? only : { allOf: [only, ...more] });
  }

  #form(schema: Schema): Form {
    if (schema === true) return anyForm();
    if (schema === false) return { ...anyForm(), kinds: new Set() };
    let form = this.#forms.get(schema);
    if (!form) {
      form = anyForm();
      // Set first, for schemas that contain themselves.
      this.#forms.set(schema, form);
      this.#add(form, schema, 0);
      for (const name of form.required) {
        if (leavesOut(schema, name, "input", this.#schemas)) form.required.delete(name);
      }
    }
    return form;
  }

  #add(form: Form, schema: Schema, depth: number): void {
    spend(1);
    if (typeof schema === "boolean" || depth > maxDepth) return;
    const { type, enum: values, items } = schema;
    const types = type === undefined ? typesMeant(schema) : [type].flat();
    if (types) form.kinds = common(form.kinds, kindsOf(types));
    if (Object.hasOwn(schema, "const")) Object.assign(form, narrowed(form, [schema["const"]]));
    if (Array.isArray(values)) Object.assign(form, narrowed(form, values));
    if (items !== undefined) form.items ??= items as Schema;
    if (typeof schema["minItems"] === "number" && schema["minItems"] > 0) form.needsItems = true;
    addMembers(form, schema);
    if (opaque.some((keyword) => Object.hasOwn(schema, keyword))) form.isOpaque = true;
    const target = this.#schemas.get(refName(schema["$ref"]) ?? "");
    if (target) this.#add(form, target.schema, depth + 1);
    for (const part of partsOf(schema, "allOf")) this.#add(form, part, depth + 1);
    for (const keyword of ["anyOf", "oneOf"]) this.#addAny(form, partsOf(schema, keyword), depth);
  }

  /** Adds what all alternatives of a nested union have in common. */
  #addAny(form: Form, parts: readonly Schema[], depth: number): void {
    if (parts.length === 0) return;
    const forms = parts.map((part) => {
      const inner = anyForm();
      this.#add(inner, part, depth + 1);
      return inner;
    });
    form.kinds = common(form.kinds, new Set(forms.flatMap(({ kinds }) => [...kinds])));
    if (forms.every(({ values }) => values)) {
      const values = forms.flatMap((each) => [...(each.values ?? [])]);
      Object.assign(
        form,
        narrowed(
          form,
          values.map((value) => JSON.parse(value) as unknown),
        ),
      );
    }
    const [first, ...others] = forms;
    for (const name of first?.required ?? []) {
      if (others.every(({ required }) => required.has(name))) form.required.add(name);
    }
    if (forms.some(({ isOpaque }) => isOpaque)) form.isOpaque = true;
  }
}

function addMembers(form: Form, schema: Fields): void {
  for (const name of (schema["required"] ?? []) as readonly string[]) form.required.add(name);
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, Schema>>;
  for (const [name, property] of Object.entries(properties)) {
    form.members.set(name, [...(form.members.get(name) ?? []), property]);
  }
  if (schema["additionalProperties"] === false || schema["unevaluatedProperties"] === false) {
    form.isClosed = true;
  }
}

function anyForm(): Form {
  return {
    kinds: allKinds,
    required: new Set(),
    members: new Map(),
    needsItems: false,
    isClosed: false,
    isOpaque: false,
  };
}

function narrowed(form: Form, values: readonly unknown[]): Form {
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  return {
    ...form,
    kinds: common(form.kinds, new Set(values.map(kindOf))),
    values: form.values ? common(form.values, texts) : texts,
  };
}

/** Whether no value has both forms, as far as types and listed values tell. */
function areDisjoint(a: Form, b: Form): boolean {
  if (common(a.kinds, b.kinds).size === 0) return true;
  return a.values !== undefined && b.values !== undefined && common(a.values, b.values).size === 0;
}

function requiresMore(a: Form, b: Form): boolean {
  return [...a.required].some((name) => !b.required.has(name));
}

/** Whether one requires a member that the other does not allow. */
function requiresUnknown(a: Form, b: Form): boolean {
  return b.isClosed && [...a.required].some((name) => !b.members.has(name));
}

function common<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...one].filter((each) => other.has(each)));
}

function partsOf(schema: Fields, keyword: string): readonly Schema[] {
  return (schema[keyword] as readonly Schema[] | undefined) ?? [];
}

/** Returns the type that the keywords of a schema without `type` are for. */
function typesMeant(schema: Fields): readonly string[] | undefined {
  if (schema["required"] !== undefined || schema["properties"] !== undefined) return ["object"];
  return schema["items"] === undefined ? undefined : ["array"];
}

function kindsOf(types: readonly unknown[]): ReadonlySet<Kind> {
  return new Set(
    types.flatMap((type): readonly Kind[] =>
      type === "number" ? ["integer", "fraction"] : [type as Kind],
    ),
  );
}

function kindOf(value: unknown): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "fraction";
  return typeof value as Kind;
}
