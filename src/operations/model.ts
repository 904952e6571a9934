/**
 * The model (IR) of an API, independent of how its document is written. It has one shape for Swagger 2.0 and
 * OpenAPI 3.0, 3.1 and 3.2: references to parameters, bodies and responses are resolved, defaults are filled in,
 * and schemas are JSON Schema 2020-12, kept by name.
 */
import type { ParameterLocation, ParameterStyle } from "../../runtime/contract/operation.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";

/**
 * JSON Schema 2020-12. References to named schemas read `{ "$ref": "#/$defs/<Name>" }`, siblings allowed. `readOnly` is true
 * where requests leave the property out (2.0 and 3.0), and `"annotation"` where it may be sent (since 3.1).
 */
export type Schema = { readonly [keyword: string]: unknown } | boolean;

/** A value of the property that a `discriminator` names. */
export type Tag = string | number | boolean;

export interface NamedSchema {
  /** A TypeScript identifier in PascalCase, unique in the API: type name and `$defs` key. */
  readonly name: string;
  /** The reference to it in the document: `#/components/schemas/Pet`, `parts/widget.yaml#/Widget`. */
  readonly ref: string;
  readonly place: Place;
  readonly schema: Schema;
  /** Names of the schemas that `schema` refers to directly. */
  readonly uses: readonly string[];
  /**
   * Names of the discriminated subtypes, which include this schema by `allOf`. Absent without a discriminator; empty if
   * they are too many to tell apart: then the schema may have the members of any.
   */
  readonly subtypes?: readonly string[];
  /** The discriminator value of each subtype, in English. */
  readonly subtypesNote?: string;
  readonly discriminator?: {
    readonly property: string;
    /** The tags of each subtype, then of the schema itself. Undefined: any value; none: no value. */
    readonly tags: readonly (readonly Tag[] | undefined)[];
  };
}

/** The named schemas of a model by name: the targets of `#/$defs/<Name>`. */
export type NamedSchemas = ReadonlyMap<string, NamedSchema>;

export type Style = ParameterStyle;

export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated: boolean;
  /** Defaults are filled in. Meaningless if `contentType` is present. */
  readonly style: Style;
  readonly explode: boolean;
  /** Swagger 2.0: delimiters of the lists within a list, the outermost first. */
  readonly itemDelimiters?: readonly string[];
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  readonly schema: Schema;
  /** The media type of a parameter described by `content`. */
  readonly contentType?: string;
  /** Encodings by property of a form in `content`. */
  readonly encoding?: { readonly [property: string]: Encoding };
  readonly example?: unknown;
  readonly place: Place;
}

export interface Encoding {
  readonly contentType?: string;
  readonly style?: Style;
  readonly explode?: boolean;
  /** Swagger 2.0: delimiters of the lists within a list, the outermost first. */
  readonly itemDelimiters?: readonly string[];
  readonly allowReserved?: boolean;
  /** Headers of a multipart part, without `Content-Type`. */
  readonly headers?: readonly EncodingHeader[];
}

/** @see OpenAPI 3.2 Header Object */
export interface EncodingHeader {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly explode?: boolean;
  /** The media type of a header described by `content`. */
  readonly contentType?: string;
}

export interface MediaType {
  /** As written in the document, parameters included. */
  readonly type: string;
  readonly schema?: Schema;
  /** 3.2 `itemSchema` of a sequential media type. */
  readonly itemSchema?: Schema;
  /** The first example in the document. */
  readonly example?: unknown;
  /** Names of the members that any of its examples has. */
  readonly exampleMembers?: readonly string[];
  readonly encoding?: { readonly [property: string]: Encoding };
  /** Encodings by position: `0`, `1` … for the first items, `items` for the rest. */
  readonly positions?: { readonly [position: string]: Encoding };
  readonly place: Place;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description?: string;
  /** In document order, at least one. */
  readonly contents: readonly MediaType[];
  readonly place: Place;
}

export interface Response {
  /** `200`, `2XX` (always upper case X), `default`. */
  readonly status: string;
  readonly description?: string;
  readonly contents: readonly MediaType[];
  readonly links?: readonly Link[];
  readonly place: Place;
}

/** A link from a response to another operation. @see OpenAPI 3.2 Link Object */
export interface Link {
  readonly name: string;
  /** Exactly one of `operationId` and `operationRef` is present. */
  readonly operationId?: string;
  readonly operationRef?: string;
  readonly description?: string;
  /** Constants and runtime expressions by parameter of the target: `id`, `path.id`. */
  readonly parameters: { readonly [parameter: string]: unknown };
  readonly requestBody?: unknown;
  readonly place: Place;
}

export interface ServerVariable {
  /** Absent if the document has none; then the variable must be set. */
  readonly default?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

export interface Server {
  /** Resolved against the document's URL if that is http(s), otherwise as written. Without a trailing slash. */
  readonly url: string;
  readonly variables: { readonly [name: string]: ServerVariable };
}

export type SecurityScheme =
  | { readonly type: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  /** `basic`, `bearer` and `digest` are in lower case; others as written, because some servers compare their case. */
  | { readonly type: "http"; readonly scheme: string }
  | { readonly type: "oauth2"; readonly flows: OAuthFlows; readonly metadataUrl?: string }
  /** Without a URL, the user can still supply a token. */
  | { readonly type: "openIdConnect"; readonly url?: string }
  | { readonly type: "mutualTLS" };

/** The supported flows, by their OpenAPI 3 names. URLs are as written, absolute or relative. */
export interface OAuthFlows {
  readonly clientCredentials?: { readonly tokenUrl: string };
  readonly password?: { readonly tokenUrl: string };
  readonly authorizationCode?: { readonly authorizationUrl: string; readonly tokenUrl: string };
  /** Where to refresh tokens, if a flow names a URL other than the token URL. */
  readonly refreshUrl?: string;
}

export type SecurityRequirement = { readonly [scheme: string]: readonly string[] };

export interface Operation {
  /** `GET /pets/{petId}`: unique in the API. */
  readonly key: string;
  readonly operationId?: string;
  /** In upper case; methods of `additionalOperations` are as written. */
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** The `x-` members of the operation; those of its path item and the document serve as defaults. */
  readonly extensions: { readonly [name: string]: unknown };
  /** Parameters of the path item and the operation, merged by name and location; the operation's win. */
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  readonly responses: readonly Response[];
  /** The operation's own requirements, else the document's. Empty: no credentials are needed. */
  readonly security: readonly SecurityRequirement[];
  /** Servers of the operation, else of the path item. */
  readonly servers?: readonly Server[];
  readonly place: Place;
}

/** A document that has been read: its operations, servers and security schemes. */
export interface ApiModel {
  /** The title of the API. */
  readonly title: string;
  /** The version of the API. */
  readonly version: string;
  /** The description of the API. */
  readonly description?: string;
  /** `2.0`, `3.0`, `3.1` or `3.2`. */
  readonly specVersion: string;
  /** The base URLs of the API. */
  readonly servers: readonly Server[];
  /** How the API authenticates its callers, by name. */
  readonly securitySchemes: { readonly [name: string]: SecurityScheme };
  /** The document's own requirements. */
  readonly security: readonly SecurityRequirement[];
  /** In document order, without those that can't be used (`skipped`). */
  readonly operations: readonly Operation[];
  /** Only schemas that an operation reaches. */
  readonly schemas: NamedSchemas;
  /** The operations that can't be used, with the reasons. */
  readonly skipped: readonly Skipped[];
  /** Number of operations in the document: `operations.length + skipped.length`. */
  readonly total: number;
}

/** An operation left out because of an error; `reason` is also among the diagnostics. */
export interface Skipped {
  /** `GET /pets/{petId}` */
  readonly key: string;
  readonly operationId?: string;
  readonly reason: Diagnostic;
}
