/** Names the kind of fault that the raw schema finds in an example. */
import type { ErrorObject } from "ajv";
import type { Example } from "./find-examples.js";

/** Reasons by the keywords that find them. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  "another-type": ["type"],
  "a-required-member-is-missing": ["required", "dependentRequired"],
  "not-a-listed-value": ["enum", "const"],
  pattern: ["pattern"],
  "a-forbidden-member": [
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "false schema",
  ],
  "fits-none-of-the-forms": ["oneOf", "anyOf"],
  "beyond-a-limit": [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "uniqueItems",
    "contains",
  ],
};

/** Returns the name of a reason in `decisions.json`. */
export function reasonOf({ target, value }: Example, errors: readonly ErrorObject[]): string {
  const error = decisive(errors);
  const { keyword } = error;
  const isText = typeof value === "string" && looksLikeJson(value);
  if (isText && ["type", "oneOf", "anyOf"].includes(keyword)) return "json-in-a-string";
  if (keyword === "type" && meansComposite(error, value)) return "json-in-a-string";
  if (typeof value === "string" && target.kind === "body" && !/json/i.test(target.type)) {
    return "text-of-the-media-type";
  }
  // Ajv names the alternatives that match if there are several.
  if (keyword === "oneOf" && (error.params as { passingSchemas: unknown }).passingSchemas) {
    return "fits-several-of-one-of";
  }
  return Object.keys(keywords).find((reason) => keywords[reason]!.includes(keyword)) ?? keyword;
}

/**
 * Returns the first error, or that of the union which the errors before it lead to, or of another keyword of the schema
 * that has the union.
 */
function decisive(errors: readonly ErrorObject[]): ErrorObject {
  const [first] = errors as readonly [ErrorObject];
  const union = errors.findLast(
    ({ keyword, instancePath }) =>
      (keyword === "oneOf" || keyword === "anyOf") && first.instancePath.startsWith(instancePath),
  );
  if (!union) return first;
  const schema = schemaOf(union);
  return errors.find((each) => each !== union && schemaOf(each) === schema) ?? union;
}

function schemaOf({ schemaPath, instancePath }: ErrorObject): string {
  return `${instancePath} ${schemaPath.slice(0, schemaPath.lastIndexOf("/"))}`;
}

/**
 * Whether a text is meant as an object or list: JSON, JSON on each line, or nearly JSON, such as Elasticsearch's with texts
 * in three quotes.
 */
function looksLikeJson(value: string): boolean {
  return /^\s*[{[][^]*[}\]]\s*$/.test(value);
}

/** Whether the value at an error is a text where an object or a list is asked for. */
function meansComposite({ instancePath, params }: ErrorObject, value: unknown): boolean {
  let found = value;
  for (const token of instancePath.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    found = (found as Record<string, unknown> | undefined)?.[name];
  }
  const wanted = [(params as { type?: unknown }).type].flat();
  const isComposite = wanted.includes("object") || wanted.includes("array");
  return isComposite && typeof found === "string" && looksLikeJson(found);
}
