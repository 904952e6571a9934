import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ReferenceResolver } from "../../load/references/resolver.js";
import type { Node } from "../../load/source.js";
import type { NormalDocument } from "../../normalise/document.js";
import { dotted, isObject, own, problem } from "../../normalise/node.js";
import { isReference } from "../../normalise/reading.js";
import type { Schema } from "../model.js";
import { noSurroundings, reachesDynamicRef, type Surroundings } from "./schema-anchors.js";
import type { Conversion, Draft } from "./conversion.js";
import {
  DiscriminatorReader,
  type DiscriminatedUnion,
  type ResolveMapping,
} from "./discriminator.js";
import { convertSchema } from "./schema-conversion.js";
import { breakCycles } from "./schema-cycles.js";
import { nameAt, qualifiedName, typeName } from "./schema-names.js";
import { SharedSchema, type ReadSchema } from "./shared-schema.js";
import { findSubtypes } from "./subtypes.js";
import { begin } from "../../diagnostics/work.js";

/** Maximum number of uses of `$dynamicRef`: each anchor may double the readings of a schema. */
const maxGenerics = 10_000;

/**
 * Reads the schemas of an API. Referenced schemas are kept once, by name. Call `read` for every inline schema, then
 * `finish` once to fill in the names of the references.
 */
export class SchemaReader {
  readonly #document: NormalDocument;
  readonly #resolver: ReferenceResolver;
  readonly #byKey = new Map<string, SharedSchema>();
  /** Names of `components.schemas`, by key; assigned before all others. */
  readonly #claims = new Map<string, string>();
  readonly #pending: SharedSchema[] = [];
  readonly #subtypes: ReadonlyMap<string, readonly Node[]>;
  readonly #unions: DiscriminatedUnion[] = [];
  #generics = 0;
  /** The schema that each reference refers to. */
  readonly #targets = new Map<Draft, SharedSchema>();

  constructor(document: NormalDocument, resolver: ReferenceResolver) {
    this.#document = document;
    this.#resolver = resolver;
    this.#claimNames();
    const components = document.schemas.map(({ node }) => node);
    this.#subtypes = findSubtypes(components, resolver, keyOf);
  }

  /**
   * Converts an inline schema.
   *
   * @param mayBeOpen whether any value can be accepted if the schema itself is a reference to nothing
   */
  read(node: Node, mayBeOpen = false): ReadSchema {
    const into = { uses: new Set<SharedSchema>(), problems: [], openings: [], edges: [] };
    const schema = this.#convert(node, noSurroundings, into, mayBeOpen);
    this.#convertPending();
    return { schema, ...into };
  }

  /** Names all shared schemas and breaks endless cycles among them. */
  finish(): readonly SharedSchema[] {
    const all = [...this.#byKey.values()];
    breakCycles(all, this.#targets);
    this.#nameAll(all);
    for (const shared of all) {
      for (const holder of shared.holders) holder["$ref"] = `#/$defs/${shared.name}`;
    }
    this.#readDiscriminators(all);
    return all;
  }

  #readDiscriminators(all: readonly SharedSchema[]): void {
    const identity = (node: Node): string => keyOf(this.#behindAlias(node));
    const reader = new DiscriminatorReader(this.#targets, this.#mappingResolver(), identity);
    for (const union of this.#unions) reader.describeUnion(union);
    for (const shared of all) {
      const { node, subtypes } = shared;
      if (subtypes.length > 0) shared.discriminator = reader.read(node, subtypes, shared);
    }
  }

  /**
   * Returns a function that resolves the values of `mapping`: names of components, before references.
   *
   * @see OpenAPI 3.2 Discriminator Object, Mapping Types
   */
  #mappingResolver(): ResolveMapping {
    const components = new Map(this.#document.schemas.map(({ name, node }) => [name, node]));
    return (target, from) => {
      const known = components.get(target);
      if (known !== undefined) return known;
      const found = this.#resolver.resolve(target, from);
      // Some documents write paths that no longer exist; their last segment still names the component.
      return found.ok ? found.node : components.get(lastSegment(target));
    };
  }

  /** Follows a component that only refers to another schema. */
  #behindAlias(node: Node): Node {
    const found = isReference(node.value) ? this.#resolver.resolveFully(node) : undefined;
    return found?.ok ? found.node : node;
  }

  /** Iterative: a chain of references may be as long as the document. */
  #convertPending(): void {
    for (let shared = this.#pending.pop(); shared !== undefined; shared = this.#pending.pop()) {
      const { node, surroundings } = shared;
      begin(`reading the schema ${nameAt(node.file, node.pointer)}`, node);
      shared.schema = this.#convert(node, surroundings, shared);
      const subtypes = this.#subtypes.get(keyOf(node));
      shared.hasTooManySubtypes = subtypes?.length === 0;
      shared.subtypes = (subtypes ?? []).map((subtype) => this.#shared(subtype, noSurroundings));
    }
  }

  #convert(
    node: Node,
    surroundings: Surroundings,
    {
      uses,
      problems,
      openings,
      edges,
    }: Pick<SharedSchema, "uses" | "problems" | "openings" | "edges">,
    mayBeOpen = false,
  ): Schema {
    const conversion: Conversion = {
      version: this.#document.version,
      file: node.file,
      problems,
      refer: (to, from, holder, position, around) => {
        const faults: Diagnostic[] = [];
        const target = this.#targetOf(to, from, around, faults);
        const isOpen = leavesOpen(node, from, mayBeOpen);
        for (const fault of faults) {
          (isOpen && fault.code.startsWith("ref-") ? openings : problems).push(fault);
        }
        if (target === undefined) return;
        // Set `$ref` now, so that it is the first member; the name follows in `finish`.
        holder["$ref"] = "";
        target.holders.add(holder);
        this.#targets.set(holder, target);
        uses.add(target);
        if (position !== "part") edges.push({ target, holder, position });
      },
      discriminate: (draft, at) => this.#unions.push({ draft, node: at }),
      follow: (at) => this.#resolver.resolveFully(at),
      followText: (at) => this.#resolver.resolveText(at),
    };
    return convertSchema(conversion, node.value, node.pointer, surroundings);
  }

  #targetOf(
    to: string | Node,
    from: Node,
    around: Surroundings,
    problems: Diagnostic[],
  ): SharedSchema | undefined {
    const resolved =
      typeof to === "string" ? this.#resolver.resolve(to, from) : { ok: true as const, node: to };
    if (!resolved.ok) {
      problems.push(resolved.problem);
      return undefined;
    }
    let found = resolved.node;
    if (!isSchemaPlace(found, this.#document.url)) {
      const message = `${dotted(from.pointer)} refers to ${dotted(found.pointer)}, which is not a schema.`;
      problems.push(problem("error", "ref-wrong-kind", from, message));
      return undefined;
    }
    if (around.anchors.size === 0) return this.#shared(found, noSurroundings);

    found = this.#behindAnchor(found);
    const isGeneric = reachesDynamicRef(found, (ref, at) => {
      const next = this.#resolver.resolve(ref, at);
      return next.ok ? next.node : undefined;
    });
    if (!isGeneric) return this.#shared(found, noSurroundings);
    if (this.#generics++ === maxGenerics) {
      const message = `${dotted(from.pointer)} is one of more than ${maxGenerics} uses of $dynamicRef.`;
      problems.push(problem("error", "invalid-schema", from, message));
    }
    if (this.#generics > maxGenerics) return this.#shared(found, noSurroundings);
    const anchors = [...around.anchors].map(
      ([name, node]) => [name, this.#behindAnchor(node)] as const,
    );
    return this.#shared(found, { anchors: new Map(anchors) });
  }

  /** Follows `{ $dynamicAnchor, $ref }`, which only binds an anchor to the schema it refers to. */
  #behindAnchor(node: Node): Node {
    const { value } = node;
    if (!isReference(value) || own(value, "$dynamicAnchor") === undefined) return node;
    if (Object.keys(value).length > 2) return node;
    const found = this.#resolver.resolve(value.$ref, node);
    return found.ok ? found.node : node;
  }

  /** Returns the shared schema for a place and its anchor bindings, creating it on first use. */
  #shared(node: Node, surroundings: Surroundings): SharedSchema {
    const bindings = [...surroundings.anchors].map(([name, at]) => ` ${name}=${keyOf(at)}`);
    const key = keyOf(node) + bindings.join("");
    let shared = this.#byKey.get(key);
    if (shared === undefined) {
      shared = new SharedSchema(node, surroundings);
      this.#byKey.set(key, shared);
      this.#pending.push(shared);
    }
    return shared;
  }

  /**
   * Names component schemas first, used or not, so that their names do not depend on the operations. A component that
   * only refers to a schema elsewhere, usually in a separate file, gives that schema its name.
   */
  #claimNames(): void {
    const taken: TakenNames = new Map();
    const claim = (node: Node, wanted: string): void => {
      const key = keyOf(node);
      if (!this.#claims.has(key)) this.#claims.set(key, reserveName(wanted, taken));
    };
    const named = this.#document.schemas.map(({ name, node }) => ({
      node,
      name,
      wanted: typeName(name),
    }));
    // Unchanged names go first: `Pet` must not become `Pet2` because of a `pet`.
    const exact = named.filter(({ name, wanted }) => name === wanted);
    const changed = named.filter(({ name, wanted }) => name !== wanted);
    const components = new Set(named.map(({ node }) => keyOf(node)));
    for (const { node, wanted } of [...exact, ...changed]) {
      if (isReference(node.value)) {
        const found = this.#resolver.resolveFully(node);
        const target = found.ok && !components.has(keyOf(found.node)) ? found.node : undefined;
        if (target && Object.keys(node.value).length === 1) claim(target, wanted);
      }
      claim(node, wanted);
    }
  }

  #nameAll(all: readonly SharedSchema[]): void {
    const taken: TakenNames = new Map([...this.#claims.values()].map((name) => [name, 2]));
    const unnamed = new Map<string, SharedSchema[]>();
    for (const shared of all) {
      const { file, pointer } = shared.node;
      const claimed = this.#claims.get(keyOf(shared.node));
      if (claimed !== undefined && shared.surroundings.anchors.size === 0) {
        shared.name = claimed;
        continue;
      }
      const wanted = (claimed ?? nameAt(file, pointer)) + this.#bindings(shared);
      const rivals = unnamed.get(wanted);
      if (rivals === undefined) unnamed.set(wanted, [shared]);
      else rivals.push(shared);
    }
    // Schemas with the same preferred name all get a longer one, so that names do not depend on the order.
    for (const [wanted, [first, ...rest]] of unnamed) {
      if (rest.length > 0 || taken.has(wanted)) continue;
      first!.name = wanted;
      taken.set(wanted, 2);
    }
    for (const rivals of unnamed.values()) {
      for (const shared of rivals) {
        const { file, pointer } = shared.node;
        if (shared.name === "") shared.name = reserveName(qualifiedName(file, pointer), taken);
      }
    }
  }

  /** Returns the name suffix of a generic schema: `Page` of `Pet` is `PageOfPet`. */
  #bindings(shared: SharedSchema): string {
    const names = [...shared.surroundings.anchors.values()].map(
      (node) => this.#claims.get(keyOf(node)) ?? nameAt(node.file, node.pointer),
    );
    return names.length === 0 ? "" : `Of${names.join("And")}`;
  }
}

/** Parts of a value whose schemas can accept anything without a change of what the value is elsewhere. */
const openPart =
  /^(?:\/(?:properties|patternProperties)\/[^/]+|\/prefixItems\/\d+|\/items|\/additionalProperties)+$/;

/** Whether a reference to nothing leaves the rest of the schema meaningful. Within `oneOf`, `not` and the like it does not. */
function leavesOpen(schema: Node, from: Node, mayBeOpen: boolean): boolean {
  if (from.file !== schema.file || !from.pointer.startsWith(schema.pointer)) return false;
  const place = from.pointer.slice(schema.pointer.length);
  return place === "" ? mayBeOpen : openPart.test(place);
}

/** Names that are taken, each with the number at which to go on looking for a free one: thousands may be wanted alike. */
type TakenNames = Map<string, number>;

/** Reserves the name, or the first free one of `Name2`, `Name3` … */
function reserveName(name: string, taken: TakenNames): string {
  let candidate = name;
  let count = taken.get(name) ?? 2;
  for (; taken.has(candidate); count++) candidate = `${name}${count}`;
  taken.set(name, count);
  if (candidate !== name) taken.set(candidate, 2);
  return candidate;
}

/** `#/components/schemas/Cat`, `Cat.yaml` → `Cat` */
function lastSegment(reference: string): string {
  return reference.replace(/\.(ya?ml|json)$/i, "").replace(/^.*[/#]/, "");
}

function keyOf({ file, pointer }: Node): string {
  return `${file}#${pointer}`;
}

/** Whether a node can be a schema: not the document itself, nor a component of another kind. */
function isSchemaPlace({ file, pointer, value }: Node, documentUrl: string): boolean {
  if (typeof value !== "boolean" && !isObject(value)) return value === null;
  if (file !== documentUrl) return true;
  if (!pointer.startsWith("/components/")) return pointer !== "";
  return pointer.startsWith("/components/schemas/") || pointer.split("/").length > 4;
}
