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
  if (typeof value === "string" && isText(value)) return "json-in-a-string";
  if (typeof value === "string" && target.kind === "body" && !/json/i.test(target.type)) {
    return "text-of-the-media-type";
  }
  const error = decisive(errors);
  const { keyword } = error;
  if (keyword === "type" && nestedText(error, value)) return "json-in-a-string";
  // Ajv names the alternatives that match if there are several.
  if (keyword === "oneOf" && (error.params as { passingSchemas: unknown }).passingSchemas) {
    return "fits-several-of-one-of";
  }
  return Object.keys(keywords).find((reason) => keywords[reason]!.includes(keyword)) ?? keyword;
}

/** Returns the first error, or that of the union which the errors before it lead to. */
function decisive(errors: readonly ErrorObject[]): ErrorObject {
  const [first] = errors as readonly [ErrorObject];
  const union = errors.findLast(
    ({ keyword, instancePath }) =>
      (keyword === "oneOf" || keyword === "anyOf") && first.instancePath.startsWith(instancePath),
  );
  return union ?? first;
}

/** Whether a text is the JSON of an object or list, or of one on each line. */
function isText(value: string): boolean {
  if (!/^\s*[{[]/.test(value)) return false;
  return [[value], value.trim().split("\n")].some((texts) => texts.every(isJson));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the value at an error is a text of JSON within the example. */
function nestedText({ instancePath }: ErrorObject, value: unknown): boolean {
  let found = value;
  for (const token of instancePath.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    found = (found as Record<string, unknown> | undefined)?.[name];
  }
  return typeof found === "string" && isText(found);
}
