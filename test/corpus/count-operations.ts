/**
 * The operations a document has, found without any of the generator's code: what the generator's own figures are
 * compared with.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";

type Mapping = Readonly<Record<string, unknown>>;

const methods = ["get", "put", "post", "delete", "options", "head", "patch"];

/** Keys such as `GET /pets/{petId}`, in document order. Webhooks and callbacks are none. */
export function listOperations(file: string): readonly string[] {
  const document = read(file);
  const version = String(document["openapi"] ?? document["swagger"] ?? "");
  const known = [...methods];
  if (!version.startsWith("2")) known.push("trace");
  if (version.startsWith("3.2")) known.push("query");
  const keys: string[] = [];
  for (const [pathKey, value] of Object.entries(mapping(document["paths"]))) {
    if (!pathKey.startsWith("/")) continue;
    const item = pathItem(value, file, document);
    for (const [method, operation] of Object.entries(item)) {
      if (known.includes(method) && isMapping(operation))
        keys.push(`${method.toUpperCase()} ${pathKey}`);
    }
    if (!version.startsWith("3.2")) continue;
    for (const method of Object.keys(mapping(item["additionalOperations"]))) {
      keys.push(`${method} ${pathKey}`);
    }
  }
  return keys;
}

/** A path item with what its `$ref` adds to it. */
function pathItem(value: unknown, file: string, document: Mapping): Mapping {
  const item = mapping(value);
  const ref = item["$ref"];
  if (typeof ref !== "string" || /^https?:/.test(ref)) return item;
  const [target = "", fragment = ""] = ref.split("#");
  const otherFile = target === "" ? file : path.resolve(path.dirname(file), target);
  let found: unknown = target === "" ? document : read(otherFile);
  for (const token of fragment.split("/").slice(1)) {
    const name = decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
    found = mapping(found)[name];
  }
  return { ...mapping(found), ...item };
}

function read(file: string): Mapping {
  const text = readFileSync(file, "utf8");
  return mapping(file.endsWith(".json") ? JSON.parse(text) : load(text));
}

function mapping(value: unknown): Mapping {
  return isMapping(value) ? value : {};
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
