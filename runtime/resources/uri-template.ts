/**
 * RFC 6570 URI templates, read both ways: `{x}` and `{+x}` in the path, `{?a,b}` and `{&a,b}` in the query, with `*`.
 */
import { member } from "../protocol/json.js";

/** Raw text of a template's variables in a URI, percent-encoded as it was; several for a repeated query parameter. */
export type RawVariables = ReadonlyMap<string, readonly string[]>;

/** Values to put into a template. */
export type Variables = { readonly [name: string]: unknown };

type Part =
  | { readonly kind: "literal"; readonly text: string }
  /** `reserved`: the value may hold `/` and the like. */
  | { readonly kind: "value"; readonly name: string; readonly reserved: boolean };

interface QueryVariable {
  readonly name: string;
  readonly explode: boolean;
}

const expression = /\{([+?&]?)([^{}]*)\}/g;
const variable = /^([A-Za-z0-9_.%-]+)(\*?)$/;

export class UriTemplate {
  readonly #path: readonly Part[];
  readonly #query: readonly QueryVariable[];
  /** Text between the path and the query's variables: `?format=full` of `/pets?format=full{&page}`. */
  readonly #fixedQuery: string;

  /** @throws TypeError for a template that is malformed or of another form */
  constructor(template: string) {
    const path: Part[] = [];
    const query: QueryVariable[] = [];
    let fixedQuery = "";
    let end = 0;
    const literal = (text: string): void => {
      if (/[{}]/.test(text)) throw unusable(template);
      if (text === "") return;
      if (query.length > 0) throw unusable(template);
      const mark = fixedQuery === "" ? text.indexOf("?") : 0;
      if (mark !== -1) fixedQuery += text.slice(mark);
      const before = mark === -1 ? text : text.slice(0, mark);
      if (before !== "") path.push({ kind: "literal", text: before });
    };
    for (const match of template.matchAll(expression)) {
      const [whole, operator = "", list = ""] = match;
      literal(template.slice(end, match.index));
      end = match.index + whole.length;
      const names = list.split(",").map((each) => variable.exec(each));
      if (operator === "?" || operator === "&") {
        for (const each of names) {
          if (!each?.[1]) throw unusable(template);
          query.push({ name: each[1], explode: each[2] === "*" });
        }
        continue;
      }
      const [only] = names;
      const previous = path.at(-1);
      const ambiguous =
        previous?.kind === "value" || path.some((each) => each.kind === "value" && each.reserved);
      if (names.length !== 1 || !only?.[1] || only[2] || fixedQuery !== "" || ambiguous) {
        throw unusable(template);
      }
      path.push({ kind: "value", name: only[1], reserved: operator === "+" });
    }
    literal(template.slice(end));
    const reserved = path.findIndex((each) => each.kind === "value" && each.reserved);
    if (reserved !== -1 && reserved !== path.length - 1) throw unusable(template);
    this.#path = path;
    this.#query = query;
    this.#fixedQuery = fixedQuery;
  }

  /** The names of its variables, in their order. */
  get names(): string[] {
    const values = this.#path.flatMap((each) => (each.kind === "value" ? [each.name] : []));
    return [...values, ...this.#query.map(({ name }) => name)];
  }

  /** The variables' text when a URI is one of this template's; undefined when it is not. */
  match(uri: string): RawVariables | undefined {
    const mark = uri.indexOf("?");
    const path = mark === -1 ? uri : uri.slice(0, mark);
    const found = new Map<string, string[]>();
    if (!matchPath(this.#path, path, found)) return undefined;
    let query = mark === -1 ? "" : uri.slice(mark);
    if (this.#fixedQuery !== "") {
      if (!query.startsWith(this.#fixedQuery)) return undefined;
      query = query.slice(this.#fixedQuery.length);
    }
    for (const pair of query.split(/[?&]/)) {
      if (pair === "") continue;
      const equals = pair.indexOf("=");
      const name = decode(equals === -1 ? pair : pair.slice(0, equals));
      if (!this.#query.some((each) => each.name === name) || name === undefined) return undefined;
      const values = found.get(name) ?? [];
      values.push(equals === -1 ? "" : pair.slice(equals + 1));
      found.set(name, values);
    }
    return found;
  }

  /** The URI with these values; undefined variables are left out. @see RFC 6570, section 3.2 */
  expand(variables: Variables): string {
    let uri = "";
    for (const part of this.#path) {
      if (part.kind === "literal") uri += part.text;
      else
        uri += texts(variables, part.name)
          .map(part.reserved ? encodeReserved : encode)
          .join(",");
    }
    uri += this.#fixedQuery;
    const pairs = this.#query.flatMap(({ name, explode }) => {
      const values = texts(variables, name).map(encode);
      if (values.length === 0) return [];
      return explode ? values.map((value) => `${name}=${value}`) : [`${name}=${values.join(",")}`];
    });
    if (pairs.length === 0) return uri;
    return uri + (this.#fixedQuery === "" ? "?" : "&") + pairs.join("&");
  }
}

/** Percent-decodes; undefined when that is impossible. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A value holds no `/`, so taking each literal at its first place finds a match when there is one: no backtracking. */
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

/** Where a value ends: at the first place of the literal after it, or at the last when nothing follows that. */
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

/** Everything but unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function encodeReserved(text: string): string {
  return encodeURI(text).replace(/%5B/g, "[").replace(/%5D/g, "]");
}

function unusable(template: string): TypeError {
  return new TypeError(
    `The URI template ${JSON.stringify(template)} is not made of {x}, a last {+x}, and {?a,b} or {&a,b} at its end.`,
  );
}
