import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { Api, SecurityScheme } from "../../contract/api.js";
import type { Operation, ParameterBinding, SchemaTable } from "../../contract/operation.js";
import { argumentOf } from "./arguments.js";
import { headerKey, type NameGuard } from "./guard.js";
import { planQuery } from "./query.js";
import { ReservedNames } from "./reserved-names.js";

type KeyScheme = SecurityScheme & { readonly type: "apiKey" };

/**
 * Finds the names that callers of an operation must not send: of parameters that the user's rules fix or hide, of the
 * credentials of its security schemes, and of the query that its path or the base URL contains.
 *
 * @param baseQuery the query of the base URL
 * @returns undefined if there are none, as for most operations
 */
export function guardOf(api: Api, operation: Operation, baseQuery = ""): NameGuard | undefined {
  const { request, input, preset = {} } = operation;
  const listed = input["properties"] as object | undefined;
  // An operation that describes no arguments was written by hand, and hides none.
  const isRuled = (arg: string): boolean => listed !== undefined && !Object.hasOwn(listed, arg);
  const params = request.params ?? [];
  const ruled = new Set(params.filter((binding) => isRuled(argumentOf(binding))));
  const schemes = schemesOf(api, operation);
  const keys = schemes.filter((scheme): scheme is KeyScheme => scheme.type === "apiKey");
  const namesIn = (place: ParameterBinding["in"]): readonly string[] => [
    ...[...ruled].filter((binding) => binding.in === place).map(({ name }) => name),
    ...keys.filter((key) => key.in === place).map(({ name }) => name),
  ];
  const query = [
    ...namesIn("query"),
    ...namesOf(templateQuery(request.path)),
    ...namesOf(baseQuery),
  ];
  const cookie = [...namesIn("cookie"), ...cookiesOfFixed(ruled, preset)];
  const path = namesIn("path");
  const header = namesIn("header");
  const properties = (request.body?.fields ?? []).flatMap((field) => {
    const [arg, property] = typeof field === "string" ? [field, field] : field;
    return isRuled(arg) ? [property] : [];
  });
  // An API may read its key in several places, and a token in the query. @see RFC 6750 section 2.3
  const tokens = schemes.some(({ type }) => type === "bearer" || type === "oauth2");
  const secret = [...keys.map(({ name }) => name), ...(tokens ? ["access_token"] : [])];
  const inQuery = [...query, ...pairsOfFixed(ruled, preset), ...secret];
  const all = [inQuery, cookie, path, header, properties];
  if (all.every((names) => names.length === 0)) return undefined;
  return {
    chosen: {
      query: new ReservedNames(inQuery),
      cookie: new ReservedNames([...cookie, ...secret]),
      path: new ReservedNames(path),
      body: new ReservedNames([...inQuery, ...properties]),
    },
    declared: {
      query: new ReservedNames(query),
      cookie: new ReservedNames(cookie),
      header: new Map(header.map((name) => [headerKey(name), name])),
    },
    described: describedMembers(operation, api.inputSchemas),
    ruled,
    hasPath: path.length > 0,
  };
}

/** Drops the headers of a caller that an operation has a fixed value for. Names are in lower case. */
export function withoutFixed(
  headers: { readonly [name: string]: string },
  { request, input, preset = {} }: Operation,
): { readonly [name: string]: string } {
  const listed = (input["properties"] ?? {}) as object;
  const fixed = new Set(
    (request.params ?? [])
      .filter((binding) => binding.in === "header")
      .filter((binding) => {
        const arg = argumentOf(binding);
        return Object.hasOwn(preset, arg) && !Object.hasOwn(listed, arg);
      })
      .map(({ name }) => headerKey(name)),
  );
  if (fixed.size === 0) return headers;
  const kept = Object.entries(headers).filter(([name]) => !fixed.has(headerKey(name)));
  return Object.fromEntries(kept);
}

/** Returns the security schemes of all alternatives of an operation. */
function schemesOf(api: Api, operation: Operation): readonly SecurityScheme[] {
  const { securitySchemes = {} } = api;
  const alternatives = operation.security ?? api.security ?? [];
  const names = new Set(alternatives.flatMap((alternative) => Object.keys(alternative)));
  return [...names].flatMap((name) =>
    Object.hasOwn(securitySchemes, name) ? [securitySchemes[name]!] : [],
  );
}

/** Returns the members that the schema of a whole body names, in any of its parts. */
function describedMembers(
  { request, input }: Operation,
  schemas: SchemaTable = {},
): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const listed = (input["properties"] ?? {}) as JsonObject;
  const pending: unknown[] = [member(listed, request.body?.arg ?? "")];
  while (pending.length > 0) {
    const schema = pending.pop();
    if (!isObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    for (const name of Object.keys((schema["properties"] ?? {}) as object)) names.add(name);
    const { $ref } = schema;
    if (typeof $ref === "string") pending.push(member(schemas, $ref.replace("#/$defs/", "")));
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const parts = schema[keyword];
      if (Array.isArray(parts)) pending.push(...(parts as unknown[]));
    }
  }
  return names;
}

function templateQuery(path: string): string {
  return path.split("#", 1)[0]!.split("?").slice(1).join("?");
}

/** Returns the names in a query, decoded. */
function namesOf(query: string): readonly string[] {
  return [...new URLSearchParams(query).keys()].filter((name) => !/^$|[{}]/.test(name));
}

/** Returns the names that fixed objects write in place of their own. */
function pairsOfFixed(
  ruled: ReadonlySet<ParameterBinding>,
  preset: NonNullable<Operation["preset"]>,
): readonly string[] {
  return [...ruled].flatMap((binding) => {
    const value = preset[argumentOf(binding)];
    if (binding.in !== "query" || binding.content !== undefined || !isObject(value)) return [];
    return planQuery(binding)(value).flatMap(namesOf);
  });
}

/** Returns the names of cookies in a fixed object, or in a fixed `Cookie` header. */
function cookiesOfFixed(
  ruled: ReadonlySet<ParameterBinding>,
  preset: NonNullable<Operation["preset"]>,
): readonly string[] {
  return [...ruled].flatMap((binding) => {
    const value = preset[argumentOf(binding)];
    if (binding.in === "cookie" && isObject(value)) return Object.keys(value);
    const isHeader = binding.in === "header" && binding.name.toLowerCase() === "cookie";
    if (!isHeader || typeof value !== "string") return [];
    return value.split(/; */).map((pair) => pair.split("=", 1)[0]!);
  });
}
