import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Node } from "../../load/source.js";
import type { Schema, Tag } from "../model.js";
import type { Surroundings } from "./schema-anchors.js";
import type { Draft } from "./conversion.js";

/** A converted schema and the schemas that it refers to directly. */
export interface ReadSchema {
  readonly schema: Schema;
  readonly uses: ReadonlySet<SharedSchema>;
  /** Problems in the schema itself, not in those it refers to. */
  readonly problems: readonly Diagnostic[];
  /** Errors of references to nothing, in whose place the schema accepts any value. */
  readonly openings: readonly Diagnostic[];
  /** Discriminated subtypes, if the schema has a discriminator. */
  readonly subtypes?: readonly SharedSchema[];
}

/** A reference that applies to the same instance as the schema it is in. */
export interface Edge {
  readonly target: SharedSchema;
  /** The schema object with the `$ref`. */
  readonly holder: Draft;
  /** `self`: the instance must match the target; `choice`: it may match another schema instead. */
  readonly position: "self" | "choice";
}

/** What a `discriminator` says. */
export interface ReadDiscriminator {
  readonly property: string;
  /** The values of the property that stand for each schema. A schema has none if any value may stand for it. */
  readonly tags: ReadonlyMap<SharedSchema, readonly Tag[]>;
  /** The schema for values that no other has. @see OpenAPI 3.2 Discriminator Object, `defaultMapping` */
  readonly fallback?: SharedSchema | undefined;
}

/** A referenced schema, while it is being read. */
export class SharedSchema implements ReadSchema {
  readonly node: Node;
  readonly surroundings: Surroundings;
  /** References to this schema. Their `$ref` is filled in once all names are known. */
  readonly holders = new Set<Draft>();
  readonly uses = new Set<SharedSchema>();
  readonly problems: Diagnostic[] = [];
  readonly openings: Diagnostic[] = [];
  edges: Edge[] = [];
  subtypes: readonly SharedSchema[] = [];
  /** It has more discriminated subtypes than are told apart, so none is in `subtypes`. */
  hasTooManySubtypes = false;
  /** The tags of the subtypes. */
  discriminator: ReadDiscriminator | undefined;
  schema: Schema = {};
  name = "";

  constructor(node: Node, surroundings: Surroundings) {
    this.node = node;
    this.surroundings = surroundings;
  }
}
