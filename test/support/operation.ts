import type { Operation } from "../../src/operations/model.js";

/** Returns an operation with only a key, such as `GET /pets`, and the members of `more`. */
export function operation(key: string, more: Partial<Operation> = {}): Operation {
  const [method = "", path = ""] = key.split(" ");
  return {
    key,
    method,
    path,
    deprecated: false,
    tags: [],
    extensions: {},
    parameters: [],
    responses: [],
    security: [],
    place: { file: "file:///api.yaml", pointer: `/paths/${path}/${method.toLowerCase()}` },
    ...more,
  };
}
