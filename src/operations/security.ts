import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import { setOwn } from "../load/object.js";
import { isObject, join, kindOf, own, problem, type JsonObject } from "../normalise/node.js";
import type { SecurityRequirement, SecurityScheme } from "./model.js";
import { readOAuthFlows } from "./oauth-flows.js";
import { isHttpReference } from "./http-reference.js";

type Schemes = { readonly [name: string]: SecurityScheme };

/**
 * Reads Security Scheme Objects. One that is incomplete is left out with a warning.
 *
 * @see OpenAPI 3.2 Security Scheme Object
 */
export function readSecuritySchemes(
  nodes: ReadonlyMap<string, Node<JsonObject>>,
  diagnostics: Diagnostic[],
): Schemes {
  const schemes: Record<string, SecurityScheme> = {};
  for (const [name, node] of nodes) {
    const scheme = readScheme(name, node, diagnostics);
    if (typeof scheme !== "string") setOwn(schemes, name, scheme);
    else {
      const message = `The security scheme "${name}" ${scheme}; it is left out.`;
      diagnostics.push(problem("warning", "invalid-object", node, message));
    }
  }
  return schemes;
}

/** The scheme, or what is wrong with it. */
function readScheme(
  key: string,
  node: Node<JsonObject>,
  diagnostics: Diagnostic[],
): SecurityScheme | string {
  const { value } = node;
  const type = own(value, "type");
  switch (type) {
    case "apiKey": {
      const location = own(value, "in");
      const name = own(value, "name");
      if (location !== "header" && location !== "query" && location !== "cookie") {
        return `must have "in" header, query or cookie, not ${kindOf(location)}`;
      }
      if (typeof name !== "string" || name === "") return 'has no "name"';
      return { type, in: location, name };
    }
    case "http": {
      const scheme = own(value, "scheme");
      if (typeof scheme !== "string" || scheme === "") return 'has no "scheme"';
      // RFC 9110 section 11.1: a token, which may go into a header as it is.
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(scheme)) return 'has a "scheme" that is no HTTP token';
      const lower = scheme.toLowerCase();
      return { type, scheme: ["basic", "bearer", "digest"].includes(lower) ? lower : scheme };
    }
    case "oauth2": {
      const metadata = own(value, "oauth2MetadataUrl");
      return {
        type,
        flows: readOAuthFlows(key, node, diagnostics),
        ...defined({ metadataUrl: isHttpReference(metadata) ? metadata : undefined }),
      };
    }
    case "openIdConnect": {
      const url = own(value, "openIdConnectUrl");
      if (isHttpReference(url)) return { type, url };
      const message = `The security scheme "${key}" has no usable "openIdConnectUrl": its tokens must be given.`;
      diagnostics.push(problem("warning", "invalid-object", node, message));
      return { type };
    }
    case "mutualTLS":
      return { type };
    default:
      return `has an unknown type, ${kindOf(type)}`;
  }
}

/**
 * Reads a list of Security Requirement Objects.
 *
 * A scheme that is not defined can't be satisfied: an alternative that needs it is left out; when there is no other,
 * what is left of it stays, so that the operation can be called.
 * @param unknown names already reported as not defined
 * @returns `undefined` when it is no list of requirements, with a warning
 * @see OpenAPI 3.2 Security Requirement Object
 */
export function readSecurity(
  node: Node,
  schemes: Schemes,
  unknown: Set<string>,
  diagnostics: Diagnostic[],
): readonly SecurityRequirement[] | undefined {
  // One requirement without the list around it: there is only one thing it can mean.
  const list: readonly unknown[] | undefined = Array.isArray(node.value)
    ? node.value
    : isObject(node.value)
      ? [node.value]
      : undefined;
  const written = list?.filter(isObject);
  if (list === undefined || written === undefined || written.length < list.length) {
    const message = '"security" must be a list of objects; it is left out.';
    diagnostics.push(problem("warning", "invalid-object", node, message));
    return undefined;
  }
  const read = written.map((requirement, index) => {
    const known: Record<string, readonly string[]> = {};
    let complete = true;
    for (const name of Object.keys(requirement)) {
      const scopes = requirement[name];
      if (Object.hasOwn(schemes, name)) {
        const names = Array.isArray(scopes) ? scopes.filter((s) => typeof s === "string") : [];
        setOwn(known, name, names);
        continue;
      }
      complete = false;
      if (unknown.has(name)) continue;
      unknown.add(name);
      const place = { file: node.file, pointer: join(node.pointer, index) };
      const message = `The security scheme "${name}" is not defined; calls are made without it.`;
      diagnostics.push(problem("warning", "security-unknown", place, message));
    }
    return { known, complete };
  });
  const complete = read.filter((requirement) => requirement.complete);
  return (complete.length > 0 ? complete : read).map(({ known }) => known);
}
