/** Computes form bodies from the specifications, without the runtime's code. */
import { isDeepStrictEqual } from "node:util";
import type { Part } from "./bodies.js";
import type { Difference } from "./compare.js";
import { asMapping, type Mapping } from "./raw/nodes.js";
import { RawFile } from "./samples/raw-file.js";
import { encoded, formatOf, styledPairs } from "./specified.js";

/** Returns the Encoding Objects of the body. */
function encodingOf({ operation, bodyType = "" }: Difference): Mapping {
  return asMapping(asMapping(operation.requestBody?.content[bodyType])["encoding"]);
}

/**
 * Returns the fields of `application/x-www-form-urlencoded`, written like WHATWG forms; fields with a style in their
 * encoding are written like query parameters.
 *
 * @see OpenAPI 3.2 Encoding Object; Swagger 2.0 Parameter Object, `collectionFormat`
 */
export function isSpecifiedForm(difference: Difference): boolean {
  const { ours, values, bodyType, isSwagger2, operation } = difference;
  const body = asMapping(values?.body);
  if (!/urlencoded/i.test(bodyType ?? "")) return false;
  const encoding = encodingOf(difference);
  const pairs = Object.entries(body).flatMap(([name, value]) => {
    const field = operation.parameters.find(
      (each) => each.in === "formData" && each.name === name && each["type"] === "array",
    );
    if (isSwagger2 && field) {
      const { style, explode } = formatOf(field, true);
      return styledPairs(encoded(name), style, explode, value);
    }
    const rules = asMapping(encoding[name]);
    if (["style", "explode", "allowReserved"].some((keyword) => rules[keyword] !== undefined)) {
      const style = String(rules["style"] ?? "form");
      return styledPairs(
        encoded(name),
        style,
        Boolean(rules["explode"] ?? style === "form"),
        value,
      );
    }
    const isJson = /json/.test(String(rules["contentType"] ?? ""));
    return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((item) => {
      if (item === null && !isJson) return [];
      const text = typeof item === "object" || isJson ? JSON.stringify(item) : String(item);
      return [new URLSearchParams([[name, text]]).toString()];
    });
  });
  return isDeepStrictEqual(byName(String(ours).split("&")), byName(pairs));
}

/** Sorts pairs by name: only the order of equal names has a meaning. */
function byName(pairs: readonly string[]): readonly string[] {
  const nameOf = (pair: string): string => pair.split("=")[0]!;
  return pairs
    .filter((pair) => pair !== "")
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
}

/**
 * Returns the parts of `multipart/form-data`: one part per array item, objects as JSON.
 *
 * @see OpenAPI 3.2 Encoding Object, Encoding `multipart` Media Types; RFC 7578 section 4.3
 */
export function isSpecifiedMultipart(difference: Difference): boolean {
  const { ours, values, bodyType } = difference;
  if (!/^multipart\//i.test(bodyType ?? "") || !Array.isArray(ours)) return false;
  const encoding = encodingOf(difference);
  const expected = Object.entries(asMapping(values?.body)).flatMap(([name, value]): Part[] => {
    if (value === null) return [];
    const rules = asMapping(encoding[name]);
    const isStyled = ["style", "explode", "allowReserved"].some(
      (keyword) => rules[keyword] !== undefined,
    );
    if (isStyled && !(value instanceof RawFile)) {
      const style = String(rules["style"] ?? "form");
      const explode = Boolean(rules["explode"] ?? style === "form");
      return styledPairs(encoded(name), style, explode, value).map((pair) => {
        const at = pair.indexOf("=");
        return {
          name: decodeURIComponent(pair.slice(0, at)),
          content: latin1(decodeURIComponent(pair.slice(at + 1))),
        };
      });
    }
    return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((item): Part[] => {
      if (item === null) return [];
      if (item instanceof RawFile)
        return [{ name, fileName: item.name, content: latin1(item.text) }];
      const isJson = typeof item === "object" || /json/.test(String(rules["contentType"] ?? ""));
      const type = rules["contentType"] ?? (isJson ? "application/json" : undefined);
      const content = latin1(isJson ? JSON.stringify(item) : String(item));
      return [{ name, ...(type !== undefined && { type: String(type) }), content }];
    });
  });
  // Types of files are compared in the golden cases.
  const bare = (ours as readonly Part[]).map(({ type, ...part }) =>
    part.fileName === undefined ? { ...part, ...(type !== undefined && { type }) } : part,
  );
  return isDeepStrictEqual(partsByName(bare), partsByName(expected));
}

/** Sorts parts by name: only the order of equal names has a meaning. */
function partsByName(parts: readonly Part[]): readonly Part[] {
  const nameOf = ({ name = "" }: Part): string => name;
  return parts.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
}

function latin1(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
