/**
 * The model (IR): what an API offers, free of how its document wrote it. One shape for Swagger 2.0 and
 * OpenAPI 3.0, 3.1 and 3.2; references between parameters, bodies and responses are resolved, defaults filled in,
 * schemas are JSON Schema 2020-12 and kept by name.
 */
import type { ParameterLocation, ParameterStyle } from "../../runtime/contract/operation.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";

/** JSON Schema 2020-12. References to named schemas read `{ "$ref": "#/$defs/<Name>" }`, siblings allowed. */
export type Schema = { readonly [keyword: string]: unknown } | boolean;

export interface NamedSchema {
  /** A TypeScript identifier in PascalCase, unique in the API: type name and `$defs` key. */
  readonly name: string;
  /** How the document calls it: `#/components/schemas/Pet`, `parts/widget.yaml#/Widget`. */
  readonly ref: string;
  readonly place: Place;
  readonly schema: Schema;
  /** Names that `schema` refers to directly. */
  readonly uses: readonly string[];
  /** The kinds there are of it, by name: each includes it by `allOf`. Absent when it has no discriminator. */
  readonly subtypes?: readonly string[];
  /** Which value of the discriminator each of `subtypes` has. */
  readonly subtypesNote?: string;
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
  /** Filled in: never absent. Meaningless when `contentType` is present. */
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  readonly schema: Schema;
  /** The media type of a parameter described by `content`. */
  readonly contentType?: string;
  readonly example?: unknown;
  readonly place: Place;
}

export interface Encoding {
  readonly contentType?: string;
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Of the part, multipart only; never `Content-Type`. */
  readonly headers?: readonly EncodingHeader[];
}

/** @see OpenAPI 3.2 Header Object */
export interface EncodingHeader {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface MediaType {
  /** As the document writes it, parameters included. */
  readonly type: string;
  readonly schema?: Schema;
  /** 3.2 `itemSchema` of a sequential media type. */
  readonly itemSchema?: Schema;
  /** The first example the document gives, if any. */
  readonly example?: unknown;
  readonly encoding?: { readonly [property: string]: Encoding };
  /** By position: `0`, `1` … of the first items, `items` of those that follow. */
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
  /** Absent: none. */
  readonly links?: readonly Link[];
  readonly place: Place;
}

/** Where an answer leads. @see OpenAPI 3.2 Link Object */
export interface Link {
  readonly name: string;
  /** Exactly one of these two is present. */
  readonly operationId?: string;
  readonly operationRef?: string;
  readonly description?: string;
  /** Constants and runtime expressions, by the target's parameters: `id`, `path.id`. */
  readonly parameters: { readonly [parameter: string]: unknown };
  readonly requestBody?: unknown;
  readonly place: Place;
}

export interface ServerVariable {
  readonly default: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

export interface Server {
  /** Resolved against the document's URL when that is http(s); otherwise as written. No trailing slash. */
  readonly url: string;
  readonly variables: { readonly [name: string]: ServerVariable };
}

export type SecurityScheme =
  | { readonly type: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  /** `basic`, `bearer`, `digest` in lower case, others as written: some servers take them in no other way. */
  | { readonly type: "http"; readonly scheme: string }
  | { readonly type: "oauth2"; readonly flows: OAuthFlows; readonly metadataUrl?: string }
  /** Without a URL, a token can still be given. */
  | { readonly type: "openIdConnect"; readonly url?: string }
  | { readonly type: "mutualTLS" };

/** Those that a program can go through, by their names in OpenAPI 3. URLs are as written: absolute or relative. */
export interface OAuthFlows {
  readonly clientCredentials?: { readonly tokenUrl: string };
  readonly password?: { readonly tokenUrl: string };
  readonly authorizationCode?: { readonly authorizationUrl: string; readonly tokenUrl: string };
  /** Where tokens are renewed, when a flow says that it is not its token URL. */
  readonly refreshUrl?: string;
}

export type SecurityRequirement = { readonly [scheme: string]: readonly string[] };

export interface Operation {
  /** `GET /pets/{petId}`: unique in the API. */
  readonly key: string;
  readonly operationId?: string;
  /** Upper case for OpenAPI's own methods, as written for those of `additionalOperations`. */
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  /** Members starting with `x-` of the operation, with those of its path item and of the document beneath them. */
  readonly extensions: { readonly [name: string]: unknown };
  /** Path item's and operation's merged by name and location; the operation's win. */
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  readonly responses: readonly Response[];
  /** The operation's own or the document's. Empty: nothing is needed. */
  readonly security: readonly SecurityRequirement[];
  /** The operation's or the path item's own. */
  readonly servers?: readonly Server[];
  readonly place: Place;
}

export interface ApiModel {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  /** `2.0`, `3.0`, `3.1` or `3.2`. */
  readonly specVersion: string;
  readonly servers: readonly Server[];
  readonly securitySchemes: { readonly [name: string]: SecurityScheme };
  /** The document's own requirement. */
  readonly security: readonly SecurityRequirement[];
  /** In document order. Operations that can't be used are not here but in `skipped`. */
  readonly operations: readonly Operation[];
  /** Only those that an operation reaches. */
  readonly schemas: NamedSchemas;
  readonly skipped: readonly Skipped[];
  /** Operations the document has: `operations.length + skipped.length`. */
  readonly total: number;
}

/** An operation left out because of an error in it; `reason` is also among the diagnostics. */
export interface Skipped {
  /** `GET /pets/{petId}` */
  readonly key: string;
  readonly operationId?: string;
  readonly reason: Diagnostic;
}
