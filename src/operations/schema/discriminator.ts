import { isObject, own, type JsonObject } from "../../normalise/node.js";
import { isReference } from "../../normalise/reading.js";

/** A longer list would not help a model. */
const maxSchemas = 64;

/**
 * Describes a `discriminator` for a model, because JSON Schema lacks it: `kind is "round" for Circle, "sq" for Square`.
 *
 * @param names names of the schemas to tell apart, as in the document
 * @returns undefined without a usable discriminator or names
 * @see OpenAPI 3.2 Discriminator Object
 */
export function discriminatorNote(
  schema: JsonObject,
  names: readonly string[],
): string | undefined {
  const discriminator = own(schema, "discriminator");
  const property = isObject(discriminator) ? own(discriminator, "propertyName") : discriminator;
  if (typeof property !== "string" || names.length === 0 || names.length > maxSchemas)
    return undefined;
  const mapping = isObject(discriminator) ? own(discriminator, "mapping") : undefined;
  const entries = isObject(mapping) ? Object.entries(mapping) : [];
  const values = names.map((name) => {
    const mapped = entries.filter(
      ([, target]) => typeof target === "string" && lastName(target) === name,
    );
    const keys = mapped.length > 0 ? mapped.map(([key]) => key) : [name];
    return `${keys.map((key) => JSON.stringify(key)).join(" or ")} for ${name}`;
  });
  return `${property} is ${values.join(", ")}.`;
}

/** Returns the names of the schemas that the alternatives refer to; none if one of them is not a reference. */
export function namesOfChoices(schema: JsonObject): readonly string[] {
  const choices = own(schema, "oneOf") ?? own(schema, "anyOf");
  if (!Array.isArray(choices)) return [];
  const names = choices.flatMap((choice: unknown) =>
    isReference(choice) ? [lastName(choice.$ref)] : [],
  );
  return names.length === choices.length ? names : [];
}

/** `#/components/schemas/Cat`, `Cat.yaml`, `Cat` → `Cat` */
function lastName(reference: string): string {
  const [file = "", pointer] = reference.split("#", 2);
  const path =
    pointer === undefined || pointer === "" ? file.replace(/\.(ya?ml|json)$/i, "") : pointer;
  return path.slice(path.lastIndexOf("/") + 1);
}
