/** URI templates (RFC 6570): `{x}` and `{+x}` in the path, `{?a,b*}` and `{&a,b*}` in the query. */
import { member } from "../protocol/json.js";
import { normalUri } from "./uri.js";

/** Percent-encoded values of a template's variables. A repeated query parameter has several. */
export type RawVariables = ReadonlyMap<string, readonly string[]>;

/** Values to put into a template. */
export type Variables = { readonly [name: string]: unknown };

type Part =
  | { readonly kind: "literal"; readonly text: string }
  /** `reserved`: the value may contain `/` and the like. */
  | { readonly kind: "value"; readonly name: string; readonly reserved: boolean };

interface QueryVariable {
  readonly name: string;
  readonly explode: boolean;
}

const expression = /\{([+?&]?)([^{}]*)\}/g;
const variable = /^([A-Za-z0-9_.%-]+)(\*?)$/;

interface Parsed {
  readonly path: Part[];
  readonly query: QueryVariable[];
  /** Text between the path and the query's variables: `?format=full` of `/pets?format=full{&page}`. */
  fixedQuery: string;
}

/** A URI template of RFC 6570: expands values into a URI, and finds the values in one. */
export class UriTemplate {
  readonly #template: Readonly<Parsed>;

  /** @throws TypeError for a malformed or unsupported template */
  constructor(template: string) {
    this.#template = parseTemplate(template);
  }

  /** The names of the variables, in order. */
  get names(): string[] {
    const { path, query } = this.#template;
    const values = path.flatMap((each) => (each.kind === "value" ? [each.name] : []));
    return [...values, ...query.map(({ name }) => name)];
  }

  /** Returns the variables' values if a URI matches the template in any spelling, else undefined. */
  match(uri: string): RawVariables | undefined {
    return this.#match(uri) ?? this.#match(normalUri(uri));
  }

  #match(uri: string): RawVariables | undefined {
    const { path, query, fixedQuery } = this.#template;
    const mark = uri.indexOf("?");
    const found = new Map<string, string[]>();
    if (!matchPath(path, mark === -1 ? uri : uri.slice(0, mark), found)) return undefined;
    const given = mark === -1 ? "" : uri.slice(mark);
    if (!given.startsWith(fixedQuery)) return undefined;
    for (const pair of given.slice(fixedQuery.length).split(/[?&]/)) {
      if (pair === "") continue;
      const equals = pair.indexOf("=");
      const name = decode(equals === -1 ? pair : pair.slice(0, equals));
      if (name === undefined) return undefined;
      // A name outside of ASCII is percent-encoded in the template, too.
      const variable = query.find((each) => decode(each.name) === name);
      if (!variable) return undefined;
      const values = found.get(variable.name) ?? [];
      values.push(equals === -1 ? "" : pair.slice(equals + 1));
      found.set(variable.name, values);
    }
    return found;
  }

  /**
   * Returns the URI with these values. Undefined variables are left out.
   *
   * @throws URIError for half of a surrogate pair, which no URI can contain
   * @see RFC 6570, section 3.2
   */
  expand(variables: Variables): string {
    const { path, query, fixedQuery } = this.#template;
    let uri = "";
    for (const part of path) {
      if (part.kind === "literal") uri += part.text;
      else
        uri += texts(variables, part.name)
          .map(part.reserved ? encodeReserved : encode)
          .join(",");
    }
    uri += fixedQuery;
    const pairs = query.flatMap(({ name, explode }) => {
      const values = texts(variables, name).map(encode);
      if (values.length === 0) return [];
      return explode ? values.map((value) => `${name}=${value}`) : [`${name}=${values.join(",")}`];
    });
    if (pairs.length === 0) return uri;
    return uri + (fixedQuery === "" ? "?" : "&") + pairs.join("&");
  }
}

function parseTemplate(template: string): Parsed {
  const parsed: Parsed = { path: [], query: [], fixedQuery: "" };
  let end = 0;
  for (const match of template.matchAll(expression)) {
    const [whole, operator = "", list = ""] = match;
    const fits =
      addLiteral(parsed, template.slice(end, match.index)) &&
      (operator === "?" || operator === "&"
        ? addQueryVariables(parsed, list)
        : addPathVariable(parsed, list, operator === "+"));
    if (!fits) throw unsupported(template);
    end = match.index + whole.length;
  }
  if (!addLiteral(parsed, template.slice(end))) throw unsupported(template);
  return parsed;
}

/** Adds text; from the first `?` on it belongs to the query. */
function addLiteral(parsed: Parsed, literal: string): boolean {
  if (literal === "") return true;
  if (/[{}]/.test(literal) || parsed.query.length > 0) return false;
  // Expansion encodes what a literal may hold and a URI may not, such as `é`. RFC 6570, section 3.1.
  const text = normalUri(literal);
  const mark = parsed.fixedQuery === "" ? text.indexOf("?") : 0;
  const path = mark === -1 ? text : text.slice(0, mark);
  if (mark !== -1) parsed.fixedQuery += text.slice(mark);
  if (path === "") return true;
  const last = parsed.path.at(-1);
  // The value of `{+x}` may hold any character, so it must end the path.
  if (last?.kind === "value" && last.reserved) return false;
  parsed.path.push({ kind: "literal", text: path });
  return true;
}

/** Adds the variables of `{?a,b*}`. */
function addQueryVariables({ query }: Parsed, list: string): boolean {
  for (const each of list.split(",")) {
    const [, name, explode] = variable.exec(each) ?? [];
    if (!name) return false;
    query.push({ name, explode: explode === "*" });
  }
  return true;
}

/** Adds a path variable, not right after another: a URI could match in several ways. */
function addPathVariable({ path, fixedQuery }: Parsed, list: string, reserved: boolean): boolean {
  const [, name, explode] = variable.exec(list) ?? [];
  if (!name || explode || fixedQuery !== "" || path.at(-1)?.kind === "value") return false;
  path.push({ kind: "value", name, reserved });
  return true;
}

/** Percent-decodes a text. Undefined if it is malformed. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Needs no backtracking: values contain no `/`, so a literal's first occurrence is right if any is. */
function matchPath(parts: readonly Part[], path: string, found: Map<string, string[]>): boolean {
  let position = 0;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as Part;
    if (part.kind === "literal") {
      if (!path.startsWith(part.text, position)) return false;
      position += part.text.length;
      continue;
    }
    const end = part.reserved
      ? path.length
      : endOfValue(path, position, parts[index + 1], index + 2 >= parts.length);
    if (end === -1 || end === position) return false;
    const value = path.slice(position, end);
    if (!part.reserved && /[/?#]/.test(value)) return false;
    found.set(part.name, [value]);
    position = end;
  }
  return position === path.length;
}

/** Returns where a value ends: where the next literal first occurs, or last if it ends the path. */
function endOfValue(path: string, from: number, next: Part | undefined, isLast: boolean): number {
  if (!next || next.kind !== "literal") return path.length;
  const text = next.text;
  if (isLast) return path.endsWith(text) ? Math.max(from, path.length - text.length) : -1;
  return path.indexOf(text, from + 1);
}

function texts(variables: Variables, name: string): string[] {
  const value = member(variables, name);
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** Percent-encodes everything but unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Percent-encodes what no URI may contain. Percent-encoded triplets stay. @see RFC 6570, section 3.2.1 */
function encodeReserved(text: string): string {
  return encodeURI(text)
    .replace(/%5B/g, "[")
    .replace(/%5D/g, "]")
    .replace(/%25([\dA-Fa-f]{2})/g, "%$1");
}

function unsupported(template: string): TypeError {
  return new TypeError(
    `Unsupported URI template ${JSON.stringify(template)}: use {x}, {+x} at the end of the path, and {?a,b} or {&a,b} at the end.`,
  );
}
