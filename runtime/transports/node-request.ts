import type { RequestHead } from "./admission.js";

export type NodeRequest = import("node:http").IncomingMessage;
export type NodeResponse = import("node:http").ServerResponse;

/** The head of a request of node:http: all that may be looked at before it is let in. */
export function headOf(request: NodeRequest): RequestHead {
  return {
    method: request.method ?? "",
    url: request.url ?? "/",
    // Of some headers, `headers` keeps the first only: a second token must not go unseen.
    header: (name) => request.headersDistinct[name]?.join(", "),
  };
}
