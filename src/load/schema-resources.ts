import { escapeToken } from "./pointer.js";
import { documentPosition, forEachChild, type Position, schemaPosition } from "./positions.js";
import { resolveFile } from "./reference.js";
import type { Source } from "./source.js";

/** The names that the schemas of one file give themselves. @see JSON Schema 2020-12, 8.2 */
export interface SchemaResources {
  /** Schemas with an `$id`, by their absolute URL without fragment. */
  readonly ids: ReadonlyMap<string, Resource>;
  /** The innermost schema with an `$id` that encloses a pointer. */
  readonly enclosing: (pointer: string) => Resource | undefined;
  /** Pointer of the schema with this `$anchor` or `$dynamicAnchor`, at best inside `resource`. */
  readonly anchor: (name: string, resource: Resource | undefined) => string | undefined;
}

export interface Resource {
  readonly url: string;
  readonly pointer: string;
}

/** @returns `undefined` when the file has no such names, which its text tells without a walk */
export function readSchemaResources(source: Source, location: string): SchemaResources | undefined {
  if (!source.overlaid && !/\$(?:id|anchor|dynamicAnchor)\b/.test(source.text)) return undefined;
  const ids = new Map<string, Resource>();
  const byPointer = new Map<string, Resource>();
  const anchors = new Map<string, Map<string, string>>();
  const seen = new Set<object>();

  const walk = (
    value: object,
    position: Position,
    pointer: string,
    outer: Resource | undefined,
  ): void => {
    if (seen.has(value)) return;
    seen.add(value);
    let resource = outer;
    if (position.schema) {
      const id = ownString(value, "$id");
      const url = id === undefined ? undefined : resolveFile(id, outer?.url ?? location);
      if (url !== undefined && !id?.startsWith("#")) {
        resource = { url, pointer };
        if (!ids.has(url)) ids.set(url, resource);
        byPointer.set(pointer, resource);
      }
      const names = [
        ownString(value, "$anchor"),
        ownString(value, "$dynamicAnchor"),
        // How drafts 6 and 7 write an anchor.
        id?.startsWith("#") ? id.slice(1) : undefined,
      ];
      for (const name of names) {
        if (name === undefined) continue;
        let places = anchors.get(name);
        if (places === undefined) anchors.set(name, (places = new Map()));
        const key = resource?.pointer ?? "";
        if (!places.has(key)) places.set(key, pointer);
      }
    }
    forEachChild(value, position, (child, inner, key) =>
      walk(child, inner, `${pointer}/${escapeToken(key)}`, resource),
    );
  };

  if (typeof source.value === "object" && source.value !== null) {
    walk(source.value, isDocument(source.value) ? documentPosition : schemaPosition, "", undefined);
  }
  return {
    ids,
    enclosing(pointer) {
      if (byPointer.size === 0) return undefined;
      for (let end = pointer.length; end >= 0; end = pointer.lastIndexOf("/", end - 1)) {
        const resource = byPointer.get(pointer.slice(0, end));
        if (resource !== undefined) return resource;
        if (end === 0) break;
      }
      return undefined;
    },
    anchor(name, resource) {
      const places = anchors.get(name);
      return places?.get(resource?.pointer ?? "") ?? places?.values().next().value;
    },
  };
}

function isDocument(value: object): boolean {
  return Object.hasOwn(value, "openapi") || Object.hasOwn(value, "swagger");
}

function ownString(value: object, key: string): string | undefined {
  if (!Object.hasOwn(value, key)) return undefined;
  const member = (value as Record<string, unknown>)[key];
  return typeof member === "string" && member !== "" ? member : undefined;
}
