/**
 * The normal document: one shape for Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2. Every reference outside schemas is
 * resolved, and 2.0 constructs are converted to their 3.x equivalents. Schemas, examples and extensions are not copied:
 * they are the document's own values with their places.
 */
import type { Reach } from "../../runtime/contract/addresses.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import type { JsonObject } from "./node.js";

export type SpecVersion = "2.0" | "3.0" | "3.1" | "3.2";

export type ParameterLocation = "path" | "query" | "querystring" | "header" | "cookie";

export interface NormalDocument {
  readonly version: SpecVersion;
  /** `Source.url` of the root file. */
  readonly url: string;
  /** Base of relative server URLs: the document's own `$self`, or else its URL. */
  readonly baseUrl: string;
  /** Which addresses the document may lead to. */
  readonly reach: Reach;
  readonly title: string;
  /** `info.version` */
  readonly apiVersion: string;
  readonly description?: string;
  /** Members of the document that start with `x-`. */
  readonly extensions: JsonObject;
  /** Server Objects of 3.x. */
  readonly servers: readonly Node<JsonObject>[];
  /** Absent if the document has none. */
  readonly security?: Node;
  /** Security Scheme Objects of 3.x by name. */
  readonly securitySchemes: ReadonlyMap<string, Node<JsonObject>>;
  /** `components.schemas` or `definitions`, in document order, with references not followed. */
  readonly schemas: readonly NamedNode[];
  /** In document order. */
  readonly operations: readonly NormalOperation[];
  /** Path items that can't be read, each with its error. */
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
  /** Members that start with `x-`; the operation's override its path item's. */
  readonly extensions: JsonObject;
  /** The path item's parameters, not yet merged with the operation's. */
  readonly pathParameters: readonly NormalParameter[];
  readonly parameters: readonly NormalParameter[];
  readonly body?: NormalBody;
  readonly responses: readonly NormalResponse[];
  /** Absent if the document's `security` applies. */
  readonly security?: Node;
  /** Server Objects of the operation, or else of its path item. */
  readonly servers?: readonly Node<JsonObject>[];
  /** Problems of the operation itself; its parts have their own. */
  readonly problems: readonly Diagnostic[];
}

/** A part that operations may share. It is read once and is the same object everywhere. */
export interface NormalPart {
  readonly place: Place;
  /** Problems of the part itself; its own parts have theirs. With an error, the part can't be used. */
  readonly problems: readonly Diagnostic[];
}

export interface NormalParameter extends NormalPart {
  /** Empty only when `problems` has an error. */
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated: boolean;
  /** `undefined` means the default. */
  readonly style?: string;
  readonly explode?: boolean;
  /** Swagger 2.0: delimiters of the lists within a list, the outermost first. */
  readonly itemDelimiters?: readonly string[];
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  /** At most one of `schema` and `content` is present. */
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
  /** In document order, without those that can't be read. */
  readonly links: readonly NormalLink[];
}

/** A Link Object of 3.x. */
export interface NormalLink {
  readonly name: string;
  /** Exactly one of these two is present. */
  readonly operationId?: string;
  readonly operationRef?: string;
  readonly description?: string;
  /** Constants and runtime expressions, by the target's parameter: `id`, `path.id`. */
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
  /** Names of the members that its examples have. */
  readonly exampleMembers?: readonly string[];
  /** Encoding Objects by position: `0`, `1` … for the first items, `items` for the rest. */
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
  /** Swagger 2.0: delimiters of the lists within a list, the outermost first. */
  readonly itemDelimiters?: readonly string[];
  readonly allowReserved?: boolean;
  readonly headers?: readonly NormalHeader[];
}

/** A header of a multipart part. */
export interface NormalHeader {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema?: Node;
  readonly explode?: boolean;
  /** The media type of a header described by `content`. */
  readonly contentType?: string;
}
