import type { NamedSchemas, Schema, Tag } from "../../operations/model.js";
import { leavesOut } from "./directions.js";
import { Forms, type AlternativeTags } from "./forms.js";

type Fields = Exclude<Schema, boolean>;

/** How the `oneOf` of arguments is checked. */
export interface UnionRule {
  /** Whether a value may fit several alternatives: one of two that are alike could otherwise never be sent. */
  readonly isLenient: boolean;
  /** Two alternatives, by position, that values can fit both. Absent if that can't be told. */
  readonly overlap?: readonly [number, number];
  /** The tags of each alternative that does not state them itself. */
  readonly tags: readonly (AlternativeTags | undefined)[];
}

/** Comparing more pairs would take too long; a value may then fit several. */
const maxAlternatives = 200;

/**
 * Decides how unions in arguments are checked. A discriminator must not change which values are valid, so its tags are only
 * examples, by which a refusal names the faults of the form that was meant.
 *
 * @see OpenAPI 3.0.4 Discriminator Object
 */
export class Unions {
  readonly #schemas: NamedSchemas;
  readonly #forms: Forms;
  readonly #rules = new WeakMap<object, UnionRule>();

  constructor(schemas: NamedSchemas) {
    this.#schemas = schemas;
    this.#forms = new Forms(schemas);
  }

  /** @param schema has a `oneOf` */
  ruleOf(schema: Fields): UnionRule {
    let rule = this.#rules.get(schema);
    if (!rule) {
      rule = this.#decide(schema);
      this.#rules.set(schema, rule);
    }
    return rule;
  }

  #decide(schema: Fields): UnionRule {
    const alternatives = schema["oneOf"] as readonly Schema[];
    const all = tagsOf(schema, alternatives.length);
    const tags = all.map((each, at) => {
      const alternative = alternatives[at]!;
      const isStated = each && this.#forms.isWithin(alternative, each);
      const isLeftOut = each && leavesOut(alternative, each.property, "input", this.#schemas);
      return isStated || isLeftOut ? undefined : each;
    });
    if (alternatives.length > maxAlternatives) return { isLenient: true, tags };
    let isLenient = false;
    for (const [at, one] of alternatives.entries()) {
      for (let next = at + 1; next < alternatives.length; next++) {
        const relation = this.#forms.compare(one, alternatives[next]!);
        if (relation === "overlapping") return { isLenient: true, overlap: [at, next], tags };
        isLenient ||= relation === "unknown";
      }
    }
    return { isLenient, tags };
  }
}

function tagsOf(schema: Fields, count: number): readonly (AlternativeTags | undefined)[] {
  const { propertyName: property, tags } = (schema["discriminator"] ?? {}) as {
    propertyName?: string;
    tags?: readonly (readonly Tag[] | null)[];
  };
  return Array.from({ length: count }, (_, at) => {
    const values = tags?.[at];
    return property !== undefined && values?.length ? { property, values } : undefined;
  });
}
