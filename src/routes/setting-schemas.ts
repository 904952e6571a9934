// `then` is a keyword of JSON Schema.
/* oxlint-disable unicorn/no-thenable */
/** JSON Schemas of the settings that rules, defaults and `x-mcp` share. */

export const exposures = ["tool", "resource", "template", "exclude"] as const;

export const toolName = {
  type: "string",
  pattern: "^[a-zA-Z0-9_-]{1,64}$",
  description: "Name that clients see: 1 to 64 letters, digits, `_` and `-`.",
} as const;

export const annotations = {
  type: "object",
  description: "MCP tool annotations. They replace those that the HTTP method implies.",
  properties: {
    title: { type: "string", description: "Short name for people." },
    readOnlyHint: { type: "boolean", description: "The tool changes nothing." },
    destructiveHint: { type: "boolean", description: "The tool may delete or overwrite." },
    idempotentHint: { type: "boolean", description: "Calling it again changes nothing more." },
    openWorldHint: { type: "boolean", description: "The tool reaches beyond a closed system." },
  },
  additionalProperties: false,
} as const;

export const tags = {
  type: "array",
  items: { type: "string", minLength: 1 },
  description: "Tags of the tool, which clients and the search tools see.",
} as const;

const duration = {
  type: ["string", "integer"],
  pattern: "^[0-9]{1,9}(\\.[0-9]{1,3})?(ms|s|m|h)$",
  minimum: 1,
  maximum: 2147483647,
} as const;

export const timeout = {
  ...duration,
  description: "Time limit of a call to the API: `500ms`, `5s`, `2m`, or milliseconds.",
} as const;

export const retries = {
  type: "integer",
  minimum: 0,
  maximum: 10,
  description: "Number of retries after 429, 503 or a broken connection; 0 for none.",
} as const;

export const cache = {
  ...duration,
  description:
    "How long a response to GET, HEAD or QUERY is cached for the same call of the same caller: `30s`, `5m`.",
} as const;

export const limit = {
  type: "integer",
  minimum: 1,
  description: "Maximum number of items of each list in the result; a note says what was left out.",
} as const;

export const unknownArguments = {
  enum: ["refuse", "send"],
  description:
    "Refuse arguments that the document does not describe, or send them as members of a body whose schema does not forbid them.",
} as const;

export const scopes = {
  type: "array",
  items: { type: "string", pattern: "^[!#-\\[\\]-~]+$" },
  description:
    "Scopes that an access token for this server needs, if tokens are checked. They replace the document's.",
} as const;

export const args = {
  type: "object",
  description:
    "Settings of arguments, by name or by place in the request: `limit`, `query:limit`, `header:X-Tenant`, `body:name`.",
  additionalProperties: { $ref: "#/$defs/argument" },
} as const;

export const settings = {
  expose: {
    enum: exposures,
    description:
      "What the operation becomes. `resource` and `template` require GET or HEAD; a resource with path parameters is a template.",
  },
  name: toolName,
  title: { type: "string", minLength: 1, description: "Short name for people." },
  description: { type: "string", minLength: 1, description: "Description for models." },
  annotations,
  tags,
  timeout,
  pin: {
    type: "boolean",
    description:
      "List the tool even if others can only be found with the search tools (`--mode search`, `--budget`).",
  },
  uri: {
    type: "string",
    minLength: 1,
    description: "URI (RFC 3986) or URI template (RFC 6570) of the resource.",
  },
  args,
  scopes,
  unknownArguments,
  contentType: {
    type: "string",
    minLength: 1,
    description: "The media type in which the body is sent.",
  },
  select: {
    type: "string",
    minLength: 1,
    description: "JMESPath expression that selects the result from the JSON response.",
  },
  outputSchema: {
    type: "object",
    description:
      "JSON Schema of the result, listed instead of the document's schema. It must not contain `$ref`.",
  },
  limit,
  confirm: {
    type: ["boolean", "string", "object"],
    minLength: 1,
    description: "Ask the user before anything is sent, with this text if one is given.",
    properties: {
      message: { type: "string", minLength: 1, description: "What the user is asked." },
      otherwise: {
        enum: ["refuse", "call"],
        default: "refuse",
        description: "What to do if the client cannot ask its user.",
      },
    },
    additionalProperties: false,
  },
  retries,
  cache,
  paginate: { $ref: "#/$defs/paginate" },
} as const;

const pointer = {
  type: "string",
  pattern: "^(/([^~]|~[01])*)?$",
  description: "JSON Pointer (RFC 6901) into a page, such as `/data/items`.",
} as const;

export const argument = {
  type: "object",
  properties: {
    hide: {
      enum: [true],
      description: "Neither list nor send the argument. For optional arguments only.",
    },
    fix: { description: "Value that is sent with every call. The argument is not listed." },
    default: { description: "Value that is sent if the caller omits the argument." },
    rename: {
      type: "string",
      pattern: "^[a-zA-Z0-9_.-]{1,64}$",
      description: "Name of the argument for clients.",
    },
    description: {
      type: "string",
      minLength: 1,
      description: "Description of the argument for models.",
    },
    required: { enum: [true], description: "The caller must give the argument." },
    allowDelimiters: {
      enum: [true],
      description:
        "Send `&`, `=`, `+` and `;` in the value unencoded, so that it can hold further parameters. For parameters with `allowReserved` only; not in `x-mcp`.",
    },
  },
  minProperties: 1,
  additionalProperties: false,
} as const;

export const paginate = {
  type: "object",
  description: "How further pages of a list are fetched and joined into one result.",
  properties: {
    by: {
      enum: ["link", "cursor", "page", "offset"],
      description:
        "`link`: the URL of the next page; `cursor`: a token for it; `page`: page numbers; `offset`: the number of items so far.",
    },
    arg: {
      type: "string",
      minLength: 1,
      description: "The argument that carries the token, the page's number or the offset.",
    },
    next: { ...pointer, description: "Where a page has the URL or token of the next page." },
    first: { type: "integer", minimum: 0, description: "Number of the first page." },
    items: { ...pointer, description: "Where a page has the list." },
    more: {
      ...pointer,
      description: "Where a page says whether more pages follow, or the total number of items.",
    },
    maxPages: {
      type: "integer",
      minimum: 1,
      maximum: 1000,
      description: "Maximum number of pages that are fetched for one result: 10 if absent.",
    },
    maxItems: {
      type: "integer",
      minimum: 1,
      maximum: 1000000,
      description: "Maximum number of items of one result: 1,000 if absent.",
    },
  },
  required: ["by"],
  allOf: [
    {
      if: { properties: { by: { const: "cursor" } }, required: ["by"] },
      then: { required: ["next", "arg"] },
    },
    {
      if: { properties: { by: { enum: ["page", "offset"] } }, required: ["by"] },
      then: { required: ["arg"] },
    },
  ],
  additionalProperties: false,
} as const;
