import { ToolError } from "../../protocol/tool-error.js";
import { argument, argumentOf, type Arguments } from "./arguments.js";
import { isToken } from "../../protocol/text/field-value.js";
import type { ParameterBinding } from "../../contract/operation.js";
import { planContent } from "./parameter-content.js";
import {
  encodeReservedInCookie,
  encodeUnreserved,
  withoutDelimiters,
} from "../../protocol/text/percent-encoding.js";
import { shapeOf } from "./value-shape.js";

/** Writes the `name=value` pairs of a cookie parameter; none when the argument sends nothing. */
export type CookiePlan = (args: Arguments) => readonly string[];

/**
 * Prepares a cookie parameter. Style `form` percent-encodes; style `cookie` sends values unchanged and refuses
 * characters that would end the cookie. Exploded values become separate cookies, because RFC 6570's `&` would
 * be part of the first one's value.
 *
 * @see OpenAPI 3.2 Style Values and Appendix D; RFC 6265 section 4.1.1
 */
export function planCookie(binding: ParameterBinding): CookiePlan {
  const arg = argumentOf(binding);
  const name = cookieName(binding.name);
  const { content, explode = true } = binding;
  const write = cookieEncoding(binding, arg);
  if (content !== undefined) {
    const writeContent = planContent(binding);
    return (args) => {
      const text = writeContent(argument(args, arg));
      return text === undefined ? [] : [`${name}=${encodeUnreserved(text)}`];
    };
  }
  return (args) => {
    const shape = shapeOf(argument(args, arg));
    switch (shape?.kind) {
      case undefined:
        return [];
      case "scalar":
        return [`${name}=${write(shape.text)}`];
      case "list": {
        const items = shape.items.map(write);
        return explode ? items.map((item) => `${name}=${item}`) : [`${name}=${items.join(",")}`];
      }
      case "map":
        return explode
          ? shape.entries.map(([key, text]) => `${cookieName(key)}=${write(text)}`)
          : [`${name}=${shape.entries.flat().map(write).join(",")}`];
    }
  };
}

function cookieEncoding(binding: ParameterBinding, arg: string): (text: string) => string {
  const { style, allowReserved, allowDelimiters } = binding;
  if (style === "cookie") return (text) => unchanged(text, arg);
  if (!allowReserved) return encodeUnreserved;
  return allowDelimiters ? encodeReservedInCookie : withoutDelimiters(encodeReservedInCookie);
}

/** Encodes a name only if it is not a valid token, because servers compare cookie names byte for byte. */
export function cookieName(name: string): string {
  return isToken(name) ? name : encodeUnreserved(name);
}

/** Whether a text can be a cookie's value unchanged. Wider than RFC 6265, which OpenAPI's own example exceeds. */
export function isCookieValue(text: string): boolean {
  return /^[\x20-\x3A\x3C-\x7E]*$/.test(text);
}

function unchanged(text: string, arg: string): string {
  if (isCookieValue(text)) return text;
  throw new ToolError(
    `The argument "${arg}" is sent as a cookie, which can hold only visible ASCII characters other than ";".`,
  );
}
