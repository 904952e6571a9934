/** What the node:http server and the fetch handler have in common: the checks before a body is read. */
import { errorMessage } from "../../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { Headers } from "./exchange.js";
import { preflightHeaders, type Guard, type GuardOptions } from "./guard.js";
import { isJsonType, readAccept, type Accepted } from "./media-types.js";

export interface HttpOptions extends GuardOptions {
  /** Where MCP is served; default `/mcp`. */
  readonly path?: string;
  /** Longest request body in bytes; default 10 MiB. */
  readonly maxBodyBytes?: number;
}

export const defaultPath = "/mcp";
export const defaultMaxBodyBytes = 10 * 1024 * 1024;
/** How often an event stream without news says that it is alive: proxies close silent connections. */
export const keepAliveMs = 15_000;

export const jsonType = "application/json";

/** Headers of an event stream; the last keeps nginx from holding it back. */
export const streamHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache",
  "x-accel-buffering": "no",
};

export type HeaderFields = Readonly<Record<string, string>>;

/** What a request's head already decides: an answer without reading the body, or that it may be read. */
export type Opening =
  | {
      readonly done: true;
      readonly status: number;
      readonly headers: HeaderFields;
      readonly body?: string;
    }
  | { readonly done: false; readonly accepted: Accepted; readonly headers: HeaderFields };

const noHeaders: HeaderFields = {};

/** @see MCP 2026-07-28, Streamable HTTP */
export function openRequest(
  guard: Guard,
  isServedPath: boolean,
  method: string,
  headers: Headers,
  maxBodyBytes: number,
): Opening {
  const verdict = guard(headers("host"), headers("origin"));
  if (!verdict.allowed) return refused(403, verdict.reason);
  const cors = verdict.cors ?? noHeaders;
  if (!isServedPath) return refused(404, "Nothing is served at this path.", cors);
  if (method !== "POST") {
    if (method === "OPTIONS" && verdict.cors) {
      const requested = headers("access-control-request-headers");
      return { done: true, status: 204, headers: preflightHeaders(verdict.cors, requested) };
    }
    return refused(405, "Only POST is served here.", { ...cors, allow: "POST" });
  }
  if (!isJsonType(headers("content-type"))) {
    return refused(415, "Content-Type must be application/json.", cors);
  }
  const accepted = readAccept(headers("accept"));
  if (!accepted.json && !accepted.events) {
    return refused(406, "Accept must allow application/json and text/event-stream.", cors);
  }
  const length = headers("content-length");
  if (length !== undefined && Number(length) > maxBodyBytes) return tooLarge(maxBodyBytes, cors);
  return { done: false, accepted, headers: cors };
}

export function tooLarge(maxBodyBytes: number, headers: HeaderFields): Opening & { done: true } {
  return refused(413, `A request may have at most ${maxBodyBytes} bytes.`, headers);
}

export function notUtf8(headers: HeaderFields): Opening & { done: true } {
  return refused(400, "The body is not UTF-8.", headers, errorCodes.parseError);
}

/** One message as a server-sent event. JSON text has no line breaks, so it is one `data` line. */
export function eventText(message: string): string {
  return `event: message\ndata: ${message}\n\n`;
}

function refused(
  status: number,
  reason: string,
  headers: HeaderFields = noHeaders,
  code: number = errorCodes.invalidRequest,
): Opening & { done: true } {
  return {
    done: true,
    status,
    headers: { ...headers, "content-type": jsonType },
    body: errorMessage(undefined, new ProtocolError(code, reason)),
  };
}
