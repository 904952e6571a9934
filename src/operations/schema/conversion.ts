import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Resolution } from "../../load/references/resolver.js";
import type { Node } from "../../load/source.js";
import type { JsonObject } from "../../normalise/node.js";
import type { SpecVersion } from "../../normalise/document.js";
import type { Schema } from "../model.js";
import type { Surroundings } from "./schema-anchors.js";

/**
 * What a subschema applies to, seen from the schema being converted: the same instance (always, or as one of several
 * choices) or a part of it. A circle of references about the same instance would never end.
 */
export type Position = "self" | "choice" | "part";

/** A schema under construction. This stage changes no other objects. */
export type Draft = Record<string, unknown>;

/** The context of a conversion; it collects the problems. */
export interface Conversion {
  readonly version: SpecVersion;
  readonly file: string;
  /** Set while reading a map of schemas through a reference. A further reference is refused, so that reading ends. */
  readonly inReferredMap?: true;
  readonly problems: Diagnostic[];
  /** Makes `holder` refer to the schema that `to`, written at `from`, refers to, or adds an error. */
  refer(
    to: string | Node,
    from: Node,
    holder: Draft,
    position: Position,
    around: Surroundings,
  ): void;
  /** Registers a union with a `discriminator`, written at `node`. */
  discriminate(union: Draft, node: Node<JsonObject>): void;
  /** Resolves a reference that JSON Schema does not have: to a text or to a map of schemas. */
  follow(node: Node): Resolution;
  /** The same for a text. */
  followText(node: Node): Resolution;
}

export type Convert = (
  conversion: Conversion,
  value: unknown,
  pointer: string,
  position: Position,
  depth: number,
  surroundings: Surroundings,
) => Schema;

/** The place of a keyword, and how to convert the schemas in its value. */
export interface Spot {
  readonly conversion: Conversion;
  readonly convert: Convert;
  /** The schema of the document that has the keyword. */
  readonly source: JsonObject;
  /** Pointer to the keyword's value. */
  readonly pointer: string;
  /** Position of the schema that has the keyword. */
  readonly position: Position;
  readonly depth: number;
  readonly surroundings: Surroundings;
}
