import { tokensOf } from "../load/pointer.js";
import { typeName } from "../operations/schema/schema-names.js";
import type { NamedSchemas, Schema } from "../operations/model.js";
import { refName } from "../surface/schema/object-shape.js";
import { reserveName } from "../surface/names/names.js";
import { spend } from "../diagnostics/work.js";

/** Maximum rounds of comparison. Definitions that differ only deeper than this are kept apart. */
const maxRounds = 32;

/**
 * Names the types of schemas. Servers repeat the same definitions in each tool that uses them: those that are the same,
 * with all that they refer to, share one type, under the name that the server gives them.
 *
 * @param own names of schemas that keep their names and share none
 * @param taken names that other types can't have
 * @returns the name of the type of each schema
 */
export function nameTypes(
  schemas: NamedSchemas,
  own: ReadonlySet<string>,
  taken: Set<string>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const name of own) names.set(name, name);
  const classes = sameSchemas(schemas, own);
  const rivals = new Map<string, number>();
  for (const [first] of classes) {
    const wanted = definedName(schemas, first);
    rivals.set(wanted, (rivals.get(wanted) ?? 0) + 1);
  }
  // Names that only one wants go first, so that a qualified name of others does not take them.
  const isAlone = ([first]: readonly string[]): boolean =>
    rivals.get(definedName(schemas, first ?? "")) === 1;
  const sorted = [...classes.filter(isAlone), ...classes.filter((each) => !isAlone(each))];
  for (const sources of sorted) {
    const [first] = sources;
    const wanted = isAlone(sources) ? definedName(schemas, first) : first;
    const name = reserveName(taken.has(wanted) ? `${wanted}Schema` : wanted, taken);
    for (const source of sources) names.set(source, name);
  }
  return names;
}

/** Returns the schemas that are the same, in groups. */
function sameSchemas(
  schemas: NamedSchemas,
  own: ReadonlySet<string>,
): readonly (readonly [string, ...string[]])[] {
  const others = [...schemas.keys()].filter((source) => !own.has(source));
  let keys = new Map(others.map((source) => [source, definedName(schemas, source)]));
  let count = new Set(keys.values()).size;
  for (let round = 0; round < maxRounds; round++) {
    const numbers = new Map<string, string>();
    const refined = new Map<string, string>();
    for (const source of others) {
      const text = `${keys.get(source)} ${textOf(schemas.get(source)!.schema, keys)}`;
      if (!numbers.has(text)) numbers.set(text, String(numbers.size));
      refined.set(source, numbers.get(text)!);
    }
    keys = refined;
    if (numbers.size === count) return groups(others, keys);
    count = numbers.size;
  }
  return others.map((source) => [source]);
}

/** Returns the JSON of a schema, with the key of what each reference refers to. */
function textOf(schema: Schema, keys: ReadonlyMap<string, string>): string {
  const text = JSON.stringify(schema, (name, value: unknown) => {
    const target = name === "$ref" ? refName(value) : undefined;
    return target === undefined ? value : `= ${keys.get(target) ?? target}`;
  });
  spend(Math.ceil(text.length / 100));
  return text;
}

function groups(
  sources: readonly string[],
  keys: ReadonlyMap<string, string>,
): readonly (readonly [string, ...string[]])[] {
  const found = new Map<string, [string, ...string[]]>();
  for (const source of sources) {
    const key = keys.get(source)!;
    const group = found.get(key);
    if (group) group.push(source);
    else found.set(key, [source]);
  }
  return [...found.values()];
}

/** Returns the name that the server gives a definition, or else the one that the reader made. */
function definedName(schemas: NamedSchemas, source: string): string {
  const { ref = "" } = schemas.get(source) ?? {};
  const [, last] = /#\/(?:\$defs|definitions)\/([^/]+)$/.exec(ref) ?? [];
  return last === undefined ? source : typeName(tokensOf(`/${last}`)?.[0] ?? last);
}
