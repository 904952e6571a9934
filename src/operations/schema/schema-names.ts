import { tokensOf } from "../../load/pointer.js";

/** Global names of TypeScript. */
const reserved: ReadonlySet<string> = new Set(
  (
    "any unknown never void null undefined string number boolean symbol bigint object this true false " +
    "Array ReadonlyArray Object Function String Number Boolean Symbol BigInt Date RegExp Error Map Set WeakMap " +
    "WeakSet Promise PromiseLike Proxy Reflect JSON Math Intl Buffer ArrayBuffer DataView Uint8Array Iterable " +
    "Iterator Generator AsyncIterable Record Partial Required Readonly Pick Omit Exclude Extract NonNullable " +
    "Parameters ReturnType InstanceType ConstructorParameters Awaited NoInfer Uppercase Lowercase Capitalize " +
    "Uncapitalize ThisType"
  ).split(" "),
);

/**
 * Makes a type name from a text: a TypeScript identifier that starts with a capital if its script has capitals. A text
 * that already is one stays as it is.
 *
 * `io.k8s.api.core.v1.Pod` → `IoK8sApiCoreV1Pod`, `pet-item` → `PetItem`, `Pet_v2` → `Pet_v2`, `1-click` → `_1Click`.
 */
export function typeName(text: string): string {
  const isName =
    /^[A-Z][A-Za-z\d_$]*$/.test(text) ||
    /^(?=[ -\uffff]*$)[\p{Lu}\p{Lo}][\p{ID_Continue}$]*$/u.test(text);
  const words = isName ? text : pascalCase(text);
  const name = words === "" ? "Schema" : /^[\p{ID_Start}$]/u.test(words) ? words : `_${words}`;
  return reserved.has(name) ? `${name}Schema` : name;
}

function pascalCase(text: string): string {
  // Most names are ASCII, for which the Unicode pattern is several times slower.
  const isAscii = /^[\x20-\x7e]*$/.test(text);
  return isAscii ? pascalCaseOfAscii(text) : pascalCaseOfAny(text);
}

function pascalCaseOfAscii(text: string): string {
  const words = text.match(/[A-Za-z\d$]+/g) ?? [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** Leaves out letters beyond the Basic Multilingual Plane: compilers may know those of an older Unicode only. */
function pascalCaseOfAny(text: string): string {
  const words =
    text.normalize("NFC").match(/(?:(?![_\u{10000}-\u{10ffff}])[\p{ID_Continue}$])+/gu) ?? [];
  return words
    .map((word) => {
      const first = String.fromCodePoint(word.codePointAt(0)!);
      return first.toUpperCase() + word.slice(first.length);
    })
    .join("");
}

/** Members that hold named components, and the suffix of type names made from them. */
const containers: ReadonlyMap<string, string> = new Map([
  ["schemas", ""],
  ["definitions", ""],
  ["$defs", ""],
  ["parameters", "Parameter"],
  ["responses", "Response"],
  ["requestBodies", "Body"],
  ["headers", "Header"],
  ["callbacks", "Callback"],
  ["pathItems", "PathItem"],
  ["mediaTypes", "MediaType"],
]);

/** Pointer segments that describe the nesting of a schema, not its content. */
const structural: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "schema",
  "allOf",
  "anyOf",
  "oneOf",
  "paths",
  "content",
  "components",
  "responses",
  "$defs",
  "definitions",
]);

const renamed: ReadonlyMap<string, string> = new Map([
  ["items", "Item"],
  ["additionalProperties", "Value"],
  ["parameters", "Parameter"],
  ["requestBody", "Body"],
]);

/**
 * Returns the preferred type name of the schema at this place.
 *
 * `#/components/schemas/Pet` → `Pet`, `#/components/schemas/Pet/properties/tag` → `PetTag`,
 * `#/paths/~1a/get/responses/200/content/application~1json/schema` → `GetA200`, `parts/pet-item.yaml` → `PetItem`.
 */
export function nameAt(file: string, pointer: string): string {
  const segments = tokensOf(pointer) ?? [];
  if (segments.length === 0) return typeName(baseName(file));
  if (segments[0] === "paths") return ofPath(segments.slice(1));
  const start = segments[0] === "components" ? 1 : 0;
  const suffix = containers.get(segments[start]!);
  if (suffix !== undefined && segments.length > start + 1) {
    return typeName(typeName(segments[start + 1]!) + suffix + words(segments.slice(start + 2)));
  }
  return typeName(words(segments) || baseName(file));
}

/** Returns a longer name for a schema whose preferred name is not free: prefixed by its folder or file. */
export function qualifiedName(file: string, pointer: string): string {
  const folders = file.replace(/[?#].*$/, "").split("/");
  const last = folders.pop() ?? "";
  const before = pointer === "" ? (folders.pop() ?? "") : last.replace(/\..*$/, "");
  return typeName(typeName(decoded(before)) + nameAt(file, pointer));
}

function ofPath(segments: readonly string[]): string {
  const [path = "", method = "", ...rest] = segments;
  return renamed.has(method)
    ? typeName(pascalCase(path) + words([method, ...rest]))
    : typeName(pascalCase(method) + pascalCase(path) + words(rest));
}

function words(segments: readonly string[]): string {
  let name = "";
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index]!;
    // The media type below `content` does not describe the schema.
    if (segment === "content" && segments[index + 1]?.includes("/")) index++;
    else if (renamed.has(segment)) name += renamed.get(segment)!;
    else if (!structural.has(segment)) name += pascalCase(segment);
  }
  return name;
}

function baseName(file: string): string {
  const last =
    file
      .replace(/[?#].*$/, "")
      .split("/")
      .pop() ?? "";
  return decoded(last).replace(/\.(json|ya?ml)$/i, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
