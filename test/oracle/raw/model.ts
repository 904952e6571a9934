import type { RawNode } from "./nodes.js";

export type RawVersion = "2.0" | "3.0" | "3.1" | "3.2";

/** An operation as its document declares it; references to other objects than schemas are followed. */
export interface RawOperation {
  /** `GET /pets/{petId}` */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly node: RawNode;
  /**
   * Parameters of the path item and the operation, merged, and a string for each template expression that none of them
   * declares; without `body` and `formData` of Swagger 2.0.
   */
  readonly parameters: readonly RawParameter[];
  /** In Swagger 2.0 the parameter in `body`, or those in `formData` as the properties of one object. */
  readonly body?: RawBody;
  readonly responses: readonly RawResponse[];
  /** Alternatives: each names the schemes that it needs at once. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Server Objects of the operation, else of its path, else of the document; in Swagger 2.0 made of schemes, host and basePath. */
  readonly servers: readonly RawNode[];
}

export interface RawParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  /** The Parameter Object. */
  readonly node: RawNode;
  /** In Swagger 2.0 the Parameter Object itself: its members are the keywords. */
  readonly schema?: RawNode;
  /** Instead of a schema: one media type. */
  readonly content?: RawMediaType;
  /** With the default of its place; `tabDelimited` is `tsv` of Swagger 2.0. */
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

export interface RawBody {
  readonly required: boolean;
  readonly node: RawNode;
  readonly content: readonly RawMediaType[];
}

export interface RawMediaType {
  /** As written. */
  readonly type: string;
  /** The Media Type Object; in Swagger 2.0 the parameter, or the list of parameters. */
  readonly node: RawNode;
  readonly schema?: RawNode;
  readonly itemSchema?: RawNode;
  /** Encoding Objects, by property. */
  readonly encoding?: RawNode;
}

export interface RawResponse {
  /** `200`, `2XX`, `default` */
  readonly status: string;
  readonly node: RawNode;
  readonly content: readonly RawMediaType[];
}
