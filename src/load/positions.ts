import { isObject } from "./object.js";

/**
 * A position in the structure of OpenAPI, which tells objects (and so references) from names and from data.
 *
 * `example`, `default`, `enum`, `const`, `value` and `x-*` are data, and a property called `$ref` or `example` is a
 * name. Callbacks, webhooks, links and discriminator mappings are left out because no tool needs their targets.
 */
export interface Position {
  /** Positions of the fixed members, by name; other members are data. */
  readonly members?: ReadonlyMap<string, Position>;
  /** For a map (every key is a name): the position of its values. */
  readonly each?: Position;
  /** Keys of the map that start with `x-` are extensions, hence data. */
  readonly extensible?: true;
  /** The position holds JSON Schemas, which may have `$id` and anchors. */
  readonly schema?: true;
}

/** A string. Some documents write a reference to one instead. */
const text: Position = {};

const server: Position = fixed({ description: text });
const example: Position = fixed({ summary: text, description: text });

const schemaMembers = new Map<string, Position>();
/** @see JSON Schema 2020-12, draft-04 and OpenAPI 3.2 Schema Object: every keyword that holds schemas */
const schema: Position = { members: schemaMembers, schema: true };
for (const keyword of [
  "items",
  "prefixItems",
  "contains",
  "additionalItems",
  "unevaluatedItems",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "contentSchema",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
]) {
  schemaMembers.set(keyword, schema);
}
for (const keyword of [
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  "$defs",
  "definitions",
]) {
  schemaMembers.set(keyword, map(schema));
}
schemaMembers.set("description", text);
schemaMembers.set("title", text);

const headerMembers = new Map<string, Position>();
/** Parameter and Header Object; `items` belongs to Swagger 2.0. */
const parameter: Position = { members: headerMembers };
const header = parameter;

const encoding: Position = fixed({ headers: map(header) });
const media: Position = fixed({
  schema,
  itemSchema: schema,
  examples: map(example),
  encoding: map(encoding),
  itemEncoding: encoding,
  prefixEncoding: encoding,
});
headerMembers.set("description", text);
headerMembers.set("schema", schema);
headerMembers.set("items", schema);
headerMembers.set("content", map(media));
headerMembers.set("examples", map(example));

const requestBody: Position = fixed({ description: text, content: map(media) });
const link: Position = fixed({ description: text, server });
const response: Position = fixed({
  description: text,
  summary: text,
  headers: map(header),
  content: map(media),
  links: map(link),
  schema,
});
const responses: Position = { each: response, extensible: true };
const operation: Position = fixed({
  summary: text,
  description: text,
  parameters: parameter,
  requestBody,
  responses,
  servers: server,
});
const pathItem: Position = fixed({
  summary: text,
  description: text,
  parameters: parameter,
  servers: server,
  get: operation,
  put: operation,
  post: operation,
  delete: operation,
  options: operation,
  head: operation,
  patch: operation,
  trace: operation,
  query: operation,
  additionalOperations: map(operation),
});
const securityScheme: Position = fixed({ description: text });

/** The root of an OpenAPI document of any version. @see OpenAPI 3.2 and Swagger 2.0, Schema */
export const documentPosition: Position = fixed({
  info: fixed({ title: text, summary: text, description: text }),
  servers: server,
  tags: fixed({ summary: text, description: text }),
  paths: { each: pathItem, extensible: true },
  components: fixed({
    schemas: map(schema),
    responses: map(response),
    parameters: map(parameter),
    examples: map(example),
    requestBodies: map(requestBody),
    headers: map(header),
    securitySchemes: map(securityScheme),
    links: map(link),
    pathItems: map(pathItem),
    mediaTypes: map(media),
  }),
  definitions: map(schema),
  parameters: map(parameter),
  responses: map(response),
  securityDefinitions: map(securityScheme),
});

/** The root of a file that is one JSON Schema. */
export const schemaPosition = schema;

/** Calls `visit` for each member of `value` that has a position. The items of an array have the array's position. */
export function forEachChild(
  value: object,
  position: Position,
  visit: (child: object, position: Position, key: string) => void,
): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (isObject(item)) visit(item, position, String(index));
    }
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(members)) {
    const child = members[key];
    if (!isObject(child)) continue;
    if (position.each !== undefined) {
      if (!(position.extensible && key.startsWith("x-"))) visit(child, position.each, key);
    } else {
      const inner = position.members?.get(key);
      if (inner !== undefined) visit(child, inner, key);
    }
  }
}

function fixed(members: { readonly [name: string]: Position }): Position {
  return { members: new Map(Object.entries(members)) };
}

function map(each: Position): Position {
  return { each };
}
