import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Node } from "../../load/source.js";
import type { Schema } from "../model.js";
import type { Surroundings } from "./schema-anchors.js";
import type { Draft } from "./conversion.js";

/** A converted schema and what it refers to directly. */
export interface ReadSchema {
  readonly schema: Schema;
  readonly uses: ReadonlySet<SharedSchema>;
  /** In the schema itself, not in those it refers to. */
  readonly problems: readonly Diagnostic[];
  /** The kinds there are of it, where it says that there are kinds. */
  readonly subtypes?: readonly SharedSchema[];
}

/** A reference that is about the same instance as the schema it is in. */
export interface Edge {
  readonly target: SharedSchema;
  /** The `{ $ref }` itself. */
  readonly holder: Draft;
  /** Whether the instance must match it, or may match something else instead. */
  readonly position: "self" | "choice";
}

/** A schema that something refers to, while it is being read. */
export class SharedSchema implements ReadSchema {
  readonly node: Node;
  readonly surroundings: Surroundings;
  /** The references to it: `$ref` is filled in when all names are known. */
  readonly holders = new Set<Draft>();
  readonly uses = new Set<SharedSchema>();
  readonly problems: Diagnostic[] = [];
  edges: Edge[] = [];
  subtypes: readonly SharedSchema[] = [];
  schema: Schema = {};
  name = "";

  constructor(node: Node, surroundings: Surroundings) {
    this.node = node;
    this.surroundings = surroundings;
  }
}
