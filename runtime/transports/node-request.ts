/** Requests of node:http as the transports beside Streamable HTTP read them. */
import { joinedHeader } from "../authorization/authorizer.js";
import type { RequestHead } from "./admission.js";

export type NodeRequest = import("node:http").IncomingMessage;
export type NodeResponse = import("node:http").ServerResponse;

/** The head of a request: all that may be looked at before it is let in. */
export function headOf(request: NodeRequest): RequestHead {
  return {
    method: request.method ?? "",
    url: request.url ?? "/",
    header: (name) => {
      if (name === "authorization") return joinedHeader(request.rawHeaders, name);
      const value = request.headers[name];
      return typeof value === "object" ? value[0] : value;
    },
  };
}

/** Of a URL in a request line: the path, and the query without `?`. */
export function splitTarget(url: string): { readonly path: string; readonly query: string } {
  const mark = url.indexOf("?");
  return mark === -1
    ? { path: url, query: "" }
    : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}
