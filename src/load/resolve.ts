import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { displayReference } from "../diagnostics/display.js";
import { appendTokens } from "./external-references.js";
import { createIdentities, locationOf } from "./identity.js";
import { nearestName } from "./nearest.js";
import {
  childOf,
  decodePercent,
  escapeToken,
  pointerOf,
  tokensOf,
  tokensOfFragment,
} from "./pointer.js";
import { referenceOf, resolveFile, splitReference } from "./reference.js";
import { readSchemaResources, type Resource, type SchemaResources } from "./schema-resources.js";
import type { Node, Source, Sources } from "./source.js";
import { isObject } from "./object.js";

/** Follows references between the files of one document. Never reads anything. */
export interface Resolver {
  /**
   * Follows one reference.
   *
   * @param ref - as the document writes it: `#/components/schemas/Pet`, `pet.yaml`, `#anchor`
   * @param from - the object it stands in
   * @returns what it points to, with that value's own file and pointer, so that equal targets are equal however they
   * are referred to; or `ref-not-found`, `ref-remote`, `ref-outside`, `ref-unreadable` at the reference
   * @see OpenAPI 3.2, Relative References in API Descriptions; RFC 6901, 6
   */
  readonly resolve: (ref: string, from: Node) => Node | Diagnostic;
  /**
   * Follows `{ "$ref": … }` until a value without one. Members beside a `$ref` are not looked at.
   *
   * @returns the value, or the diagnostic of `resolve`, or `ref-cycle`
   */
  readonly resolveFully: (node: Node) => Node | Diagnostic;
}

/** A failure without the place of any one reference to it. */
type Failure = Omit<Diagnostic, "place">;

/** References that may be passed on the way to one target: a pointer may lead through other references. */
const maxHops = 50;

export function createResolver(sources: Sources): Resolver {
  const identities = createIdentities(sources.base);
  for (const source of sources.files.values()) identities.add(source);
  const resources = new Map<string, SchemaResources | undefined>();
  let idsOfAll: Map<string, Node> | undefined;
  const memo = new Map<string, Map<string, Node | Failure>>();

  const resourcesOf = (source: Source): SchemaResources | undefined => {
    if (!resources.has(source.url)) {
      resources.set(source.url, readSchemaResources(source, locationOf(source.url, sources.base)));
    }
    return resources.get(source.url);
  };

  /** Schemas of all files by `$id`. */
  const ids = (): ReadonlyMap<string, Node> => {
    if (idsOfAll === undefined) {
      idsOfAll = new Map();
      for (const source of sources.files.values()) {
        for (const [url, { pointer }] of resourcesOf(source)?.ids ?? []) {
          const value = valueAt(source, pointer);
          if (!idsOfAll.has(url)) idsOfAll.set(url, { value, file: source.url, pointer });
        }
      }
    }
    return idsOfAll;
  };

  /** Where a reference's fragment is looked up: a file, or a schema with an `$id` in one. */
  const startOf = (file: string, from: string, resource: Resource | undefined): Node | Failure => {
    if (ids().size > 0) {
      const url =
        resolveFile(file, resource?.url ?? locationOf(from, sources.base)) ??
        resolveFile(file, locationOf(from, sources.base));
      const named = url === undefined ? undefined : ids().get(url);
      if (named !== undefined) return named;
    }
    const url = identities.fileOf(file, from);
    const source = url === undefined ? undefined : sources.files.get(url);
    if (source !== undefined) return { value: source.value, file: source.url, pointer: "" };
    const refusal = (url === undefined ? undefined : sources.refused.get(url)) ?? {
      code: "ref-unreadable" as const,
      message: url === undefined ? "is not a valid URL" : "points to a file that was not read",
    };
    const { code, message, hint } = refusal;
    return { code, severity: "error", message, ...defined({ hint }) };
  };

  const find = (
    ref: string,
    from: string,
    resource: Resource | undefined,
    hops: number,
  ): Node | Failure => {
    const { file, fragment } = splitReference(ref);
    if (file !== "") {
      const start = startOf(file, from, resource);
      return "code" in start ? start : look(fragment, start, hops);
    }
    const source = sources.files.get(from);
    if (source === undefined) throw new Error(`No such source: ${from}`);
    if (resource !== undefined && resource.pointer !== "") {
      const start = {
        value: valueAt(source, resource.pointer),
        file: from,
        pointer: resource.pointer,
      };
      const found = look(fragment, start, hops);
      // Documents with `$id` in their schemas often refer to `#/components` all the same.
      if (!("code" in found)) return found;
    }
    return look(fragment, { value: source.value, file: from, pointer: "" }, hops);
  };

  const look = (fragment: string, start: Node, hops: number): Node | Failure => {
    if (fragment === "") return start;
    const tokens = tokensOfFragment(fragment);
    if (tokens === undefined) return anchor(fragment, start);
    const found = descend(start, tokens, hops);
    if (!("code" in found) || !fragment.includes("%")) return found;
    // A key that itself reads like an encoding, and a reference that repeats it as it is.
    const literal = descend(start, tokensOf(fragment) ?? tokens, hops);
    return "code" in literal ? found : literal;
  };

  const anchor = (name: string, start: Node): Node | Failure => {
    const source = sources.files.get(start.file);
    const known = source && resourcesOf(source);
    const pointer = known?.anchor(name, known.enclosing(start.pointer));
    if (source === undefined || pointer === undefined) return missing();
    return { value: valueAt(source, pointer), file: source.url, pointer };
  };

  const descend = (start: Node, tokens: readonly string[], hops: number): Node | Failure => {
    let { value, pointer } = start;
    for (const [index, token] of tokens.entries()) {
      const child = childOf(value, token);
      if (child === undefined) {
        const through = referenceOf(value);
        if (through === undefined || hops >= maxHops)
          return missing(suggest(start, tokens, index, value));
        const source = sources.files.get(start.file);
        const resource = source && resourcesOf(source)?.enclosing(pointer);
        return find(appendTokens(through, tokens.slice(index)), start.file, resource, hops + 1);
      }
      value = child;
      pointer += `/${escapeToken(token)}`;
    }
    return { value, file: start.file, pointer };
  };

  const suggest = (
    start: Node,
    tokens: readonly string[],
    index: number,
    parent: unknown,
  ): string | undefined => {
    const root = sources.files.get(start.file)?.value;
    const elsewhere = sections
      .map((section) => [...section, ...tokens.slice(-1)])
      .find((path) => path.reduce(childOf, root) !== undefined);
    const name = tokens[index] ?? "";
    const near =
      isObject(parent) && !Array.isArray(parent)
        ? nearestName(name, Object.keys(parent))
        : undefined;
    const path =
      near === undefined
        ? elsewhere
        : [
            ...(tokensOf(start.pointer) ?? []),
            ...tokens.slice(0, index),
            near,
            ...tokens.slice(index + 1),
          ];
    if (path === undefined || path.reduce(childOf, root) === undefined) return undefined;
    const file = start.file === sources.root.url ? "" : nameOf(start.file);
    return `${file}#${pointerOf(path)}`;
  };

  const resolve: Resolver["resolve"] = (ref, from) => {
    const source = sources.files.get(from.file);
    const resource = source && resourcesOf(source)?.enclosing(from.pointer);
    const base = resource === undefined ? from.file : `${from.file}\n${resource.pointer}`;
    let known = memo.get(base);
    if (known === undefined) memo.set(base, (known = new Map()));
    let result = known.get(ref);
    if (result === undefined) known.set(ref, (result = find(ref, from.file, resource, 0)));
    return "code" in result ? failureAt(result, ref, from) : result;
  };

  return {
    resolve,
    resolveFully(node) {
      let current = node;
      let seen: Set<string> | undefined;
      for (;;) {
        const ref = referenceOf(current.value);
        if (ref === undefined) return current;
        const next = resolve(ref, current);
        if ("code" in next) return next;
        seen ??= new Set([keyOf(node)]);
        if (seen.has(keyOf(next))) {
          return failureAt(
            { ...cycle, message: "leads in a circle and never to a value" },
            ref,
            node,
          );
        }
        seen.add(keyOf(next));
        current = next;
      }
    },
  };
}

const cycle = { code: "ref-cycle", severity: "error" } as const;

/** Where the named parts of a document are, by version: for what was referred to as in another. */
const sections: readonly (readonly string[])[] = [
  ["components", "schemas"],
  ["components", "parameters"],
  ["components", "responses"],
  ["components", "requestBodies"],
  ["definitions"],
  ["parameters"],
  ["responses"],
];

function missing(suggestion?: string): Failure {
  return {
    code: "ref-not-found",
    severity: "error",
    message: "points to nothing",
    ...defined({ hint: suggestion === undefined ? undefined : `Did you mean "${suggestion}"?` }),
  };
}

function failureAt(failure: Failure, ref: string, from: Node): Diagnostic {
  const written = referenceOf(from.value) === ref;
  return {
    ...failure,
    message: `The reference "${displayReference(ref)}" ${failure.message}.`,
    place: { file: from.file, pointer: written ? `${from.pointer}/$ref` : from.pointer },
  };
}

function valueAt(source: Source, pointer: string): unknown {
  return (tokensOf(pointer) ?? []).reduce(childOf, source.value);
}

/** The last segment of a URL. */
function nameOf(url: string): string {
  return decodePercent(url.slice(url.lastIndexOf("/") + 1));
}

function keyOf(node: Node): string {
  return `${node.file}\n${node.pointer}`;
}
