/**
 * The facts of an operation, which generated code states and the runtime acts on: plain data, which the generator can also
 * serve from memory.
 */

/** A JSON Schema 2020-12, loosely typed so that tables of thousands type-check fast. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A schema with an object at its root, as MCP requires of an `inputSchema`. */
export type ObjectSchema = JsonSchema & { readonly type: "object" };

/** Schemas by name, the targets of `{ $ref: "#/$defs/<name>" }` in operations' schemas. */
export type SchemaTable = { readonly [name: string]: JsonSchema };

/** Location of a parameter in the request. @see OpenAPI 3.2 Parameter Object, `in` */
export type ParameterLocation = "path" | "query" | "querystring" | "header" | "cookie";

/** Serialisation of a value. `tabDelimited` is `tsv` of Swagger 2.0. @see OpenAPI 3.2 Parameter Object, Style Values */
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

/** An argument that is sent outside the body. */
export interface ParameterBinding {
  readonly in: ParameterLocation;
  /** Name of the parameter in the request. */
  readonly name: string;
  /** Name of the argument. Absent: `name`. */
  readonly arg?: string;
  /** Absent: `simple` for path and header, `form` for query and cookie. */
  readonly style?: ParameterStyle;
  /** Absent: true for `form` and `cookie`, false for other styles. */
  readonly explode?: boolean;
  /** Swagger 2.0: delimiters of the lists within a list, the outermost first. Absent: such lists are written as JSON. */
  readonly itemDelimiters?: readonly string[];
  /** Reserved characters of RFC 3986 are not percent-encoded, except `&`, `=`, `+`, `;` and `#`. */
  readonly allowReserved?: true;
  /** Only with `allowReserved`: the characters that end a value, `&`, `=`, `+` and `;`, are not percent-encoded, either. */
  readonly allowDelimiters?: true;
  /** For a parameter with `content`: the media type that the value is serialised as first. */
  readonly content?: string;
  /** Only for a `content` that is a form: encodings by property. */
  readonly encoding?: { readonly [property: string]: PropertyEncoding };
  /** Only for a `content` that is XML. */
  readonly xml?: XmlShape;
  /** The parameter may be sent with an empty value, `name=`. Query only. */
  readonly allowEmptyValue?: true;
}

/**
 * Serialisation of a property of a form body or a part of a multipart body.
 *
 * @see OpenAPI 3.2 Encoding Object
 */
export interface PropertyEncoding {
  /** A media type, or several separated by commas, of which a file's own type decides. */
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  /** As in `ParameterBinding`. */
  readonly itemDelimiters?: readonly string[];
  readonly allowReserved?: true;
  /** The value, or each item of an array, is a file (`FileInput`). */
  readonly file?: true;
  /** Besides files, the value or an item may be another object. One that can be read as a file is a file. */
  readonly orObject?: true;
  /** Encoding that a text is in: `base64` or another of RFC 4648 and RFC 2045. Multipart bodies only. */
  readonly contentEncoding?: string;
  /** Only for a property or part with an XML type. */
  readonly xml?: XmlShape;
  /** Headers of the part. Multipart bodies only. */
  readonly headers?: readonly PartHeader[];
}

/** How a value is written as XML, where that does not follow from the names of its properties. */
export interface XmlShape extends XmlNode {
  readonly name: string;
  /** Members of the nodes with a `type`, by type. */
  readonly types?: { readonly [type: string]: XmlMembers };
}

/** XML nodes by property, in writing order. A property without one becomes an element of its name. */
export interface XmlMembers {
  readonly [property: string]: XmlNode;
}

/** How a property is written as XML. @see OpenAPI 3.2 XML Object */
export interface XmlNode {
  /** Name with its prefix. Absent: the property's name; for an item, the array's. */
  readonly name?: string;
  /** Namespace declared at the node, for the prefix if there is one. */
  readonly namespace?: string;
  /** Kind of node. Absent: an element. */
  readonly as?: "attribute" | "text" | "cdata" | "none";
  /** The items of an array are wrapped in an element. */
  readonly wrapped?: true;
  readonly items?: XmlNode;
  readonly members?: XmlMembers;
  /** Key of the members in `types`, in place of `members`. */
  readonly type?: string;
}

/** A header of a part: the constant `value`, or the argument `arg`. */
export interface PartHeader {
  readonly name: string;
  readonly value?: string;
  readonly arg?: string;
  /** Serialisation of an object. Absent: false. */
  readonly explode?: true;
  /** The JSON media type that the argument is serialised as. */
  readonly content?: string;
}

/** How arguments make up the request body. Exactly one of `fields` and `arg` is present. */
export interface BodyBinding {
  /** Media type as in the document: `application/json`, `multipart/form-data`; for a file also a range such as `image/*`. */
  readonly type: string;
  /** Arguments that are properties of the body: a name, or `[argument, property]` where the two differ. */
  readonly fields?: readonly (string | readonly [arg: string, property: string])[];
  /**
   * Present if arguments that are not in `fields` are properties of the body, too: the names of those that are not, such as
   * parameters.
   */
  readonly restExcept?: readonly string[];
  /** The argument that is the whole body. */
  readonly arg?: string;
  /** The body is sent even without fields, as `{}`. */
  readonly required?: true;
  /** Encodings by property. Urlencoded and multipart bodies only. */
  readonly encoding?: { readonly [property: string]: PropertyEncoding };
  /** Encodings of the first parts of a multipart body that is a list, by position. */
  readonly prefixEncoding?: readonly PropertyEncoding[];
  /** Encoding of the parts after those of `prefixEncoding`. */
  readonly itemEncoding?: PropertyEncoding;
  /** Encoding of properties that `encoding` does not have. Multipart bodies only. */
  readonly restEncoding?: PropertyEncoding;
  /** Bodies of other media types, and the argument that selects among them. */
  readonly choice?: {
    readonly arg: string;
    readonly others: readonly BodyBinding[];
    /**
     * Present if the media types have different schemas: for each, its own first, the index of its schema in the `anyOf` of
     * the argument that is the body. Without a media type, the first whose schema the body fits is sent.
     */
    readonly forms?: readonly number[];
  };
  /** Only for an XML body. */
  readonly xml?: XmlShape;
  /** Encoding that the text of the body is in. */
  readonly contentEncoding?: string;
  /** The argument `arg` is a file whose bytes are the body. */
  readonly file?: true;
  /** Media types, besides `type`, that a file may be sent as. */
  readonly otherTypes?: readonly string[];
}

/** A server variable. @see OpenAPI 3.2 Server Variable Object */
export interface ServerVariable {
  /** Absent: the environment variable must be set. */
  readonly default?: string;
  readonly enum?: readonly string[];
  /** Environment variable that overrides the default. */
  readonly env: string;
}

/** A base URL, which may contain `{variable}`s and may be relative as in the document. @see OpenAPI 3.2 Server Object */
export interface Server {
  readonly url: string;
  readonly variables?: { readonly [name: string]: ServerVariable };
}

/** How the arguments of an operation become a request. */
export interface RequestShape {
  /** Method in upper case: `GET`, `POST`, `QUERY` … */
  readonly method: string;
  /** Path template as in the document, appended to the server's URL. */
  readonly path: string;
  /** Present if the operation or its path item has its own servers. The first is used. */
  readonly servers?: readonly Server[];
  /** In document order. */
  readonly params?: readonly ParameterBinding[];
  /** How arguments become the body. */
  readonly body?: BodyBinding;
  /** Value of the `Accept` header: media types of the success responses, preferred first. Absent: any type. */
  readonly accept?: string;
}

/** Hints about a tool's behaviour. @see MCP 2026-07-28 ToolAnnotations */
export interface ToolAnnotations {
  /** The title that clients show. */
  readonly title?: string;
  /** The tool changes nothing. */
  readonly readOnlyHint?: boolean;
  /** The tool may delete or overwrite. */
  readonly destructiveHint?: boolean;
  /** Calling it again with the same arguments changes nothing more. */
  readonly idempotentHint?: boolean;
  /** The tool reaches beyond a closed system. */
  readonly openWorldHint?: boolean;
}

/** What an MCP client sees of an operation. */
export type Exposure =
  | {
      /** `searchable`: not listed, but found and called with the server's search tools. */
      readonly as: "tool" | "searchable";
      /** Name that matches `^[a-zA-Z0-9_-]{1,64}$` and is unique in the server. */
      readonly name: string;
      readonly title?: string;
      readonly annotations?: ToolAnnotations;
      readonly tags?: readonly string[];
    }
  | {
      readonly as: "resource";
      readonly name: string;
      /** URI of the resource. @see RFC 3986 */
      readonly uri: string;
      readonly title?: string;
      readonly mimeType?: string;
      readonly tags?: readonly string[];
    }
  | {
      readonly as: "template";
      readonly name: string;
      /** Template whose variables are the operation's arguments. @see RFC 6570 */
      readonly uriTemplate: string;
      readonly title?: string;
      readonly mimeType?: string;
      readonly tags?: readonly string[];
    };

/**
 * How to fetch all pages of a list. `next`, `items` and `more` are JSON Pointers (RFC 6901) into the response; `arg` is the
 * name of an argument of the operation.
 */
export type Pagination = PageLimits &
  (
    | {
        /** Each page has the URL of the next one, of the same origin: at `next`, or in `Link: <…>; rel="next"` (RFC 8288). */
        readonly by: "link";
        readonly next?: string;
      }
    | {
        /** Each page has a token for the next one at `next`: null, empty or absent on the last page. */
        readonly by: "cursor";
        readonly next: string;
        readonly arg: string;
      }
    | {
        /** Pages are numbered. The first page is the caller's `arg`, else `first`, else 1. */
        readonly by: "page";
        readonly arg: string;
        readonly first?: number;
      }
    | {
        /** `arg` is the number of items to skip: the caller's value, else 0, plus the items fetched so far. */
        readonly by: "offset";
        readonly arg: string;
      }
  );

/** Where a page has its items, and when to stop. */
export interface PageLimits {
  /** The list in each page. Absent: the response itself, or its only member that is a list. */
  readonly items?: string;
  /**
   * For `page` and `offset`: true if there are more items, or the total number of items. Absent: a page without items is
   * the last.
   */
  readonly more?: string;
  /** Default: 10. */
  readonly maxPages?: number;
  /** Default: 1,000. */
  readonly maxItems?: number;
}

/**
 * A link from a success response to an exposed operation. Exactly one of `tool` and `uri` is present.
 *
 * @see OpenAPI 3.2 Link Object
 */
export interface AnswerLink {
  /** Name of the link in the document. */
  readonly name: string;
  /** The response that has the link: `200`, `2XX`, `default`. */
  readonly status: string;
  readonly description?: string;
  /** The tool to call. */
  readonly tool?: string;
  /** The resource to read, or the template of its URI. */
  readonly uri?: string;
  /** Arguments of the target by name: constants, or texts with runtime expressions such as `$response.body#/id`. */
  readonly args?: { readonly [arg: string]: unknown };
}

/** How the user confirms a call. */
export interface Confirmation {
  /** The question. Absent: it names the tool and the request. The arguments are always shown. */
  readonly message?: string;
  /** `call`: call without confirmation if the client can't ask. Absent: refuse the call then. */
  readonly otherwise?: "call";
}

/** Security schemes that must all be satisfied, with their OAuth scopes. `{}`: no credential is needed. */
export type SecurityRequirement = { readonly [scheme: string]: readonly string[] };

/**
 * One operation of the API.
 *
 * `Input` and `Output` are for the compiler only: the types of the method's argument and of its result.
 */
export interface Operation<Input = unknown, Output = unknown> {
  /** The document's `operationId`, or `METHOD /path`. */
  readonly id: string;
  /** The name of its method in the generated class. Absent: the same as `id`. */
  readonly method?: string;
  /** What the operation does, for models. */
  readonly description?: string;
  /** How its request is built from the arguments. */
  readonly request: RequestShape;
  /** Schema of the arguments. Its `$defs` are in the API's `inputSchemas`. */
  readonly input: ObjectSchema;
  /** Present if `input` is listed shorter than it is checked, by the API's `wholeInputs`. */
  readonly shortened?: true;
  /**
   * Schema of the success response as clients see it: an object at its root, without `required`, so that a response with
   * unexpected members can still be delivered. Its `$defs` are in the API's `outputSchemas`. Absent if the response is not
   * JSON or the schema is too large to list.
   */
  readonly output?: ObjectSchema;
  /**
   * Where the document has the schema of `output`: a reference such as `#/components/schemas/Pet`. Absent: at the
   * response, below the operation's path and method. `composed`: no single schema of the document is its source.
   */
  readonly outputSource?: string;
  /**
   * Present if the response is a stream, whose value is then a list. `events`: of an event stream's events,
   * `{ event, id, data }`. `items`: of the JSON of each item or of each event's data. Absent: a stream is text.
   *
   * @see OpenAPI 3.2 Media Type Object, Sequential Media Types
   */
  readonly stream?: "events" | "items";
  /** The member of `output` that holds the answer. Present when the answer is not a JSON object. */
  readonly wrapIn?: "result";
  /** Present if it differs from the API's `security`. Alternatives: one of them must be satisfied. */
  readonly security?: readonly SecurityRequirement[];
  /** Scopes that a caller's access token needs, if the server checks tokens. */
  readonly scopes?: readonly string[];
  /** Time limit of a call in milliseconds. Absent: the server's default. */
  readonly timeoutMs?: number;
  /**
   * How often a call is retried after 429, 503 or a broken connection. Absent: twice if the method or the tool's
   * `idempotentHint` says that repeating a call is safe, else never.
   */
  readonly retries?: number;
  /** Default values of arguments. A caller can only replace those that `input` has. */
  readonly preset?: { readonly [arg: string]: unknown };
  /** Present if the user must confirm each call. */
  readonly confirm?: Confirmation;
  /** JMESPath expression that selects what clients get of a JSON response. The method still resolves to the whole value. */
  readonly select?: string;
  /** Most items of each list in the response that clients get. */
  readonly limit?: number;
  /** How long a response to GET, HEAD or QUERY is reused for the same call of the same caller, in ms. Absent: never. */
  readonly cacheMs?: number;
  /** Absent: only the requested page is fetched. */
  readonly paginate?: Pagination;
  /** In document order. */
  readonly links?: readonly AnswerLink[];
  /** Response of `--mock`: the document's example, or a small one made from a schema that is too large to list. */
  readonly example?: { readonly type: string; readonly value: unknown };
  /** The success response's status and media type, which `--mock` uses if there is no example. */
  readonly success?: { readonly status: number; readonly type?: string };
  /** What clients see it as. */
  readonly expose: Exposure;
  /** Never present at run time: carries the types for the compiler. */
  readonly "~types"?: { readonly input: Input; readonly output: Output };
}
