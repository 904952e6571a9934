/** Lists the operations of a document without the generator's code, for comparison with its figures. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";

type Mapping = Readonly<Record<string, unknown>>;

const methods = ["get", "put", "post", "delete", "options", "head", "patch"];

/** Returns keys such as `GET /pets/{petId}` in document order, without webhooks and callbacks. */
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

/** Merges a path item with the target of its `$ref`. */
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
