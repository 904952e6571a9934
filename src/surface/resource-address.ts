import { UriTemplate } from "../../runtime/resources/uri-template.js";
import type { Operation } from "../operations/model.js";
import type { Decision } from "../routes/decision.js";
import type { ShapedArguments } from "./arguments/argument-draft.js";

/** The URI of an operation's resource, or the reason why there is none. */
export type ResourceAddress =
  | { readonly as: "resource"; readonly uri: string }
  | { readonly as: "template"; readonly uriTemplate: string }
  | { readonly as: "impossible"; readonly reason: string };

/**
 * Returns the URI of an operation exposed as a resource: `petstore://pets/{petId}{?verbose}`. It is a template when the
 * path has parameters or the query is required; a plain resource omits an optional query.
 *
 * @see RFC 6570; MCP 2026-07-28 Resources
 */
export function resourceAddress(
  operation: Operation,
  { params: all = [], body, input, preset = {} }: ShapedArguments,
  decision: Decision,
  apiName: string,
): ResourceAddress {
  const required = new Set(input["required"] as readonly string[] | undefined);
  const nameOf = ({ name, arg = name }: { name: string; arg?: string }): string => arg;
  const offered = new Set(Object.keys(input["properties"] as object));
  const params = all.filter((param) => offered.has(nameOf(param)));
  const outside = params.find(
    (param) => !["path", "query"].includes(param.in) && required.has(nameOf(param)),
  );
  if (outside) return impossible(`it needs the ${outside.in} parameter \`${outside.name}\``);
  const isBodyFixed = Object.keys(preset).length > 0 && offered.size === params.length;
  if (body?.required && !isBodyFixed) return impossible("it needs a body");
  if (decision.uri !== undefined) {
    return ownAddress(decision.uri, new Set(params.map(nameOf)), required);
  }
  const inPath = new Map(
    params.filter((param) => param.in === "path").map((param) => [param.name, nameOf(param)]),
  );
  const query = params.filter((param) => param.in === "query").map(nameOf);
  const fixed = new Map(
    all
      .filter((param) => param.in === "path" && !offered.has(nameOf(param)))
      .map((param) => [param.name, String(preset[nameOf(param)])]),
  );
  const path = pathTemplate(operation.path, inPath, fixed);
  const base = `${apiName}:/${path.startsWith("/") ? "" : "/"}${path}`;
  const needsQuery = query.some((name) => required.has(name));
  const isTemplate = inPath.size > 0 || needsQuery || decision.expose === "template";
  if (!isTemplate || inPath.size + query.length === 0) return { as: "resource", uri: base };
  if (query.length === 0) return template(base);
  if (base.includes("?")) {
    return needsQuery ? impossible("its path already contains a query") : template(base);
  }
  return template(`${base}{?${query.join(",")}}`);
}

/** Returns a template if the server can find the values of its variables in a URI. */
function template(uriTemplate: string): ResourceAddress {
  try {
    new UriTemplate(uriTemplate);
    return { as: "template", uriTemplate };
  } catch {
    return impossible(
      `the values in a URI could not be told apart: \`${uriTemplate}\` needs text between two variables, and those of a query at the end`,
    );
  }
}

function pathTemplate(
  path: string,
  argumentOf: ReadonlyMap<string, string>,
  fixed: ReadonlyMap<string, string>,
): string {
  return path
    .split(/(\{[^{}]*\})/)
    .map((part, index) => {
      if (index % 2 === 0) return escapeLiteral(part);
      const name = part.slice(1, -1);
      const value = fixed.get(name);
      if (value !== undefined) return encodeURIComponent(Buffer.from(value).toString());
      const argument = argumentOf.get(name);
      return argument === undefined ? escapeLiteral(part) : `{${argument}}`;
    })
    .join("");
}

/** Percent-encodes literal text of a path; existing percent-encoding stays. */
function escapeLiteral(text: string): string {
  const wellFormed = Buffer.from(text).toString();
  return wellFormed
    .split(/(%[0-9a-fA-F]{2})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURI(part).replaceAll("#", "%23")))
    .join("");
}

/** Checks a URI or template of the user: its variables must be arguments, and include the required ones. */
function ownAddress(
  uri: string,
  known: ReadonlySet<string>,
  required: ReadonlySet<string>,
): ResourceAddress {
  if (!/^[a-zA-Z][a-zA-Z0-9+.-]*:[^\s<>"\\^`|]+$/.test(uri)) {
    return impossible(`\`${uri}\` is not a URI with a scheme`);
  }
  const expressions = [...uri.matchAll(/\{([^{}]*)\}/g)].map(([, inside = ""]) => inside);
  if (/[{}]/.test(uri.replace(/\{[^{}]*\}/g, ""))) {
    return impossible(`\`${uri}\` has an unbalanced brace`);
  }
  const variables = expressions.flatMap((inside) => inside.replace(/^\?/, "").split(","));
  const unknown = variables.find((name) => !known.has(name));
  if (unknown !== undefined) {
    return impossible(
      `its uri has the variable \`${unknown}\`, but its parameters are: ${[...known].join(", ") || "none"}`,
    );
  }
  const missing = [...required].find((name) => !variables.includes(name));
  if (missing !== undefined) return impossible(`its uri lacks the required variable {${missing}}`);
  return variables.length > 0 ? template(uri) : { as: "resource", uri };
}

function impossible(reason: string): ResourceAddress {
  return { as: "impossible", reason };
}
