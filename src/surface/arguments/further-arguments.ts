import type { BodyBinding, JsonSchema } from "../../../runtime/contract/operation.js";
import type { Named, Slot } from "../names/argument-names.js";

/**
 * Returns the names that never become further members of a body: other arguments, and names by which a caller might mean
 * one that has another name or is not listed.
 *
 * @param neverSent properties of the body that are no arguments
 */
export function neverMembers(
  args: readonly Named<Slot>[],
  neverSent: readonly string[],
): readonly string[] {
  const fields = new Set(
    args.filter(({ slot }) => slot.target.kind === "field").map(({ name }) => name),
  );
  const names = args.flatMap(({ slot, name }) => (slot.isUnnamed ? [name] : [name, slot.name]));
  return [...new Set([...names, ...neverSent])].filter((name) => !fields.has(name));
}

/** Returns the keywords about arguments that are not listed: they are refused, except members of an open body. */
export function furtherArguments(
  body: BodyBinding | undefined,
  listed: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  if (!body?.restExcept) return { additionalProperties: false };
  const fields = (body.fields ?? []).map((each) => (typeof each === "string" ? each : each[0]));
  const refused = [...body.restExcept, ...fields].filter((name) => !Object.hasOwn(listed, name));
  return {
    ...(refused.length > 0 && { propertyNames: { not: { enum: refused } } }),
    additionalProperties: true,
  };
}
