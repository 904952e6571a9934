import type { JsonSchema, ObjectSchema, SchemaTable } from "../../../runtime/contract/operation.js";
import type { WholeInputs } from "../../../runtime/contract/whole-inputs.js";
import type { InputView } from "./schema-views.js";

/** An operation whose arguments are listed shorter than they are checked. */
export interface ShortenedInput {
  readonly id: string;
  /** The listed schema. */
  readonly input: ObjectSchema;
  /** The whole schemas of its arguments, by argument. */
  readonly whole: { readonly [argument: string]: JsonSchema };
}

/**
 * Returns what the listed schemas of these operations lack; undefined when they lack nothing.
 *
 * @param listed the `$defs` that are listed
 */
export function wholeInputs(
  shortened: readonly ShortenedInput[],
  view: InputView,
  listed: SchemaTable,
): WholeInputs | undefined {
  if (shortened.length === 0) return undefined;
  const inputs = new Map<string, ObjectSchema>();
  const used = new Set<string>();
  for (const { id, input, whole } of shortened) {
    const short = input["properties"] as SchemaTable;
    const properties = Object.fromEntries(
      Object.keys(short).map((name) => [name, whole[name] ?? short[name]!]),
    );
    for (const name of view.whole.referredBy(properties)) used.add(name);
    const isListed = Object.keys(short).every(
      (name) => constraints(short[name]!) === constraints(properties[name]!),
    );
    if (!isListed) inputs.set(id, { ...input, properties });
  }
  const names = [...(view.whole.reach(used) ?? [])].filter((name) => {
    const known = Object.hasOwn(listed, name) ? listed[name] : undefined;
    return JSON.stringify(view.whole.get(name).schema) !== JSON.stringify(known);
  });
  return { inputs: Object.fromEntries(inputs), schemas: view.whole.table(names) };
}

/** Returns a text that is equal for schemas that allow the same values. */
function constraints(schema: JsonSchema): string {
  return JSON.stringify(
    Object.entries(schema).filter(
      ([keyword]) => !["description", "default", "deprecated"].includes(keyword),
    ),
  );
}
