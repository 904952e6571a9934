import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { displayReference } from "../../diagnostics/display.js";
import { Suggestions } from "../../diagnostics/nearest.js";
import { decodePercent, pointerOf, tokensOf, tokensOfFragment, valueAt } from "../pointer.js";
import { notProse } from "../file-rules.js";
import type { Node, Source, Sources } from "../source.js";
import { createIdentities, type Identities } from "./identity.js";
import { referenceOf, resolveFile, splitReference } from "./reference.js";
import { readSchemaResources, type Resource, type SchemaResources } from "./schema-resources.js";
import { suggestPointer } from "./suggest-reference.js";
import { maxHops, walkPointer } from "./walk-pointer.js";
import { spend } from "../../diagnostics/work.js";

/** The target of a reference, or a diagnostic at the reference. */
export type Resolution =
  { readonly ok: true; readonly node: Node } | { readonly ok: false; readonly problem: Diagnostic };

/** A resolution whose failure has no place, so that equal references share it. */
type Lookup =
  { readonly ok: true; readonly node: Node } | { readonly ok: false; readonly failure: Failure };

type Failure = Omit<Diagnostic, "place">;

/** A reference of a chain. */
interface Step {
  /** Identifies the reference and its place. */
  readonly key: string;
  readonly ref: string;
}

/**
 * How many more references may be followed on the way to one target. All attempts share them: where one that fails is made
 * again in another way, each reference would double the attempts.
 */
interface Hops {
  left: number;
}

/** Where a chain of references ends. The problem of a circle stands at the reference that was asked for. */
type End = Resolution | { readonly ok: false; readonly circle: string };

/** Follows references between the files of one document. Never reads a file. */
export class ReferenceResolver {
  readonly #sources: Sources;
  readonly #identities: Identities;
  /** By URL of the file. */
  readonly #resources = new Map<string, SchemaResources | undefined>();
  /** By base (file and enclosing `$id`), then by reference. */
  readonly #lookups = new Map<string, Map<string, Lookup>>();
  /** Where chains of references end, by the steps of the chain. */
  readonly #ends = new Map<string, End>();
  readonly #suggestions = new Suggestions();
  #identified: ReadonlyMap<string, Node> | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#identities = createIdentities(sources.base);
    for (const source of sources.files.values()) this.#identities.add(source);
  }

  /**
   * Follows one reference.
   *
   * @param ref - as the document writes it: `#/components/schemas/Pet`, `pet.yaml`, `#anchor`
   * @param from - the object that holds the reference
   * @returns the target with its own file and pointer, however it is referred to; or `ref-not-found`, `ref-remote`, `ref-outside`, `ref-unreadable` at the reference
   * @see OpenAPI 3.2, Relative References in API Descriptions; RFC 6901, 6
   */
  resolve(ref: string, from: Node): Resolution {
    spend(1);
    const resource = this.#resourceAt(from.file, from.pointer);
    const base = resource === undefined ? from.file : `${from.file}\n${resource.pointer}`;
    let known = this.#lookups.get(base);
    if (known === undefined) this.#lookups.set(base, (known = new Map()));
    let lookup = known.get(ref);
    if (lookup === undefined)
      known.set(ref, (lookup = this.#find(ref, from.file, resource, { left: maxHops })));
    return lookup.ok ? lookup : { ok: false, problem: failureAt(lookup.failure, ref, from) };
  }

  /**
   * Follows `{ "$ref": … }` until a value without `$ref`. Ignores members beside a `$ref`.
   *
   * @returns the value, or the diagnostic of `resolve`, or `ref-cycle`
   */
  resolveFully(node: Node): Resolution {
    const path: Step[] = [];
    const seen = new Map<string, number>();
    for (let current = node; ;) {
      const ref = referenceOf(current.value);
      const key = ref === undefined ? "" : `${keyOf(current)}\n${ref}`;
      const settled =
        ref === undefined ? { ok: true as const, node: current } : this.#ends.get(key);
      if (settled) return endAt(this.#settle(path, settled), node);
      const first = seen.get(key);
      if (first !== undefined) return endAt(this.#settleCircle(path, first), node);
      seen.set(key, path.length);
      path.push({ key, ref: ref! });
      const next = this.resolve(ref!, current);
      if (!next.ok) return endAt(this.#settle(path, next), node);
      current = next.node;
    }
  }

  /**
   * Follows references in the place of a text. A text of another file must be all of a prose file, because a string of
   * an object, such as a password, is not written to be shown. Files that the user named may have texts anywhere.
   *
   * @returns any other value as `resolveFully` does
   */
  resolveText(node: Node): Resolution {
    const found = this.resolveFully(node);
    if (!found.ok || typeof found.node.value !== "string") return found;
    const { file } = found.node;
    const source = this.#sources.files.get(file);
    const isShown = !source?.isReferenced || source.format === "text";
    if (isShown || file === node.file) return found;
    const failure: Failure = { ...notProse, severity: "error" };
    return { ok: false, problem: failureAt(failure, referenceOf(node.value) ?? "", node) };
  }

  /** Remembers where a chain of references ends for each of its steps: a chain may have thousands. */
  #settle(path: readonly Step[], end: End): End {
    for (const { key } of path) this.#ends.set(key, end);
    return end;
  }

  /** @param first index of the step at which the circle begins */
  #settleCircle(path: readonly Step[], first: number): End {
    // The reference to name is the one that leads back to a step.
    path.forEach(({ key }, index) => {
      const closing = path.at(index <= first ? -1 : index - 1)!;
      this.#ends.set(key, { ok: false, circle: closing.ref });
    });
    return this.#ends.get(path[0]!.key)!;
  }

  /** @param resource - the schema with an `$id` that encloses the reference */
  #find(ref: string, from: string, resource: Resource | undefined, hops: Hops): Lookup {
    const { file, fragment } = splitReference(ref);
    if (file !== "") {
      const start = this.#locate(file, from, resource);
      return start.ok ? this.#lookUp(fragment, start.node, hops) : start;
    }
    const source = this.#sources.files.get(from);
    if (source === undefined) throw new Error(`No such source: ${from}`);
    if (resource !== undefined && resource.pointer !== "") {
      const found = this.#lookUp(fragment, nodeAt(source, resource.pointer), hops);
      // Documents with `$id` in their schemas often refer to `#/components` all the same.
      if (found.ok) return found;
    }
    return this.#lookUp(fragment, nodeAt(source, ""), hops);
  }

  /** Returns the schema with that `$id`, or else the file. */
  #locate(file: string, from: string, resource: Resource | undefined): Lookup {
    const identified = this.#identifiedSchema(file, this.#identities.locationOf(from), resource);
    if (identified !== undefined) return { ok: true, node: identified };
    const url = this.#identities.fileOf(file, from);
    if (url === undefined) return unreadable("is not a valid URL");
    const source = this.#sources.files.get(url);
    if (source !== undefined) return { ok: true, node: nodeAt(source, "") };
    const refusal = this.#sources.refused.get(url);
    return refusal === undefined
      ? unreadable("points to a file that was not read")
      : { ok: false, failure: { severity: "error", ...refusal } };
  }

  #identifiedSchema(
    file: string,
    location: string,
    resource: Resource | undefined,
  ): Node | undefined {
    this.#identified ??= this.#collectIdentified();
    if (this.#identified.size === 0) return undefined;
    const url = resolveFile(file, resource?.url ?? location) ?? resolveFile(file, location);
    return url === undefined ? undefined : this.#identified.get(url);
  }

  #collectIdentified(): ReadonlyMap<string, Node> {
    const schemas = new Map<string, Node>();
    for (const source of this.#sources.files.values()) {
      for (const [url, { pointer }] of this.#resourcesOf(source)?.ids ?? []) {
        if (!schemas.has(url)) schemas.set(url, nodeAt(source, pointer));
      }
    }
    return schemas;
  }

  #lookUp(fragment: string, start: Node, hops: Hops): Lookup {
    if (fragment === "") return { ok: true, node: start };
    const tokens = tokensOfFragment(fragment);
    if (tokens === undefined) return this.#findAnchor(fragment, start);
    const found = this.#descend(tokens, start, hops);
    if (found.ok || !fragment.includes("%")) return found;
    // The key itself may look percent-encoded.
    const literal = this.#descend(tokensOf(fragment) ?? tokens, start, hops);
    return literal.ok ? literal : found;
  }

  #findAnchor(name: string, start: Node): Lookup {
    const source = this.#sources.files.get(start.file);
    const resources = source && this.#resourcesOf(source);
    const pointer = resources?.anchor(name, resources.enclosing(start.pointer));
    if (source === undefined || pointer === undefined) return missing();
    return { ok: true, node: nodeAt(source, pointer) };
  }

  #descend(tokens: readonly string[], start: Node, hops: Hops): Lookup {
    const walk = walkPointer(start.value, tokens);
    const pointer = (count: number): string => start.pointer + pointerOf(tokens.slice(0, count));
    if (walk.ok) {
      const node = { value: walk.value, file: start.file, pointer: pointer(tokens.length) };
      return { ok: true, node };
    }
    if (walk.through === undefined || hops.left-- <= 0) {
      return missing(this.#suggest(tokens, start, walk.depth));
    }
    const resource = this.#resourceAt(start.file, pointer(walk.depth));
    return this.#find(walk.through, start.file, resource, hops);
  }

  #suggest(tokens: readonly string[], start: Node, depth: number): string | undefined {
    const outer = tokensOf(start.pointer) ?? [];
    const root = this.#sources.files.get(start.file)?.value;
    const pointer = suggestPointer(
      root,
      [...outer, ...tokens],
      outer.length + depth,
      this.#suggestions,
    );
    if (pointer === undefined) return undefined;
    const file = start.file === this.#sources.root.url ? "" : nameOf(start.file);
    return `${file}#${pointer}`;
  }

  #resourceAt(file: string, pointer: string): Resource | undefined {
    const source = this.#sources.files.get(file);
    return source && this.#resourcesOf(source)?.enclosing(pointer);
  }

  #resourcesOf(source: Source): SchemaResources | undefined {
    if (!this.#resources.has(source.url)) {
      const location = this.#identities.locationOf(source.url);
      this.#resources.set(source.url, readSchemaResources(source, location));
    }
    return this.#resources.get(source.url);
  }
}

function endAt(end: End, node: Node): Resolution {
  return "circle" in end ? { ok: false, problem: failureAt(cycle, end.circle, node) } : end;
}

const cycle: Failure = {
  code: "ref-cycle",
  severity: "error",
  message: "leads in a circle and never to a value",
};

function unreadable(message: string): Lookup {
  return { ok: false, failure: { code: "ref-unreadable", severity: "error", message } };
}

function missing(suggestion?: string): Lookup {
  const failure: Failure = {
    code: "ref-not-found",
    severity: "error",
    message: "points to nothing",
  };
  return {
    ok: false,
    failure:
      suggestion === undefined ? failure : { ...failure, hint: `Did you mean "${suggestion}"?` },
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

function nodeAt(source: Source, pointer: string): Node {
  return { value: valueAt(source.value, pointer), file: source.url, pointer };
}

function nameOf(url: string): string {
  return decodePercent(url.slice(url.lastIndexOf("/") + 1));
}

function keyOf(node: Node): string {
  return `${node.file}\n${node.pointer}`;
}
