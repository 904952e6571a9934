import { argument, argumentOf, type Arguments } from "./arguments.js";
import { fieldValue, isToken } from "../../protocol/text/field-value.js";
import { essenceOf, isJsonType } from "../../contract/media-type.js";
import type { ParameterBinding } from "../../contract/operation.js";
import { connectionHeaders, ignoredHeaders } from "../../contract/reserved-headers.js";
import type { CookiePlan } from "./cookie.js";
import { isOneOf, type Credentials } from "./credentials.js";
import { planContent } from "./parameter-content.js";
import { delimiterOf, shapeOf } from "./value-shape.js";

export interface HeaderPlan {
  readonly name: string;
  /** Returns the header's value; undefined when the argument sends nothing. */
  readonly write: (args: Arguments) => string | undefined;
}

/**
 * Prepares a header parameter. Returns undefined for names that belong to HTTP itself or to the runtime, and for invalid
 * names: such a parameter is never sent.
 *
 * Values go out unchanged, neither quoted nor percent-encoded.
 *
 * @see OpenAPI 3.2 Parameter Object, `name`, and Appendix D; RFC 9110 section 7.6.1
 */
export function planHeader(binding: ParameterBinding): HeaderPlan | undefined {
  const { name } = binding;
  const lower = name.toLowerCase();
  if (!isToken(name) || ignoredHeaders.has(lower) || connectionHeaders.has(lower)) return undefined;
  const arg = argumentOf(binding);
  const expand = headerExpansion(binding);
  return {
    name,
    write: (args) => {
      const text = expand(argument(args, arg));
      return text === undefined ? undefined : fieldValue(text, arg);
    },
  };
}

/** @see OpenAPI 3.2 Style Values, `simple` */
export function headerExpansion(
  binding: Pick<ParameterBinding, "content" | "encoding" | "style" | "explode">,
): (value: unknown) => string | undefined {
  const { content, explode = false } = binding;
  if (content !== undefined) {
    const isJson = isJsonType(essenceOf(content));
    const write = planContent(binding);
    return (value) => {
      const text = write(value);
      return text === undefined || !isJson ? text : escapeNonAscii(text);
    };
  }
  // Not encoded: a tab is the only control character that headers allow.
  const delimiter = delimiterOf(binding.style);
  return (value) => {
    const shape = shapeOf(value);
    switch (shape?.kind) {
      case undefined:
        return undefined;
      case "scalar":
        return shape.text;
      case "list":
        return shape.items.join(delimiter);
      case "map":
        return shape.entries.map((entry) => entry.join(explode ? "=" : ",")).join(",");
    }
  };
}

/** Escapes JSON to ASCII, which headers carry safely. */
function escapeNonAscii(json: string): string {
  return json.replace(
    /[\x7F-\uFFFF]/g,
    (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}

/** Headers that are sent with every request and win over all others. */
export type FixedHeaders = { readonly [name: string]: string };

/** What the headers of one request are made of. */
export interface HeaderValues {
  readonly args: Arguments;
  readonly credentials: Credentials;
  readonly fixed?: FixedHeaders | undefined;
  /** Trace context headers; left out if the request has one already. */
  readonly trace?: FixedHeaders | undefined;
}

/** Writes the headers of a request. @param type of the body, if there is one */
export type HeadersPlan = (values: HeaderValues, type: string | undefined) => FixedHeaders;

/**
 * Prepares the headers of an operation. Those that no argument writes are written once, as a frozen object, and so are what
 * senders make of them.
 */
export function planHeaders(
  accept: string | undefined,
  headers: readonly HeaderPlan[],
  cookies: readonly CookiePlan[],
): HeadersPlan {
  const write: HeadersPlan = (values, type) => writeHeaders(accept, headers, cookies, values, type);
  if (headers.length > 0 || cookies.length > 0) return write;
  let last: (Omit<HeaderValues, "args"> & { type: string | undefined }) | undefined;
  let written: FixedHeaders = {};
  return (values, type) => {
    const { credentials, fixed, trace } = values;
    if (trace && Object.keys(trace).length > 0) return write(values, type);
    if (last?.credentials !== credentials || last.fixed !== fixed || last.type !== type) {
      written = Object.freeze(write(values, type));
      last = { credentials, fixed, type };
    }
    return written;
  };
}

function writeHeaders(
  accept: string | undefined,
  plans: readonly HeaderPlan[],
  cookiePlans: readonly CookiePlan[],
  { args, credentials, fixed = {}, trace = {} }: HeaderValues,
  type: string | undefined,
): FixedHeaders {
  const headers = new Map<string, readonly [name: string, value: string]>();
  const set = (name: string, value: string) => headers.set(name.toLowerCase(), [name, value]);
  if (accept !== undefined) set("Accept", accept);
  for (const { name, write } of plans) {
    const value = write(args);
    if (value !== undefined) set(name, value);
  }
  const cookies = writeCookies(cookiePlans, args, credentials);
  if (cookies !== "") set("Cookie", cookies);
  for (const [name, value] of credentials.headers) set(name, value);
  if (type !== undefined) set("Content-Type", type);
  for (const [name, value] of Object.entries(fixed)) set(name, value);
  // All trace headers or none: mixing two trace contexts would be invalid.
  const traced = Object.entries(trace);
  if (!traced.some(([name]) => headers.has(name.toLowerCase()))) {
    for (const [name, value] of traced) set(name, value);
  }
  return Object.fromEntries(headers.values());
}

function writeCookies(plans: readonly CookiePlan[], args: Arguments, own: Credentials): string {
  const cookies = own.cookies.map((pair) => pair.join("="));
  for (const write of plans) {
    cookies.push(...write(args).filter((cookie) => !isOneOf(own.cookies, cookie)));
  }
  return cookies.join("; ");
}
