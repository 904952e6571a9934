/** What the conversion of schemas is made of. */
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Resolution } from "../../load/references/resolver.js";
import type { Node } from "../../load/source.js";
import type { SpecVersion } from "../../normalise/document.js";
import type { Schema } from "../model.js";
import type { Surroundings } from "./schema-anchors.js";

/**
 * What a schema is about, seen from the schema that is being converted: the same instance (always, or as one of
 * several choices) or a part of it. References that lead back to the same instance would never end.
 */
export type Position = "self" | "choice" | "part";

/** A schema under construction: the only objects this stage changes, and only until it is finished. */
export type Draft = Record<string, unknown>;

/** What converting needs and where it leaves what it finds. */
export interface Conversion {
  readonly version: SpecVersion;
  readonly file: string;
  /** Set while reading a map of schemas that another schema refers to: these may not be nested, to come to an end. */
  readonly inReferredMap?: true;
  readonly problems: Diagnostic[];
  /** Makes `holder` a reference to the schema that `to`, written at `from`, leads to; or adds an error. */
  refer(
    to: string | Node,
    from: Node,
    holder: Draft,
    position: Position,
    around: Surroundings,
  ): void;
  /** What a reference that JSON Schema does not have leads to: to a text, to a map of schemas. */
  follow(node: Node): Resolution;
}

/** Converts one schema, at a place below another. */
export type Convert = (
  conversion: Conversion,
  value: unknown,
  pointer: string,
  position: Position,
  depth: number,
  surroundings: Surroundings,
) => Schema;

/** Where a keyword stands, and how the schemas in its value are converted. */
export interface Spot {
  readonly conversion: Conversion;
  readonly convert: Convert;
  /** Of the keyword's value. */
  readonly pointer: string;
  /** Of the schema the keyword belongs to. */
  readonly position: Position;
  readonly depth: number;
  readonly surroundings: Surroundings;
}
