import { escapeToken, pointerPrefixes } from "../pointer.js";
import { documentPosition, forEachChild, type Position, schemaPosition } from "../positions.js";
import type { Source } from "../source.js";
import { resolveFile } from "./reference.js";

/** A schema with an `$id`. */
export interface Resource {
  /** Absolute, without fragment. */
  readonly url: string;
  readonly pointer: string;
}

interface Names {
  readonly ids: Map<string, Resource>;
  readonly byPointer: Map<string, Resource>;
  /** By anchor, then by the enclosing resource's pointer (`""`: the file). */
  readonly anchors: Map<string, Map<string, string>>;
}

/** The names that the schemas of one file declare for themselves. @see JSON Schema 2020-12, 8.2 */
export class SchemaResources {
  readonly #names: Names;

  constructor(names: Names) {
    this.#names = names;
  }

  get ids(): ReadonlyMap<string, Resource> {
    return this.#names.ids;
  }

  /** Returns the innermost schema with an `$id` that encloses a pointer. */
  enclosing(pointer: string): Resource | undefined {
    const { byPointer } = this.#names;
    if (byPointer.size === 0) return undefined;
    for (const prefix of pointerPrefixes(pointer)) {
      const resource = byPointer.get(prefix);
      if (resource !== undefined) return resource;
    }
    return undefined;
  }

  /** Returns the pointer of the schema with this `$anchor` or `$dynamicAnchor`, preferably inside `resource`. */
  anchor(name: string, resource: Resource | undefined): string | undefined {
    const pointers = this.#names.anchors.get(name);
    return pointers?.get(resource?.pointer ?? "") ?? pointers?.values().next().value;
  }
}

/** @returns `undefined` if a search of the text shows that the file has no such names */
export function readSchemaResources(source: Source, location: string): SchemaResources | undefined {
  if (!source.overlaid && !/\$(?:id|anchor|dynamicAnchor)\b/.test(source.text)) return undefined;
  return new SchemaResources(collectNames(source.value, location));
}

function collectNames(root: unknown, location: string): Names {
  const names: Names = { ids: new Map(), byPointer: new Map(), anchors: new Map() };
  const seen = new Set<object>();
  const walk = (
    value: object,
    position: Position,
    pointer: string,
    outer: Resource | undefined,
  ): void => {
    if (seen.has(value)) return;
    seen.add(value);
    const resource = position.schema ? addNames(names, value, pointer, outer, location) : outer;
    forEachChild(value, position, (child, inner, key) =>
      walk(child, inner, `${pointer}/${escapeToken(key)}`, resource),
    );
  };
  if (typeof root === "object" && root !== null) {
    walk(root, isDocument(root) ? documentPosition : schemaPosition, "", undefined);
  }
  return names;
}

/** Returns the resource that encloses the schema's members. */
function addNames(
  { ids, byPointer, anchors }: Names,
  schema: object,
  pointer: string,
  outer: Resource | undefined,
  location: string,
): Resource | undefined {
  let resource = outer;
  const id = ownString(schema, "$id");
  // Drafts 6 and 7 write an anchor as an `$id` that starts with `#`.
  const oldAnchor = id?.startsWith("#") ? id.slice(1) : undefined;
  const url = id === undefined ? undefined : resolveFile(id, outer?.url ?? location);
  if (url !== undefined && oldAnchor === undefined) {
    resource = { url, pointer };
    if (!ids.has(url)) ids.set(url, resource);
    byPointer.set(pointer, resource);
  }
  for (const name of [
    ownString(schema, "$anchor"),
    ownString(schema, "$dynamicAnchor"),
    oldAnchor,
  ]) {
    if (name === undefined) continue;
    let pointers = anchors.get(name);
    if (pointers === undefined) anchors.set(name, (pointers = new Map()));
    const key = resource?.pointer ?? "";
    if (!pointers.has(key)) pointers.set(key, pointer);
  }
  return resource;
}

function isDocument(value: object): boolean {
  return Object.hasOwn(value, "openapi") || Object.hasOwn(value, "swagger");
}

function ownString(value: object, key: string): string | undefined {
  if (!Object.hasOwn(value, key)) return undefined;
  const member = (value as Record<string, unknown>)[key];
  return typeof member === "string" && member !== "" ? member : undefined;
}
