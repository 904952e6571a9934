// `then` is a keyword of JSON Schema.
/* oxlint-disable unicorn/no-thenable */
/** JSON Schemas of the words of route maps: what rules, defaults and `x-mcp` have in common. */

export const exposures = ["tool", "resource", "template", "exclude"] as const;

export const toolName = {
  type: "string",
  pattern: "^[a-zA-Z0-9_-]{1,64}$",
  description: "Name that clients see: 1 to 64 letters, digits, `_` and `-`.",
} as const;

export const annotations = {
  type: "object",
  description: "MCP tool annotations. What is given here replaces what the HTTP method implies.",
  properties: {
    title: { type: "string" },
    readOnlyHint: { type: "boolean", description: "The tool changes nothing." },
    destructiveHint: { type: "boolean", description: "The tool may delete or overwrite." },
    idempotentHint: { type: "boolean", description: "Calling it again changes nothing more." },
    openWorldHint: { type: "boolean", description: "The tool reaches beyond a closed system." },
  },
  additionalProperties: false,
} as const;

export const tags = { type: "array", items: { type: "string", minLength: 1 } } as const;

const duration = {
  type: ["string", "integer"],
  pattern: "^[0-9]{1,9}(\\.[0-9]{1,3})?(ms|s|m|h)$",
  minimum: 1,
  maximum: 2147483647,
} as const;

export const timeout = {
  ...duration,
  description: "Longest time for one call of the API: `500ms`, `5s`, `2m`, or milliseconds.",
} as const;

export const retries = {
  type: "integer",
  minimum: 0,
  maximum: 10,
  description: "How often a call is sent again after 429, 503 or a broken connection; 0 for never.",
} as const;

export const cache = {
  ...duration,
  description:
    "How long an answer to GET, HEAD or QUERY serves the same caller's same call again: `30s`, `5m`.",
} as const;

export const limit = {
  type: "integer",
  minimum: 1,
  description: "Most items to show of each list in the result; the text says what was left out.",
} as const;

export const args = {
  type: "object",
  description:
    "Arguments by name, or by where they are sent: `limit`, `query:limit`, `header:X-Tenant`, `body:name`.",
  additionalProperties: { $ref: "#/$defs/argument" },
} as const;

export const settings = {
  expose: {
    enum: exposures,
    description:
      "What the operation becomes. `resource` and `template` need GET or HEAD; a resource with parameters in its path is a template.",
  },
  name: toolName,
  title: { type: "string", minLength: 1, description: "Short name for people." },
  description: { type: "string", minLength: 1, description: "What the model reads." },
  annotations,
  tags,
  timeout,
  pin: {
    type: "boolean",
    description:
      "Lists the tool even where others are only found by the search tools (`--mode search`, `--budget`).",
  },
  uri: {
    type: "string",
    minLength: 1,
    description: "URI (RFC 3986) or URI template (RFC 6570) of the resource.",
  },
  args,
  contentType: {
    type: "string",
    minLength: 1,
    description: "Which of the body's media types is sent.",
  },
  select: {
    type: "string",
    minLength: 1,
    description: "JMESPath: what of the JSON answer becomes the result.",
  },
  outputSchema: {
    type: "object",
    description: "JSON Schema of the result, listed instead of the document's; without `$ref`.",
  },
  limit,
  confirm: {
    type: ["boolean", "string", "object"],
    minLength: 1,
    description: "The user is asked before anything is sent, with this text if one is given.",
    properties: {
      message: { type: "string", minLength: 1 },
      otherwise: {
        enum: ["refuse", "call"],
        default: "refuse",
        description: "What happens when the client can't ask its user.",
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
  description: "JSON Pointer (RFC 6901) into a page: `/data/items`.",
} as const;

export const argument = {
  type: "object",
  properties: {
    hide: { enum: [true], description: "Not offered and not sent; optional ones only." },
    fix: { description: "Sent with every call, and not offered." },
    default: { description: "Sent when the caller gives none." },
    rename: {
      type: "string",
      pattern: "^[a-zA-Z0-9_.-]{1,64}$",
      description: "What the argument is called.",
    },
    description: { type: "string", minLength: 1, description: "What the model reads of it." },
    required: { enum: [true], description: "The caller must give it." },
  },
  minProperties: 1,
  additionalProperties: false,
} as const;

export const paginate = {
  type: "object",
  description: "How further pages of a list are fetched, into one result.",
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
    next: { ...pointer, description: "Where a page has the URL or token of the next." },
    first: { type: "integer", minimum: 0, description: "Number of the first page." },
    items: { ...pointer, description: "Where the list is in a page." },
    more: {
      ...pointer,
      description: "Where a page says whether there is more, or how many items there are.",
    },
    maxPages: { type: "integer", minimum: 1, maximum: 1000 },
    maxItems: { type: "integer", minimum: 1, maximum: 1000000 },
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
