/** Reads the W3C Trace Context in the `_meta` of a request. */
import { member, type JsonObject } from "./json.js";

/** The trace context of a request, in the form of the HTTP headers of the same names. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** Of an unknown version, only the fields of the first version may be read. @see W3C Trace Context, Versioning */
const parentPattern =
  /^(?:00|(?!00|ff)[0-9a-f]{2}(?=.{53}(?:-[\x20-\x7e]*)?$))-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})/;

const parentLength = 55;
const longestParent = 256;
const longestState = 512;
const mostStates = 32;
const statePattern =
  /^[ \t]*([a-z0-9][a-z0-9_*/-]{0,240}(?:@[a-z][a-z0-9_*/-]{0,13})?)=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e][ \t]*$/;

/**
 * Returns the trace context in a request's `_meta`; undefined if it is absent or malformed.
 *
 * @see MCP 2026-07-28, Base Protocol, Trace Context
 */
export function traceContextOf(meta: JsonObject): TraceContext | undefined {
  const parent = member(meta, "traceparent");
  if (typeof parent !== "string" || parent.length > longestParent) return undefined;
  const fields = parentPattern.exec(parent);
  if (!fields || (parent.startsWith("00") && parent.length !== parentLength)) return undefined;
  const [, trace, span, flags] = fields;
  const state = member(meta, "tracestate");
  return {
    traceparent: `00-${trace}-${span}-${flags}`,
    ...(typeof state === "string" && isTraceState(state) && { tracestate: state }),
  };
}

/** Returns the trace id. */
export function traceIdOf({ traceparent }: TraceContext): string {
  return traceparent.slice(3, 35);
}

function isTraceState(text: string): boolean {
  if (text.length > longestState) return false;
  const members = text.split(",");
  if (members.length > mostStates) return false;
  const keys = members.map((each) => statePattern.exec(each)?.[1]);
  return !keys.includes(undefined) && new Set(keys).size === keys.length;
}
