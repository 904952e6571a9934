import type { Tag } from "../model.js";

/** What decides about the tags of one of the schemas that a discriminator tells apart. */
export interface TagRules {
  /** The keys that `mapping` has for it. */
  readonly keys: readonly string[];
  /** Its name in the document. */
  readonly name: string;
  /** It has the discriminator, and the others are its subtypes. */
  readonly isBase: boolean;
  /** It stands for all values that the others don't have. */
  readonly isFallback: boolean;
  /** The values that it allows for the property; absent if it lists none. */
  readonly allowed?: readonly Tag[] | undefined;
  /** The types that it allows for the property; empty if it names none. */
  readonly types: ReadonlySet<unknown>;
}

/**
 * Chooses the tags of schemas: the keys of `mapping`, else the schema's name, as values that the schema allows; keys are
 * strings only because JSON's keys are. Where a schema allows neither, its own `enum` or `const` decides.
 *
 * @returns for each schema its tags, or undefined if any value may stand for it; none for a base that has no value left
 * @see OpenAPI 3.2 Discriminator Object, `mapping` and `defaultMapping`
 */
export function chooseTags(all: readonly TagRules[]): readonly (readonly Tag[] | undefined)[] {
  const chosen = all.map((rules) => tagsOf(rules, all));
  const taken = new Set(chosen.filter((_, at) => !all[at]!.isBase).flatMap((tags) => tags ?? []));
  return all.map((rules, at) => {
    if (!rules.isBase || rules.keys.length > 0) return chosen[at];
    const left = (rules.allowed ?? chosen[at])?.filter((tag) => !taken.has(tag));
    return rules.isFallback ? undefined : left;
  });
}

function tagsOf(rules: TagRules, all: readonly TagRules[]): readonly Tag[] | undefined {
  const { keys, name, allowed, isFallback } = rules;
  if (isFallback && keys.length === 0) return undefined;
  const named = (keys.length > 0 ? keys : [name]).flatMap((key) => asValue(key, rules) ?? []);
  if (named.length > 0) return named;
  if (allowed === undefined || allowed.length === 0) return undefined;
  const alike = allowed.filter((tag) => plain(String(tag)) === plain(name));
  if (alike.length > 0) return alike;
  const isShared = all.some(
    (other) => other !== rules && other.allowed?.some((tag) => allowed.includes(tag)),
  );
  return isShared ? undefined : allowed;
}

/** Returns the value that a key of `mapping` stands for; undefined if the schema does not allow it. */
function asValue(key: string, { allowed, types }: TagRules): Tag | undefined {
  if (allowed) return allowed.find((tag) => String(tag) === key);
  const isAny = types.size === 0 || types.has("string") || types.has(undefined);
  if (isAny) return key;
  const number = Number(key);
  if ((types.has("integer") || types.has("number")) && String(number) === key) return number;
  return types.has("boolean") && (key === "true" || key === "false") ? key === "true" : undefined;
}

/** `cat_food`, `CatFood` → `catfood` */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
