import type { Operation } from "../../src/operations/model.js";

/** An operation of the model with nothing to it but its key, `GET /pets`, and what `more` says. */
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
