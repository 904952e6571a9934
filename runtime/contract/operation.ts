/**
 * The facts of one operation: what generated `operations.ts` states and what the runtime acts on.
 * Plain data, no behaviour: the same value is emitted as TypeScript and served from memory.
 */

/** A JSON Schema 2020-12. Loose on purpose: generated tables of thousands must type-check fast. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A schema that MCP accepts as an `inputSchema`: an object at its root. */
export type ObjectSchema = JsonSchema & { readonly type: "object" };

/** Schemas by name; `{ $ref: "#/$defs/<name>" }` in an operation's schema points here. */
export type SchemaTable = { readonly [name: string]: JsonSchema };

/** Where a parameter travels. @see OpenAPI 3.2 Parameter Object, `in` */
export type ParameterLocation = "path" | "query" | "querystring" | "header" | "cookie";

/** @see OpenAPI 3.2 Parameter Object, Style Values. `tabs` is what Swagger 2.0 calls `tsv`. */
export type ParameterStyle =
  | "matrix"
  | "label"
  | "simple"
  | "form"
  | "cookie"
  | "spaceDelimited"
  | "pipeDelimited"
  | "tabDelimited"
  | "deepObject";

/** One argument that travels outside the body. */
export interface ParameterBinding {
  readonly in: ParameterLocation;
  /** Its name on the wire. */
  readonly name: string;
  /** The argument that carries it; absent when it equals `name`. */
  readonly arg?: string;
  /** Absent: `simple` for path and header, `form` for query and cookie. */
  readonly style?: ParameterStyle;
  /** Absent: true for `form` and `cookie`, false for every other style. */
  readonly explode?: boolean;
  /** Characters of RFC 3986's reserved set stay as they are. */
  readonly allowReserved?: true;
  /** The value is serialised as this media type first (a parameter with `content`). */
  readonly content?: string;
  /** True when the parameter may be sent as `name=` with an empty value (query only). */
  readonly allowEmptyValue?: true;
}

/**
 * How one property of a form body, or one part of a multipart body, is written.
 *
 * @see OpenAPI 3.2 Encoding Object
 */
export interface PropertyEncoding {
  /** A media type, or several with commas between them: then a file's own decides. */
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** Objects are files (`FileInput`), and so are the items of an array. */
  readonly file?: true;
  /** Of a part in an XML type. */
  readonly xml?: XmlShape;
  /** Headers of the part, multipart bodies only. */
  readonly headers?: readonly PartHeader[];
}

/** How a value is written as XML: names that a document says otherwise than by its properties. */
export interface XmlShape extends XmlNode {
  /** The name of the root element. */
  readonly name: string;
  /** What nodes with a `type` hold, by that. */
  readonly types?: { readonly [type: string]: XmlMembers };
}

/** By property, in the order to write them in. A property that is not here is an element of its name. */
export interface XmlMembers {
  readonly [property: string]: XmlNode;
}

/** @see OpenAPI 3.2 XML Object */
export interface XmlNode {
  /** With its prefix; absent: the property's, of an item that of the array. */
  readonly name?: string;
  /** Declared where the node is, for its prefix if it has one. */
  readonly namespace?: string;
  /** Absent: an element. */
  readonly as?: "attribute" | "text" | "cdata" | "none";
  /** An array's items stand in an element of their own. */
  readonly wrapped?: true;
  readonly items?: XmlNode;
  readonly members?: XmlMembers;
  /** In place of `members`. */
  readonly type?: string;
}

/** A header of a part: the same for every call, or an argument. */
export interface PartHeader {
  readonly name: string;
  readonly value?: string;
  readonly arg?: string;
  /** Of an object: absent, false. */
  readonly explode?: true;
}

/** How arguments become the request's body. Exactly one of `fields` and `arg` is present. */
export interface BodyBinding {
  /** The media type as the document writes it: `application/json`, `multipart/form-data`, of a file also `image/*` … */
  readonly type: string;
  /** Arguments that are the properties of an object body: a name, or `[argument, property]` where they differ. */
  readonly fields?: readonly (string | readonly [arg: string, property: string])[];
  /** The one argument that is the whole body. */
  readonly arg?: string;
  /** The body is sent even when no field is given: `{}`. */
  readonly required?: true;
  /** By property name; urlencoded and multipart bodies only. */
  readonly encoding?: { readonly [property: string]: PropertyEncoding };
  /** Of the first items of a multipart body that is a list, and of those that follow. */
  readonly prefixEncoding?: readonly PropertyEncoding[];
  readonly itemEncoding?: PropertyEncoding;
  /** Of properties that `encoding` does not name; multipart bodies only. */
  readonly restEncoding?: PropertyEncoding;
  /** Other media types to send the body as, when the argument says so. */
  readonly choice?: { readonly arg: string; readonly others: readonly BodyBinding[] };
  /** XML bodies only. */
  readonly xml?: XmlShape;
  /** The argument `arg` is a file, the body its bytes. */
  readonly file?: true;
  /** Of a file: media types, beside `type`, that it may be sent as. */
  readonly otherTypes?: readonly string[];
}

/** A server variable. @see OpenAPI 3.2 Server Variable Object */
export interface ServerVariable {
  readonly default: string;
  readonly enum?: readonly string[];
  /** The environment variable that sets it. */
  readonly env: string;
}

/** @see OpenAPI 3.2 Server Object. `url` may hold `{variable}`s and may be relative when the document gave no more. */
export interface Server {
  readonly url: string;
  readonly variables?: { readonly [name: string]: ServerVariable };
}

/** The HTTP request of an operation. */
export interface RequestShape {
  /** Upper case: `GET`, `POST`, `QUERY` … */
  readonly method: string;
  /** The path template as the document writes it, appended to the server's URL. */
  readonly path: string;
  /** Only when the operation or its path item has servers of its own; the first is used. */
  readonly servers?: readonly Server[];
  /** In document order. */
  readonly params?: readonly ParameterBinding[];
  readonly body?: BodyBinding;
  /** The `Accept` header: the media types of the success responses, preferred first. Absent: any. */
  readonly accept?: string;
}

/** Hints about a tool's behaviour. @see MCP 2026-07-28 ToolAnnotations */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** What an MCP client sees of an operation. */
export type Exposure =
  | {
      /** `searchable`: not listed, but found and called through the server's search tools. */
      readonly as: "tool" | "searchable";
      /** `^[a-zA-Z0-9_-]{1,64}$`, unique in the server. */
      readonly name: string;
      readonly title?: string;
      readonly annotations?: ToolAnnotations;
      readonly tags?: readonly string[];
    }
  | {
      readonly as: "resource";
      readonly name: string;
      /** RFC 3986. */
      readonly uri: string;
      readonly title?: string;
      readonly mimeType?: string;
      readonly tags?: readonly string[];
    }
  | {
      readonly as: "template";
      readonly name: string;
      /** RFC 6570; its variables are the operation's arguments. */
      readonly uriTemplate: string;
      readonly title?: string;
      readonly mimeType?: string;
      readonly tags?: readonly string[];
    };

/**
 * How a list that comes in pages is followed to its end. Pointers are JSON Pointers (RFC 6901) into the answer's JSON;
 * `arg` is an argument of the operation, by the name that `request` binds.
 */
export type Pagination = PageLimits &
  (
    | {
        /** Each page has the URL of the next, on the same origin: in `Link: <…>; rel="next"` (RFC 8288), or at `next`. */
        readonly by: "link";
        readonly next?: string;
      }
    | {
        /** Each page has a token for the next at `next`; null, empty or absent on the last. */
        readonly by: "cursor";
        readonly next: string;
        readonly arg: string;
      }
    | {
        /** Pages have numbers that rise by one; the first page is the caller's `arg`, else `first`, else 1. */
        readonly by: "page";
        readonly arg: string;
        readonly first?: number;
      }
    | {
        /** `arg` rises by the number of items so far, from what the caller gave, else 0. */
        readonly by: "offset";
        readonly arg: string;
      }
  );

/** Where the items of a page are, and when enough were fetched. */
export interface PageLimits {
  /** The list in each page; absent: the answer itself, or its one member that is a list. */
  readonly items?: string;
  /** For `page` and `offset`: a boolean that says whether there is more, or the number of all items. Absent: a page without items is the last. */
  readonly more?: string;
  /** Default 10. */
  readonly maxPages?: number;
  /** Default 1,000. */
  readonly maxItems?: number;
}

/**
 * What the answer leads to: one Link Object of a success response whose target is exposed. Exactly one of `tool` and
 * `uri` is present.
 *
 * @see OpenAPI 3.2 Link Object
 */
export interface AnswerLink {
  /** As the document calls it. */
  readonly name: string;
  /** The response that has it: `200`, `2XX`, `default`. */
  readonly status: string;
  readonly description?: string;
  /** The tool to call. */
  readonly tool?: string;
  /** The resource to read, or the template of its URI. */
  readonly uri?: string;
  /** The target's arguments by name: constants, and texts with runtime expressions (`$response.body#/id`). */
  readonly args?: { readonly [arg: string]: unknown };
}

/** What the user is asked before a call. */
export interface Confirmation {
  /** Absent: what would be called, with its arguments. */
  readonly message?: string;
  /** The call is made where the client can't ask. Absent: it is refused. */
  readonly otherwise?: "call";
}

/** Names of security schemes that must all be satisfied; `{}` means none is needed. The strings are OAuth scopes. */
export type SecurityRequirement = { readonly [scheme: string]: readonly string[] };

/**
 * One operation of the API.
 *
 * `Input` and `Output` are for the compiler only: what the method takes and what it resolves to.
 */
export interface Operation<Input = unknown, Output = unknown> {
  /** The document's `operationId`, or `METHOD /path`. */
  readonly id: string;
  readonly description?: string;
  readonly request: RequestShape;
  /** The arguments, without `$defs`: those come from the API's `inputSchemas`. */
  readonly input: ObjectSchema;
  /**
   * The success response's JSON as clients may see it: an object at its root without `required`, so that an answer
   * with unexpected members can still be delivered. Absent when the response is no JSON, or too large to list.
   * Without `$defs`: those come from the API's `outputSchemas`.
   */
  readonly output?: ObjectSchema;
  /**
   * Where the document has the schema of `output`: a reference such as `#/components/schemas/Pet`. Absent: at the
   * response, below the operation's path and method. `composed`: no single schema of the document is its source.
   */
  readonly outputSource?: string;
  /**
   * The answer is a stream and its value the list of its items. `events`: the items of an event stream are its events,
   * `{ event, id, data }`; `items`: the JSON of each item, or of each event's data. Absent: a stream is a text.
   *
   * @see OpenAPI 3.2 Media Type Object, Sequential Media Types
   */
  readonly stream?: "events" | "items";
  /** The member of `output` that holds the answer. Present when the answer is not a JSON object. */
  readonly wrapIn?: "result";
  /** Only when it differs from the API's own `security`. Alternatives: one of them must be satisfied. */
  readonly security?: readonly SecurityRequirement[];
  /** Milliseconds for one upstream call; absent: the server's default. */
  readonly timeoutMs?: number;
  /**
   * How often a call is sent again after 429, 503 or a broken connection. Absent: twice where the
   * method, or the tool's `idempotentHint`, says that a repeated call does no more than one, else never. 0: never.
   */
  readonly retries?: number;
  /** Arguments that are sent unless the caller gives them; those that `input` lacks can't be given. */
  readonly preset?: { readonly [arg: string]: unknown };
  /** The tool calls nothing before the user agrees. */
  readonly confirm?: Confirmation;
  /** JMESPath: what of a JSON answer clients get. The method still resolves to the whole answer. */
  readonly select?: string;
  /** Most items that clients of the tool get of each list in the answer. */
  readonly limit?: number;
  /** Milliseconds for which an answer to GET, HEAD or QUERY serves the same caller's same call again. Absent: none. */
  readonly cacheMs?: number;
  /** Absent: pages are not followed. */
  readonly paginate?: Pagination;
  /** In document order. */
  readonly links?: readonly AnswerLink[];
  /** What `--mock` answers: the document's own example, or a small one made from a schema that is too large to list. */
  readonly example?: { readonly type: string; readonly value: unknown };
  /** What `--mock` answers without an example: the success response's status and media type. */
  readonly success?: { readonly status: number; readonly type?: string };
  readonly expose: Exposure;
  /** Never present: carries the types for the compiler. */
  readonly "~types"?: { readonly input: Input; readonly output: Output };
}
