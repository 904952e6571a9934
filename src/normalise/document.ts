/**
 * The normal document: one shape for Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2. Every reference outside schemas is
 * followed, 2.0 constructs are read as their 3.x equivalents, nothing is copied: schemas, examples and extensions are
 * the document's own values with their places.
 */
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import type { JsonObject } from "./node.js";

export type SpecVersion = "2.0" | "3.0" | "3.1" | "3.2";

export type ParameterLocation = "path" | "query" | "querystring" | "header" | "cookie";

export interface NormalDocument {
  readonly version: SpecVersion;
  /** `Source.url` of the root file. */
  readonly url: string;
  /** What relative server URLs are relative to: the document's own `$self`, or else its URL. */
  readonly baseUrl: string;
  readonly title: string;
  /** `info.version` */
  readonly apiVersion: string;
  readonly description?: string;
  /** Members of the document that start with `x-`. */
  readonly extensions: JsonObject;
  /** Server Objects of 3.x. */
  readonly servers: readonly Node<JsonObject>[];
  /** Absent: the document does not say. */
  readonly security?: Node;
  /** Security Scheme Objects of 3.x by name. */
  readonly securitySchemes: ReadonlyMap<string, Node<JsonObject>>;
  /** `components.schemas` or `definitions`, in document order. References are not followed. */
  readonly schemas: readonly NamedNode[];
  /** In document order. */
  readonly operations: readonly NormalOperation[];
  /** Path items that can't be read at all, each with its error. */
  readonly lostPaths: readonly LostPath[];
}

export interface NamedNode {
  readonly name: string;
  readonly node: Node;
}

export interface LostPath {
  readonly path: string;
  readonly problem: Diagnostic;
}

export interface NormalOperation {
  /** Upper case for OpenAPI's own methods, as written in `additionalOperations`. */
  readonly method: string;
  readonly path: string;
  /** The Operation Object. */
  readonly node: Node<JsonObject>;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** Members that start with `x-`: the operation's over its path item's. */
  readonly extensions: JsonObject;
  /** The path item's, not yet merged with the operation's. */
  readonly pathParameters: readonly NormalParameter[];
  readonly parameters: readonly NormalParameter[];
  readonly body?: NormalBody;
  readonly responses: readonly NormalResponse[];
  /** Absent: the document's applies. */
  readonly security?: Node;
  /** Server Objects of the operation or else its path item. */
  readonly servers?: readonly Node<JsonObject>[];
  /** Problems of this operation alone; those of its parts are kept with them. */
  readonly problems: readonly Diagnostic[];
}

/** Something that may be shared by many operations: read once, the same object everywhere. */
export interface NormalPart {
  readonly place: Place;
  /** Problems in it, apart from those of its own parts. An error: it can't be used. */
  readonly problems: readonly Diagnostic[];
}

export interface NormalParameter extends NormalPart {
  /** Empty only when `problems` has an error. */
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated: boolean;
  /** As the document says; `undefined` leaves it to the default. */
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  /** One of `schema` and `content` at most. */
  readonly schema?: Node;
  readonly content?: NormalMediaType;
  readonly example?: unknown;
}

export interface NormalBody extends NormalPart {
  readonly required: boolean;
  readonly description?: string;
  readonly contents: readonly NormalMediaType[];
}

export interface NormalResponse extends NormalPart {
  /** `200`, `2XX`, `default` */
  readonly status: string;
  readonly description?: string;
  readonly contents: readonly NormalMediaType[];
  /** In document order; those that can't be read are left out. */
  readonly links: readonly NormalLink[];
}

/** A Link Object of 3.x. */
export interface NormalLink {
  readonly name: string;
  /** Exactly one of these two is present. */
  readonly operationId?: string;
  readonly operationRef?: string;
  readonly description?: string;
  /** Constants and runtime expressions, by the target's parameters: `id`, `path.id`. */
  readonly parameters: JsonObject;
  readonly requestBody?: unknown;
  readonly place: Place;
}

export interface NormalMediaType extends NormalPart {
  readonly type: string;
  readonly schema?: Node;
  /** The fields of a Swagger 2.0 form, in place of `schema`. */
  readonly form?: readonly FormField[];
  readonly itemSchema?: Node;
  readonly example?: unknown;
  /** Encoding Objects by position: `0`, `1` … of the first items, `items` of those that follow. */
  readonly positions?: ReadonlyMap<string, NormalEncoding>;
  /** Encoding Objects by property. */
  readonly encoding?: ReadonlyMap<string, NormalEncoding>;
}

export interface FormField {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Node;
}

export interface NormalEncoding {
  readonly contentType?: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly headers?: readonly NormalHeader[];
}

/** A header of a part. */
export interface NormalHeader {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema?: Node;
}
