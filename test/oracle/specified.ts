/**
 * Computes parameters from the specifications, without the runtime's code: RFC 6570's expansions by a library,
 * OpenAPI's other styles from their examples.
 *
 * Where OpenAPI defines nothing, the rules are ours: members that are objects or arrays become JSON text, null is left
 * out, and `deepObject` nests with brackets, items of arrays by their index.
 */
import { collectionFormats, type ListFormat } from "./raw/collection-formats.js";
import { isDeepStrictEqual } from "node:util";
import { parseTemplate } from "url-template";
import type { Difference } from "./compare.js";
import { asMapping } from "./raw/nodes.js";
import type { SpecParameter } from "./spec-operation.js";

/** Whether we send the parameter as specified. */
export function isSpecified(difference: Difference): boolean {
  const { where, ours, parameter, value, operation, isSwagger2 } = difference;
  if (where === "path") return ours === specifiedSegment(difference);
  if (!parameter || value === undefined) return false;
  if (where === "query") {
    const repeated = operation.parameters.filter(({ name }) => name === parameter.name).length;
    return repeated > 0 && isDeepStrictEqual(ours, queryPairs(parameter, value, isSwagger2));
  }
  return where === "cookie" && isDeepStrictEqual(ours, cookiePairs(parameter, value));
}

/** Expands one text by RFC 6570's simple expansion. */
export function encoded(text: string): string {
  return parseTemplate("{v}").expand({ v: text });
}

export function formatOf(parameter: SpecParameter, isSwagger2: boolean): ListFormat {
  if (isSwagger2) {
    const format = collectionFormats[String(parameter["collectionFormat"] ?? "csv")];
    return format ?? { style: "form", explode: false };
  }
  const usual = parameter.in === "query" || parameter.in === "cookie" ? "form" : "simple";
  const style = typeof parameter["style"] === "string" ? parameter["style"] : usual;
  const explode = parameter["explode"] ?? (style === "form" || style === "cookie");
  return { style, explode: explode === true };
}

function specifiedSegment({ operation, values, name, isSwagger2 }: Difference): string | undefined {
  const template = operation.path.split(/[?#]/)[0]!.split("/");
  const segment = template.find((each) => each.includes(`{${name}}`));
  return segment?.replace(/\{([^{}]*)\}/g, (_, each: string) => {
    const parameter = operation.parameters.find((one) => one.in === "path" && one.name === each);
    const value = values?.parameters[`path.${each}`];
    return pathText(parameter ?? { name: each, in: "path" }, value, isSwagger2);
  });
}

function pathText(parameter: SpecParameter, value: unknown, isSwagger2: boolean): string {
  const content = contentText(parameter, value);
  if (content !== undefined) return encoded(content);
  const { style, explode } = formatOf(parameter, isSwagger2);
  const flat = flattened(value);
  if (style === "spaceDelimited" || style === "pipeDelimited" || style === "tabDelimited") {
    return Array.isArray(flat) ? flat.map(encoded).join(delimiters[style]) : encoded(String(flat));
  }
  const operator = { label: ".", matrix: ";" }[style] ?? "";
  const text = parseTemplate(`{${operator}v${explode ? "*" : ""}}`).expand({ v: flat });
  return style === "matrix" ? text.replace(/(^|;)v=/g, `$1${encoded(parameter.name)}=`) : text;
}

const delimiters = { spaceDelimited: "%20", pipeDelimited: "%7C", tabDelimited: "%09" } as const;

export function queryPairs(
  parameter: SpecParameter,
  value: unknown,
  isSwagger2: boolean,
): readonly string[] {
  const name = encoded(parameter.name);
  const content = contentText(parameter, value);
  if (content !== undefined) return [`${name}=${encoded(content)}`];
  const { style, explode } = formatOf(parameter, isSwagger2);
  return styledPairs(name, style, explode, value);
}

export function styledPairs(
  name: string,
  style: string,
  explode: boolean,
  value: unknown,
): readonly string[] {
  const flat = flattened(value);
  if (style === "deepObject") return deep(name, value);
  if (style in delimiters && !explode && typeof flat === "object") {
    const items = Array.isArray(flat) ? flat : Object.entries(flat).flat();
    const delimiter = delimiters[style as keyof typeof delimiters];
    return items.length === 0 ? [] : [`${name}=${items.map(encoded).join(delimiter)}`];
  }
  const text = parseTemplate(`{?v${explode ? "*" : ""}}`).expand({ v: flat });
  const pairs = text.slice(1).split("&");
  const isNamed = typeof flat !== "object" || Array.isArray(flat) || !explode;
  return text === "" ? [] : pairs.map((pair) => (isNamed ? pair.replace(/^v=/, `${name}=`) : pair));
}

function deep(name: string, value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [`${name}=${encoded(scalar(value))}`];
  return Object.entries(value).flatMap(([key, member]) =>
    deep(`${name}%5B${encoded(key)}%5D`, member),
  );
}

/** Expands by RFC 6570's form expansion, one cookie per pair. @see OpenAPI 3.2 Appendix D */
function cookiePairs(parameter: SpecParameter, value: unknown): readonly string[] {
  const { style, explode } = formatOf(parameter, false);
  if (style === "cookie") {
    const flat = flattened(value);
    if (typeof flat !== "object") return [`${parameter.name}=${flat}`];
    const isList = Array.isArray(flat);
    if (!explode)
      return [`${parameter.name}=${(isList ? flat : Object.entries(flat).flat()).join(",")}`];
    return isList
      ? flat.map((item) => `${parameter.name}=${item}`)
      : Object.entries(flat).map((pair) => pair.join("="));
  }
  const content = contentText(parameter, value);
  if (content !== undefined) return [`${parameter.name}=${encoded(content)}`];
  return styledPairs(parameter.name, style, explode, value);
}

/** @see OpenAPI 3.2 Parameter Object, `content` */
function contentText(parameter: SpecParameter, value: unknown): string | undefined {
  const [type] = Object.keys(asMapping(parameter["content"]));
  if (type === undefined) return undefined;
  const isJson = /^[^/]+\/([^/;]*\+)?json(;|$)/i.test(type);
  return typeof value === "string" && !isJson ? value : JSON.stringify(value);
}

type Flat = string | string[] | Record<string, string>;

function flattened(value: unknown): Flat {
  if (Array.isArray(value)) {
    return (value as unknown[]).filter((item) => item !== null).map(scalar);
  }
  if (typeof value !== "object" || value === null) return scalar(value);
  const entries = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(entries.map(([key, member]) => [key, scalar(member)]));
}

function scalar(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
