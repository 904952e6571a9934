/** Documents of every version that hold one payload wherever a text or a free name may be. */
export type Version = "2.0" | "3.0.4" | "3.1.1" | "3.2.0";

export function payloadDocument(version: Version, payload: string): object {
  return version === "2.0" ? swagger(payload) : openapi(version, payload);
}

/** Returns how many times a document holds the payload. */
export function places(version: Version): number {
  const mark = "\u0001mark\u0001";
  return (
    JSON.stringify(payloadDocument(version, mark)).split(JSON.stringify(mark).slice(1, -1)).length -
    1
  );
}

/** A schema with the payload in each keyword that holds a text, a name or a value. */
function schemaOf(payload: string): object {
  return {
    type: "object",
    title: payload,
    description: payload,
    externalDocs: { url: "https://docs.example", description: payload },
    properties: {
      [payload]: {
        type: "string",
        title: payload,
        description: payload,
        default: payload,
        example: payload,
        enum: [payload, `${payload}2`],
        "x-enum-varnames": [payload, `${payload}2`],
      },
      format: { type: "string", format: payload },
      pattern: { type: "string", pattern: payload },
      number: { type: "number", description: payload },
      list: { type: "array", items: { type: "string", description: payload }, default: [payload] },
      map: { type: "object", additionalProperties: { type: "string", description: payload } },
    },
    required: [payload],
    example: { [payload]: payload },
  };
}

function parameters(payload: string, schema: (inner: object) => object): object[] {
  return ["query", "header"].map((place, index) => ({
    // A header's name is a token (RFC 9110, 5.1), so the payload can't be one.
    name: place === "header" ? `X-Header-${index}` : payload,
    in: place,
    description: payload,
    ...schema({ type: "string", enum: [payload], default: payload }),
  }));
}

function openapi(version: Version, payload: string): object {
  const text = { description: payload };
  const operation = {
    operationId: payload,
    summary: payload,
    description: payload,
    tags: [payload],
    "x-mcp": { name: payload, title: payload, description: payload },
    parameters: parameters(payload, (schema) => ({ schema, example: payload })),
    requestBody: {
      ...text,
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Body" },
          examples: { [payload]: { summary: payload, description: payload, value: payload } },
        },
      },
    },
    responses: {
      200: {
        ...text,
        headers: { "X-Answer": { ...text, schema: { type: "string", default: payload } } },
        content: { "application/json": { schema: schemaOf(payload) } },
        links: { [payload]: { operationId: "other", ...text, parameters: { [payload]: payload } } },
      },
      default: text,
    },
    security: [{ [schemeName(payload)]: [payload] }],
    externalDocs: { url: "https://docs.example", ...text },
  };
  return {
    openapi: version,
    info: {
      title: payload,
      version: payload,
      ...text,
      termsOfService: "https://terms.example",
      contact: { name: payload, email: payload },
      license: { name: payload },
    },
    servers: [
      {
        url: "https://api.example/{v}",
        ...text,
        variables: { v: { default: "v1", enum: ["v1"], ...text } },
      },
    ],
    tags: [{ name: payload, ...text }],
    paths: {
      "/things": { summary: payload, description: payload, post: operation },
      [`/${payload.replaceAll(/[{}?#/\s]/g, "")}`]: {
        get: { operationId: "other", responses: { 200: text } },
      },
      "/form": {
        post: {
          operationId: "form",
          requestBody: {
            content: { "application/x-www-form-urlencoded": { schema: schemaOf(payload) } },
          },
          responses: { 200: { ...text, content: { "text/plain": { example: payload } } } },
        },
      },
    },
    components: {
      schemas: { Body: schemaOf(payload), [componentName(payload)]: schemaOf(payload) },
      securitySchemes: {
        [schemeName(payload)]: {
          type: "oauth2",
          ...text,
          flows: {
            clientCredentials: {
              tokenUrl: "https://login.example/token",
              scopes: { [payload]: payload },
            },
          },
        },
      },
    },
  };
}

function swagger(payload: string): object {
  const text = { description: payload };
  return {
    swagger: "2.0",
    info: { title: payload, version: payload, ...text, contact: { name: payload } },
    host: "api.example",
    schemes: ["https"],
    tags: [{ name: payload, ...text }],
    paths: {
      "/things": {
        post: {
          operationId: payload,
          summary: payload,
          description: payload,
          tags: [payload],
          parameters: [
            ...parameters(payload, (schema) => schema),
            { name: "body", in: "body", ...text, schema: { $ref: "#/definitions/Body" } },
          ],
          responses: {
            200: { ...text, schema: schemaOf(payload), examples: { "application/json": payload } },
          },
          security: [{ [schemeName(payload)]: [] }],
        },
      },
    },
    definitions: { Body: schemaOf(payload), [componentName(payload)]: schemaOf(payload) },
    securityDefinitions: {
      [schemeName(payload)]: { type: "apiKey", in: "header", name: "X-Key", ...text },
    },
  };
}

/** `__proto__` as a key of these literals would set the prototype, so it is written as JSON would hold it. */
const componentName = (payload: string): string => `${payload} `;
const schemeName = (payload: string): string => `${payload} scheme`;
