/** Names as other tools make them. */
import { createHash } from "node:crypto";
import type { MigratedOperation, NamingRule } from "./migrate-model.js";

/** Names each operation for itself. */
export function eachNamed(name: (operation: MigratedOperation) => string | undefined): NamingRule {
  return (operations) =>
    new Map(
      operations.flatMap((operation) => {
        const found = name(operation);
        return found ? [[operation.key, found] as const] : [];
      }),
    );
}

/** @see openapi-mcp-generator 4, README, "Tool names" */
export function openApiMcpGeneratorNames(maxLength: number): NamingRule {
  const limit = Math.max(8, maxLength);
  return (operations) => {
    const names = new Map<string, string>();
    const used = new Set<string>();
    for (const operation of operations) {
      const id = operation.operationId || idOfPath(operation);
      const whole = id.replaceAll(".", "_").replace(/[^a-z0-9_-]/gi, "_");
      const base = shortened(whole, limit);
      let name = base;
      for (let attempt = 0; used.has(name); attempt++) {
        const suffix = `_${digest(`${whole}#${attempt}`)}`;
        name = base.slice(0, Math.max(1, limit - suffix.length)) + suffix;
      }
      used.add(name);
      names.set(operation.key, name);
    }
    return names;
  };
}

/** `get /users/{userId}/posts` → `GetUsersPosts`; a parameter at the end becomes `ByUserId`. */
function idOfPath({ method, path }: MigratedOperation): string {
  const parts = path.split("/").filter(Boolean);
  const words = parts.map((part, index) => {
    if (!/^\{.*\}$/.test(part)) return titleCase(part);
    return index === parts.length - 1 ? `By${titleCase(part)}` : "";
  });
  const lower = method.toLowerCase();
  return capitalised(lower + (words.join("") || "Root"));
}

function titleCase(text: string): string {
  const camel = text
    .toLowerCase()
    .replace(/[-_\s.]+(.)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/[{}]/g, "");
  return capitalised(camel);
}

/** Abbreviates the words after the first; what is still too long loses its middle. */
function shortened(name: string, limit: number): string {
  if (name.length <= limit) return name;
  const words = name
    .split(/[_-]+/)
    .filter(Boolean)
    .flatMap((part) => part.match(/[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [part]);
  const abbreviated =
    words.length > 1
      ? words.map((word, at) => (at === 0 || word.length <= 3 ? word : word.slice(0, 4))).join("_")
      : name;
  if (abbreviated.length <= limit && abbreviated !== name) return abbreviated;
  return withoutMiddle(abbreviated.length < name.length ? abbreviated : name, limit);
}

function withoutMiddle(name: string, limit: number): string {
  if (name.length <= limit) return name;
  const suffix = `_${digest(name)}`;
  const room = limit - suffix.length - "__".length;
  if (room < 4) return (name.slice(0, Math.max(1, limit - suffix.length)) + suffix).slice(0, limit);
  const head = Math.ceil(room * 0.6);
  const tail = room - head;
  return `${name.slice(0, head)}__${tail > 0 ? name.slice(-tail) : ""}${suffix}`.slice(0, limit);
}

function digest(text: string): string {
  return createHash("sha1").update(text).digest("hex").slice(0, 6);
}

/**
 * FastMCP cuts an operationId at `__`, makes a slug of at most 56 characters, and counts equal names of tools.
 *
 * @param given names by operationId
 * @see FastMCP, OpenAPI Integration, "Component Names"
 */
export function fastMcpNames(given: Readonly<Record<string, string>> = {}): NamingRule {
  return (operations) => {
    const counts = new Map<string, number>();
    return new Map(
      operations.map((operation) => {
        const { operationId, summary, method, path } = operation;
        const own =
          operationId === undefined
            ? summary || `${method}_${path}`
            : Object.hasOwn(given, operationId)
              ? given[operationId]!
              : operationId.split("__")[0]!;
        const slug = own
          .replace(/[\s\-.]+/g, "_")
          .replace(/[^a-zA-Z0-9_]/g, "")
          .replace(/_+/g, "_")
          .replace(/^_|_$/g, "")
          .slice(0, 56);
        const count = (counts.get(slug) ?? 0) + 1;
        counts.set(slug, count);
        return [operation.key, count === 1 ? slug : `${slug}_${count}`];
      }),
    );
  };
}

/** `list-pets` → `listPets`, as Orval names the functions that it makes tools of. */
export function camelCase(text: string): string {
  const even = /[a-z]/.test(text) ? text : text.toLowerCase();
  const words = even.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const joined = words.map(capitalised).join("");
  return joined.slice(0, 1).toLowerCase() + joined.slice(1);
}

/** `createProduct` → `create-product` */
export function kebabCase(text: string): string {
  return wordsOf(text).join("-");
}

/** `targetOutputs` → `target_outputs` */
export function snakeCase(text: string): string {
  return wordsOf(text).join("_");
}

function wordsOf(text: string): readonly string[] {
  return (text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|\d+/g) ?? []).map((word) =>
    word.toLowerCase(),
  );
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
