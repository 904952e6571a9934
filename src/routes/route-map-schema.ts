// `then` is a keyword of JSON Schema.
/* oxlint-disable unicorn/no-thenable */
/**
 * The JSON Schema of route maps. `readRouteMap` validates files against it, and editors use it for completion (published as
 * `route-map.schema.json`).
 *
 * A rule has either `match` and settings such as `expose`, or the fields of a RouteEntry (`pattern`, `expose_as` …), never both.
 */
import { authPattern } from "../options/auth-option.js";
import { variablePattern } from "../options/env-option.js";
import {
  annotations,
  argument,
  args,
  cache,
  exposures,
  limit,
  paginate,
  retries,
  scopes,
  tags,
  timeout,
  toolName,
  settings,
  unknownArguments,
} from "./setting-schemas.js";

const oneOrMoreStrings = {
  type: ["string", "array"],
  minLength: 1,
  items: { type: "string", minLength: 1 },
  minItems: 1,
} as const;

export const routeMapSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "mcp-codegen route map",
  description:
    "Which operations of an OpenAPI document become tools, resources, resource templates or nothing. The first rule that matches an operation decides.",
  type: ["object", "array"],
  if: { type: "array" },
  then: { $ref: "#/$defs/rules" },
  else: {
    properties: {
      $schema: { type: "string", description: "The address of this schema, for editors." },
      routes: { $ref: "#/$defs/rules" },
      defaults: { $ref: "#/$defs/defaults" },
      auth: {
        type: "string",
        pattern: authPattern,
        description:
          "How the API is authenticated, for operations whose security the document does not state: `bearer`, `basic`, `apiKey:header:X-Key`, `apiKey:query:NAME` or `apiKey:cookie:NAME`.",
      },
      env: {
        type: "object",
        additionalProperties: { type: "string", pattern: variablePattern },
        description:
          "Environment variables to read values from: by security scheme (`apiKeyAuth`, `login.username`, `login.clientId` …), server variable, or `baseUrl`.",
      },
    },
    additionalProperties: false,
  },
  $defs: {
    rules: {
      type: "array",
      items: { $ref: "#/$defs/anyRule" },
      description: "The rules. The first that matches an operation decides.",
    },
    anyRule: {
      type: "object",
      if: {
        anyOf: [
          { required: ["pattern"] },
          { required: ["expose_as"] },
          { required: ["name_override"] },
          { required: ["description_override"] },
        ],
      },
      then: { $ref: "#/$defs/routeEntry" },
      else: { $ref: "#/$defs/rule" },
    },
    rule: {
      properties: { match: { $ref: "#/$defs/match" }, ...settings },
      required: ["match"],
      additionalProperties: false,
    },
    match: {
      type: "object",
      description: "Conditions that must all hold. `{}` matches every operation.",
      properties: {
        path: {
          ...oneOrMoreStrings,
          description:
            "Glob on the whole path template: `*` within a segment, `**` across segments, `{a,b}` alternatives. `{petId}` is literal. If several are given, one must match.",
        },
        pathRegex: {
          type: "string",
          minLength: 1,
          description: "ECMAScript regular expression, searched for in the path template.",
        },
        method: {
          ...oneOrMoreStrings,
          description: "HTTP method, in upper or lower case. If several are given, one must match.",
        },
        operationId: {
          ...oneOrMoreStrings,
          description: "The operationId; `*` stands for any characters.",
        },
        tag: {
          ...oneOrMoreStrings,
          description:
            "A tag of the operation. If several are given, the operation must have one of them.",
        },
        deprecated: { type: "boolean", description: "Whether the operation is deprecated." },
        extension: {
          type: ["string", "object"],
          pattern: "^x-",
          propertyNames: { pattern: "^x-" },
          minProperties: 1,
          description:
            "An `x-` member of the operation or its path item: its name (with any value but false), or names with required values.",
        },
      },
      additionalProperties: false,
    },
    routeEntry: {
      properties: {
        pattern: {
          type: "string",
          description: "Regular expression, searched for in the path template.",
        },
        method: { type: ["string", "null"], description: "HTTP method; null for all." },
        expose_as: { enum: exposures, default: "tool" },
        name_override: { ...toolName, type: ["string", "null"] },
        description_override: { type: ["string", "null"] },
      },
      required: ["pattern"],
      additionalProperties: false,
    },
    defaults: {
      type: "object",
      description: "Settings of operations for which neither a rule nor x-mcp has one.",
      properties: {
        expose: {
          enum: ["tool", "exclude"],
          default: "tool",
          description: "What operations become that no rule matches.",
        },
        deprecated: {
          enum: ["tool", "exclude"],
          description: "What deprecated operations become. Default: the same as the others.",
        },
        annotations,
        tags,
        timeout,
        args,
        scopes,
        unknownArguments,
        limit,
        retries,
        cache,
      },
      additionalProperties: false,
    },
    argument,
    paginate,
    xMcp: { type: "object", properties: settings, additionalProperties: false },
    xSpeakeasyMcp: {
      type: "object",
      properties: {
        disabled: { type: "boolean" },
        name: toolName,
        title: settings.title,
        description: settings.description,
        scopes: tags,
        readOnlyHint: annotations.properties.readOnlyHint,
        destructiveHint: annotations.properties.destructiveHint,
        idempotentHint: annotations.properties.idempotentHint,
        openWorldHint: annotations.properties.openWorldHint,
      },
      additionalProperties: false,
    },
  },
} as const;
