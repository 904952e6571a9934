/** Compares the members of objects and the items of arrays. */
import type { SchemaDifference } from "./difference.js";
import { asList, asMap, isNever, normalForm, type ObjectForm } from "./normal-form.js";
import type { AnySchema } from "./structure.js";

/** Whether callers send values of the schema, or receive them. */
export type Direction = "input" | "output";

export type Compare = (before: AnySchema, now: AnySchema) => readonly SchemaDifference[];

/** Compares `properties`, `required` and `additionalProperties`. */
export function compareMembers(
  before: ObjectForm,
  now: ObjectForm,
  compare: Compare,
  direction: Direction,
): readonly SchemaDifference[] {
  const [old, current] = [asMap(before["properties"]), asMap(now["properties"])];
  const names = new Set([...Object.keys(old), ...Object.keys(current)]);
  const found: SchemaDifference[] = [];
  for (const name of names) {
    const was = Object.hasOwn(old, name) ? old[name] : undefined;
    const is = Object.hasOwn(current, name) ? current[name] : undefined;
    if (was !== undefined && is !== undefined) found.push(...below(name, compare(was, is)));
    else if (direction === "output") {
      // Callers may rely on a member that is gone, and ignore one that is new.
      const effect = is === undefined ? "widens" : "narrows";
      found.push({ at: name, effect, text: is === undefined ? "is gone" : "is new" });
    } else if (is !== undefined) found.push(...addedMember(name, is, before, compare));
    else if (was !== undefined) found.push(...lostMember(name, was, now, compare));
  }
  return [
    ...found,
    ...compareRequired(before, now),
    ...below("*", compare(additional(before), additional(now))),
  ];
}

/** Describing a member that was undescribed is no narrowing: nobody who read the schema sent it. */
function addedMember(
  name: string,
  schema: AnySchema,
  before: ObjectForm,
  compare: Compare,
): readonly SchemaDifference[] {
  const others = additional(before);
  if (hasPatterns(before)) return [{ at: name, effect: "changes", text: "is described now" }];
  if (isNever(normalForm(schema))) return below(name, compare(others, schema));
  if (others === true || isNever(normalForm(others))) {
    return [{ at: name, effect: "widens", text: "is new" }];
  }
  return below(name, compare(others, schema));
}

function lostMember(
  name: string,
  schema: AnySchema,
  now: ObjectForm,
  compare: Compare,
): readonly SchemaDifference[] {
  const others = additional(now);
  if (hasPatterns(now)) return [{ at: name, effect: "changes", text: "is gone" }];
  if (isNever(normalForm(schema))) return below(name, compare(schema, others));
  if (isNever(normalForm(others))) return [{ at: name, effect: "narrows", text: "is gone" }];
  // It is still let through, but no longer known what becomes of it.
  if (others === true) return [{ at: name, effect: "changes", text: "is gone" }];
  return below(name, compare(schema, others));
}

/** Whether patterns may describe a member that has no schema of its own. */
function hasPatterns(schema: ObjectForm): boolean {
  return Object.keys(asMap(schema["patternProperties"])).length > 0;
}

function additional(schema: ObjectForm): AnySchema {
  const value = schema["additionalProperties"];
  return typeof value === "boolean" || (typeof value === "object" && value !== null)
    ? (value as AnySchema)
    : true;
}

function compareRequired(before: ObjectForm, now: ObjectForm): readonly SchemaDifference[] {
  const [old, current] = [new Set(asList(before["required"])), new Set(asList(now["required"]))];
  return [
    ...[...current].flatMap((name): readonly SchemaDifference[] =>
      old.has(name) ? [] : [{ at: String(name), effect: "narrows", text: "is required now" }],
    ),
    ...[...old].flatMap((name): readonly SchemaDifference[] =>
      current.has(name)
        ? []
        : [{ at: String(name), effect: "widens", text: "is no longer required" }],
    ),
  ];
}

/** Compares `prefixItems` and `items`. */
export function compareItems(
  before: ObjectForm,
  now: ObjectForm,
  compare: Compare,
): readonly SchemaDifference[] {
  const [old, current] = [asList(before["prefixItems"]), asList(now["prefixItems"])] as const;
  const found: SchemaDifference[] = [];
  for (let at = 0; at < Math.max(old.length, current.length); at++) {
    const was = (old[at] ?? itemsOf(before)) as AnySchema;
    const is = (current[at] ?? itemsOf(now)) as AnySchema;
    found.push(...below(`[${at}]`, compare(was, is)));
  }
  return [...found, ...below("[]", compare(itemsOf(before), itemsOf(now)))];
}

function itemsOf(schema: ObjectForm): AnySchema {
  const { items } = schema;
  return typeof items === "boolean" || (typeof items === "object" && items !== null)
    ? (items as AnySchema)
    : true;
}

/** Moves differences below a member. */
export function below(
  name: string,
  differences: readonly SchemaDifference[],
): readonly SchemaDifference[] {
  return differences.map(({ at, ...rest }) => ({
    ...rest,
    at: at === "" || at.startsWith("[") ? `${name}${at}` : `${name}.${at}`,
  }));
}
