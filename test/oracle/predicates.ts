/**
 * Predicates by the name of a decision: whether it covers a difference, because our request is what its clause
 * requires.
 */
import { isDeepStrictEqual } from "node:util";
import type { Difference } from "./compare.js";
import { isSpecifiedForm, isSpecifiedMultipart } from "./specified-body.js";
import { formatOf, isSpecified, queryPairs } from "./specified.js";
import type { RawMediaType } from "./raw/model.js";
import { asMapping, type RawNode } from "./raw/nodes.js";

type Predicate = (difference: Difference) => boolean;

export const predicates: Readonly<Record<string, Predicate>> = {
  "fragment-of-the-template": ({ where, theirs, operation }) =>
    where === "fragment" && operation.path.endsWith(`#${String(theirs)}`),

  "placeholder-left-in-path": (difference) =>
    isIn("path", difference) && /[{}]/.test(String(difference.theirs)) && isSpecified(difference),

  "label-without-explode": (difference) =>
    isIn("path", difference) && style(difference) === "label" && isSpecified(difference),

  "path-value-encoded": (difference) =>
    isIn("path", difference) && difference.isSwagger2 && isSpecified(difference),

  "query-value-encoded": (difference) =>
    isIn("query", difference) &&
    isDeepStrictEqual(decodedAll(difference.ours), decodedAll(difference.theirs)) &&
    isSpecified(difference),

  "delimited-object": (difference) =>
    isIn("query", difference) &&
    /^(space|pipe|tab)Delimited$/.test(style(difference)) &&
    isSpecified(difference),

  "deep-object-nested": (difference) =>
    isIn("query", difference) && style(difference) === "deepObject" && isSpecified(difference),

  "one-name-of-several-parameters": ({ where, ours, theirs, operation, values, isSwagger2 }) => {
    if (where !== "query" && where !== "cookie") return false;
    const pairs = operation.parameters.flatMap((each) => {
      const value = values?.parameters[`${where}.${each.name}`];
      return each.in === where && value !== undefined ? queryPairs(each, value, isSwagger2) : [];
    });
    const [mine, other] = [ours, theirs] as readonly (readonly string[])[];
    return mine!.length > other!.length && contains(pairs, mine!) && contains(mine!, other!);
  },

  "form-of-no-object": ({ where, ours, bodyType, values }) => {
    const body = values?.body;
    const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
    if (where !== "body" || isObject || !/urlencoded/i.test(bodyType ?? "")) return false;
    return ours === (typeof body === "string" ? body : JSON.stringify(body));
  },

  "template-encoded": ({ where, name, ours, theirs }) =>
    where === "path" && name === "path" && ours === encodeURI(String(theirs)),

  "method-as-written": ({ where, ours, theirs, operation }) =>
    where === "method" && ours === operation.method && theirs === operation.method.toUpperCase(),

  "server-without-host": ({ where, ours, operation }) =>
    where === "refused" &&
    /is not an absolute URL\. Set the environment variable/.test(String(ours)) &&
    asMapping((operation.servers as readonly unknown[] | undefined)?.[0])["url"] === "https://",

  "xml-body": ({ where, ours, theirs, bodyType }) =>
    where === "body" &&
    /xml/i.test(bodyType ?? "") &&
    typeof theirs === "object" &&
    String(ours).startsWith("<") &&
    textsOf(theirs).every((text) => withoutEntities(String(ours)).includes(text)),

  "media-types-of-one-schema": ({ where, name, type, offered = [] }) =>
    where === "offered" &&
    name === "type" &&
    offered.some((each) => isDeepStrictEqual(meaningOf(each), meaningOf(type!))),

  "json-patch-is-a-list": ({ where, ours, bodyType, values }) =>
    where === "refused" &&
    (bodyType ?? "").startsWith("application/json-patch+json") &&
    !Array.isArray(values?.body) &&
    /`body` must be an array/.test(String(ours)),

  "read-only-member-of-an-example": ({ where, name, ours, isSwagger2, examples = [] }) =>
    where === "offered" &&
    ours === "read-only" &&
    !isSwagger2 &&
    examples.some((each) => Object.hasOwn(asMapping(each), name.replace("body ", ""))),

  cookies: (difference) => isIn("cookie", difference) && isSpecified(difference),

  "accept-any": ({ where, name, ours, theirs, operation, isSwagger2 }) =>
    where === "header" &&
    name === "accept" &&
    ours === undefined &&
    (theirs === "*/*" || (isSwagger2 && !hasContent(operation.responses))),

  "accept-of-ranges": ({ where, name, ours, theirs, operation }) => {
    if (where !== "header" || name !== "accept" || typeof ours !== "string") return false;
    const listed = ours.split(/, */);
    const declared = Object.entries(operation.responses)
      .filter(([status]) => /^(2..|default)$/i.test(status))
      .flatMap(([, response]) => Object.keys(asMapping(asMapping(response)["content"])));
    return theirs === undefined && listed.every((type) => declared.includes(type));
  },

  "content-type-of-a-range": ({ where, name, ours, theirs, bodyType }) =>
    where === "header" &&
    name === "content-type" &&
    (bodyType ?? "").includes("*") &&
    theirs === bodyType &&
    typeof ours === "string" &&
    !ours.includes("*"),

  "required-and-forbidden": ({ where, theirs }) =>
    where === "sample" &&
    / requires ".*", which additionalProperties forbids$/.test(String(theirs)),

  "multipart-without-fields": ({ where, name, type }) =>
    where === "offered" &&
    name === "type" &&
    /^multipart\/form-data/i.test(type?.type ?? "") &&
    ["array", "string"].includes(String(asMapping(type?.schema?.value)["type"])),

  "one-authorization": ({ where, ours, theirs }) => {
    if (where !== "security") return false;
    const [mine, alternatives] = [ours, theirs] as [
      readonly string[],
      readonly (readonly string[])[],
    ];
    const isAuthorization = (each: string): boolean => each.startsWith("header authorization:");
    return alternatives.some(
      (each) =>
        each.filter(isAuthorization).length > 1 &&
        mine.filter(isAuthorization).length === 1 &&
        mine.every((one) => each.includes(one)) &&
        each.every((one) => isAuthorization(one) || mine.includes(one)),
    );
  },

  "file-of-no-type": ({ where, name, ours, theirs, operation, isSwagger2, bodyType }) => {
    if (where !== "header" || name !== "content-type") return false;
    const declared = isSwagger2
      ? (operation.consumes ?? [])
      : Object.keys(operation.requestBody?.content ?? {});
    return (
      bodyType === "application/octet-stream" &&
      theirs === bodyType &&
      declared.includes(String(ours))
    );
  },

  "secure-scheme-first": ({ where, ours, theirs, operation, isSwagger2 }) =>
    where === "origin" &&
    isSwagger2 &&
    ours === String(theirs).replace(/^http:/, "https:") &&
    (operation.schemes === undefined || operation.schemes.includes("https")),

  "form-fields": (difference) => difference.where === "body" && isSpecifiedForm(difference),

  "multipart-parts": (difference) =>
    difference.where === "body" && isSpecifiedMultipart(difference),
};

/** The schema of a media type without texts for people. */
function meaningOf({ schema, itemSchema }: RawMediaType): unknown {
  const bare = (node: RawNode | undefined): unknown => {
    const { title: _, description: __, example: ___, ...rest } = asMapping(node?.value);
    return rest;
  };
  return [bare(schema), bare(itemSchema)];
}

function isIn(where: Difference["where"], difference: Difference): boolean {
  return difference.where === where;
}

function style({ parameter, isSwagger2 }: Difference): string {
  return parameter ? formatOf(parameter, isSwagger2).style : "";
}

function decodedAll(pairs: unknown): readonly string[] {
  return (pairs as readonly string[]).map((pair) => {
    try {
      return decodeURIComponent(pair);
    } catch {
      return pair;
    }
  });
}

/** Whether the first list contains the second, with repetitions. */
function contains(list: readonly string[], part: readonly string[]): boolean {
  const left = [...list];
  return part.every((each) => {
    const at = left.indexOf(each);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsOf);
  return [value === null ? "" : String(value)];
}

function withoutEntities(xml: string): string {
  return xml.replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) =>
    String.fromCodePoint(parseInt(digits, hex === "" ? 10 : 16)),
  );
}

function hasContent(responses: Difference["operation"]["responses"]): boolean {
  return Object.entries(responses).some(
    ([status, response]) => /^2..$/.test(status) && asMapping(response)["hasSchema"],
  );
}
