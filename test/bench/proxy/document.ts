/** The document of the measured servers, and the calls of its operations. */
const item = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string" }, name: { type: "string" }, price: { type: "number" } },
};
const items = { type: "object", properties: { items: { type: "array", items: item } } };

/** A part of each answer of the API. */
export const spoken = "Brown fox, lazy dog";
/** The answer of the API that has 50 bytes, and how often the one of 50 KB repeats it. */
export const smallAnswer = JSON.stringify({ id: "a1", name: spoken, price: 9.5 });
export const itemsOfLargeAnswer = 950;

/** @param keyed whether the API wants a key in a header */
export function documentOf(keyed: boolean): object {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const key = { type: "apiKey", in: "header", name: "X-Api-Key" };
  const operation = (operationId: string, status: number, schema: object, more = {}): object => ({
    operationId,
    responses: { [status]: { description: "The answer.", content: json(schema) } },
    ...more,
  });
  return {
    openapi: "3.1.0",
    info: { title: "Bench", version: "1" },
    servers: [{ url: "http://127.0.0.1:9" }],
    ...(keyed && { security: [{ key: [] }], components: { securitySchemes: { key } } }),
    paths: {
      "/items": {
        get: operation("listItems", 200, items),
        post: operation("createItem", 201, item, {
          requestBody: { required: true, content: json(item) },
        }),
      },
      "/items/{id}": { get: operation("getItem", 200, item, { parameters: [id] }) },
      "/slow/{id}": { get: operation("getSlowItem", 200, item, { parameters: [id] }) },
    },
  };
}

function json(schema: object): object {
  return { "application/json": { schema } };
}

/** A kind of call, by the answer or the body that it has. */
export type CallKind = "GET 50 B" | "GET 50 KB" | "POST JSON" | "slow";

export interface Call {
  readonly name: string;
  readonly arguments: object;
}

export const calls: Readonly<Record<CallKind, Call>> = {
  "GET 50 B": { name: "getItem", arguments: { id: "a1" } },
  "GET 50 KB": { name: "listItems", arguments: {} },
  "POST JSON": { name: "createItem", arguments: { id: "a1", name: "Fox", price: 9.5 } },
  slow: { name: "getSlowItem", arguments: { id: "a1" } },
};

/** Returns the call of a tool that takes a body of JSON as one argument. */
export function withWholeBody(kind: CallKind): Call {
  const call = calls[kind];
  return kind === "POST JSON" ? { ...call, arguments: { requestBody: call.arguments } } : call;
}

/** The key of the API that wants one. */
export const key = "a-key-of-the-bench";
