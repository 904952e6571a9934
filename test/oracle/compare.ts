/** Compares our request with the expected one. Each difference names its parameter. */
import { isDeepStrictEqual } from "node:util";
import type { CallValues } from "./expected/call-values.js";
import type { RawMediaType } from "./raw/model.js";
import type { SpecOperation, SpecParameter } from "./spec-operation.js";
import type { RequestParts } from "./request-parts.js";

export type Where =
  /** The document makes the call impossible. */
  | "sample"
  /** What the tool's listed schema says. */
  | "offered"
  | "required"
  | "refused"
  | "security"
  | "method"
  | "origin"
  | "fragment"
  | "path"
  | "query"
  | "header"
  | "cookie"
  | "body";

export interface Difference {
  readonly where: Where;
  /** Name of the parameter, header or segment. */
  readonly name: string;
  /** Raw texts; for a body, values. */
  readonly ours: unknown;
  readonly theirs: unknown;
  readonly parameter?: SpecParameter;
  readonly value?: unknown;
  readonly operation: SpecOperation;
  readonly values?: CallValues;
  readonly isSwagger2: boolean;
  readonly bodyType?: string;
  /** A media type that the tool does not offer, and those that it does. */
  readonly type?: RawMediaType;
  readonly offered?: readonly RawMediaType[];
  /** Of the body that offers a read-only member. */
  readonly examples?: readonly unknown[];
}

export interface Comparison {
  readonly operation: SpecOperation;
  readonly values: CallValues;
  readonly isSwagger2: boolean;
  readonly bodyType?: string;
}

type Found = Pick<Difference, "where" | "name" | "ours" | "theirs">;

export function compareRequests(
  ours: RequestParts,
  theirs: RequestParts & { readonly fragment: string },
  call: Comparison,
): readonly Difference[] {
  const found: Found[] = [
    ...single("method", ours.method, theirs.method),
    // @see RFC 3986 section 6.2.2.1: hosts are the same in any case.
    ...single("origin", ours.origin, theirs.origin.toLowerCase()),
    ...single("fragment", "", theirs.fragment),
    ...comparePaths(ours.path, theirs.path, call),
    ...comparePairs("query", ours.query, theirs.query, call),
    ...comparePairs("cookie", ours.cookies, theirs.cookies, call),
    ...compareHeaders(ours.headers, theirs.headers),
    ...compareBodies(ours.body, theirs.body),
  ];
  return found.map((each) => ({ ...each, ...aboutParameter(each, call), ...call }));
}

function aboutParameter(
  { where, name }: Found,
  { operation, values }: Comparison,
): Pick<Difference, "parameter" | "value"> {
  const parameter = operation.parameters.find(
    (each) =>
      each.in === where &&
      (each.name === name || (where === "header" && each.name.toLowerCase() === name)),
  );
  if (!parameter) return {};
  return { parameter, value: values.parameters[`${parameter.in}.${parameter.name}`] };
}

function single(where: Where, ours: string, theirs: string): Found[] {
  return ours === theirs ? [] : [{ where, name: where, ours, theirs }];
}

/** Compares paths by segment if both have as many as the template. */
function comparePaths(ours: string, theirs: string, { operation }: Comparison): Found[] {
  if (ours === theirs) return [];
  const whole: Found = { where: "path", name: "path", ours, theirs };
  const template = operation.path.split(/[?#]/)[0]!.split("/");
  const [mine, other] = [ours.split("/"), theirs.split("/")];
  if (mine.length !== other.length || mine.length < template.length) return [whole];
  const offset = mine.length - template.length;
  const found: Found[] = [];
  for (const [index, segment] of mine.entries()) {
    if (segment === other[index]) continue;
    const [, name] = /\{([^{}]*)\}/.exec(template[index - offset] ?? "") ?? [];
    // Removes the literal text around a parameter if it is equal.
    found.push({ ...whole, name: name ?? "path", ours: segment, theirs: other[index] });
  }
  return found;
}

function comparePairs(
  where: "query" | "cookie",
  ours: readonly string[],
  theirs: readonly string[],
  { operation, values }: Comparison,
): Found[] {
  const names = new Map<string, { ours: string[]; theirs: string[] }>();
  const nameOf = (pair: string): string => {
    const [written = ""] = pair.split("=");
    let name = written;
    try {
      name = decodeURIComponent(written);
    } catch {
      // The name is not percent-encoded.
    }
    const declared = operation.parameters.filter((each) => each.in === where);
    if (declared.some((each) => each.name === name)) return name;
    const [base = ""] = name.split("[");
    if (declared.some((each) => each.name === base)) return base;
    const exploded = declared.find((each) => {
      const value = values.parameters[`${where}.${each.name}`];
      return typeof value === "object" && value !== null && Object.hasOwn(value, name);
    });
    return exploded?.name ?? name;
  };
  const of = (pair: string) => {
    const name = nameOf(pair);
    let entry = names.get(name);
    if (!entry) names.set(name, (entry = { ours: [], theirs: [] }));
    return entry;
  };
  for (const pair of ours) of(pair).ours.push(pair);
  for (const pair of theirs) of(pair).theirs.push(pair);
  return [...names]
    .filter(([, pair]) => !isDeepStrictEqual(pair.ours, pair.theirs))
    .map(([name, pair]) => ({ where, name, ...pair }));
}

function compareHeaders(ours: RequestParts["headers"], theirs: RequestParts["headers"]): Found[] {
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return [...names].flatMap((name) => {
    const [mine, other] = [ours[name], theirs[name]].map((value) => comparable(name, value));
    if (mine === other) return [];
    return [{ where: "header" as const, name, ours: ours[name], theirs: theirs[name] }];
  });
}

function comparable(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (name === "content-type") return value.replace(/; *boundary=.*$/, "");
  // @see RFC 9110 section 12.5.1: without weights the order says nothing.
  if (name === "accept") return [...new Set(value.split(/, */))].sort().join(", ");
  return String(value);
}

function compareBodies(ours: unknown, theirs: unknown): Found[] {
  if (isDeepStrictEqual(ours, theirs)) return [];
  return [{ where: "body", name: "body", ours, theirs }];
}
