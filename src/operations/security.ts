import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import { setOwn } from "../load/object.js";
import { tokensOfFragment } from "../load/pointer.js";
import { isObject, join, kindOf, own, problem, type JsonObject } from "../normalise/node.js";
import type { SecurityRequirement, SecurityScheme } from "./model.js";
import { readOAuthFlows } from "./oauth-flows.js";
import { isHttpReference } from "./http-reference.js";

type Schemes = { readonly [name: string]: SecurityScheme };

/**
 * Reads Security Scheme Objects. An incomplete scheme is left out with a warning.
 *
 * @see OpenAPI 3.2 Security Scheme Object
 */
export function readSecuritySchemes(
  nodes: ReadonlyMap<string, Node<JsonObject>>,
  diagnostics: Diagnostic[],
): Schemes {
  const schemes: Record<string, SecurityScheme> = {};
  for (const [name, node] of nodes) {
    const read = readScheme(name, node, diagnostics);
    if (read.ok) setOwn(schemes, name, read.scheme);
    else {
      const message = `The security scheme "${name}" ${read.fault}; it is left out.`;
      diagnostics.push(problem("warning", "invalid-object", node, message));
    }
  }
  return schemes;
}

/** `fault` is the predicate of a sentence about the scheme. */
type ReadScheme =
  | { readonly ok: true; readonly scheme: SecurityScheme }
  | { readonly ok: false; readonly fault: string };

function readScheme(key: string, node: Node<JsonObject>, diagnostics: Diagnostic[]): ReadScheme {
  const { value } = node;
  const type = own(value, "type");
  switch (type) {
    case "apiKey":
      return readApiKey(value);
    case "http":
      return readHttp(value);
    case "oauth2": {
      const metadata = own(value, "oauth2MetadataUrl");
      const flows = readOAuthFlows(key, node, diagnostics);
      const metadataUrl = isHttpReference(metadata) ? metadata : undefined;
      return { ok: true, scheme: { type, flows, ...defined({ metadataUrl }) } };
    }
    case "openIdConnect": {
      const url = own(value, "openIdConnectUrl");
      if (isHttpReference(url)) return { ok: true, scheme: { type, url } };
      const message = `The security scheme "${key}" has no usable "openIdConnectUrl": its tokens must be supplied.`;
      diagnostics.push(problem("warning", "invalid-object", node, message));
      return { ok: true, scheme: { type } };
    }
    case "mutualTLS":
      return { ok: true, scheme: { type } };
    default:
      return { ok: false, fault: `has an unknown type, ${kindOf(type)}` };
  }
}

function readApiKey(value: JsonObject): ReadScheme {
  const location = own(value, "in");
  const name = own(value, "name");
  if (location !== "header" && location !== "query" && location !== "cookie") {
    const fault = `must have "in" header, query or cookie, not ${kindOf(location)}`;
    return { ok: false, fault };
  }
  if (typeof name !== "string" || name === "") return { ok: false, fault: 'has no "name"' };
  return { ok: true, scheme: { type: "apiKey", in: location, name } };
}

function readHttp(value: JsonObject): ReadScheme {
  const scheme = own(value, "scheme");
  if (typeof scheme !== "string" || scheme === "") return { ok: false, fault: 'has no "scheme"' };
  // RFC 9110 section 11.1: a scheme is a token, which is safe in a header.
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(scheme)) {
    return { ok: false, fault: 'has a "scheme" that is not an HTTP token' };
  }
  const lower = scheme.toLowerCase();
  const isKnown = ["basic", "bearer", "digest"].includes(lower);
  return { ok: true, scheme: { type: "http", scheme: isKnown ? lower : scheme } };
}

/**
 * Reads a list of Security Requirement Objects.
 *
 * A requirement that needs an undefined scheme is left out. If every requirement needs one, all stay without these
 * schemes, so that the operation can be called.
 * @param reported names already reported as undefined
 * @returns `undefined`, with a warning, if the node is not a list of requirements
 * @see OpenAPI 3.2 Security Requirement Object
 */
export function readSecurity(
  node: Node,
  schemes: Schemes,
  reported: Set<string>,
  diagnostics: Diagnostic[],
): readonly SecurityRequirement[] | undefined {
  const written = requirementObjects(node.value);
  if (written === undefined) {
    const message = '"security" must be a list of objects; it is left out.';
    diagnostics.push(problem("warning", "invalid-object", node, message));
    return undefined;
  }
  const read = written.map((requirement) => readRequirement(requirement, schemes));
  for (const [index, { undefinedSchemes }] of read.entries()) {
    for (const name of undefinedSchemes) {
      if (reported.has(name)) continue;
      reported.add(name);
      const place = { file: node.file, pointer: join(node.pointer, index) };
      const message = `The security scheme "${name}" is not defined; calls are made without it.`;
      diagnostics.push(problem("warning", "security-unknown", place, message));
    }
  }
  const complete = read.filter(({ undefinedSchemes }) => undefinedSchemes.length === 0);
  return (complete.length > 0 ? complete : read).map(({ requirement }) => requirement);
}

function requirementObjects(value: unknown): readonly JsonObject[] | undefined {
  // Accept a requirement without a list: its meaning is clear.
  if (isObject(value)) return [value];
  return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

function readRequirement(
  written: JsonObject,
  schemes: Schemes,
): { readonly requirement: SecurityRequirement; readonly undefinedSchemes: readonly string[] } {
  const requirement: Record<string, readonly string[]> = {};
  const undefinedSchemes: string[] = [];
  for (const [key, scopes] of Object.entries(written)) {
    const name = Object.hasOwn(schemes, key) ? key : componentOf(key);
    if (name !== undefined && Object.hasOwn(schemes, name)) {
      const texts = Array.isArray(scopes) ? scopes.filter((each) => typeof each === "string") : [];
      setOwn(requirement, name, texts);
    } else undefinedSchemes.push(key);
  }
  return { requirement, undefinedSchemes };
}

/**
 * Returns the name of the component that a URI within the document identifies.
 *
 * @see OpenAPI 3.2 Security Requirement Object: a name of a component takes precedence over a URI
 */
function componentOf(uri: string): string | undefined {
  if (!uri.startsWith("#")) return undefined;
  const [components, kind, name, ...more] = tokensOfFragment(uri.slice(1)) ?? [];
  const isScheme = components === "components" && kind === "securitySchemes" && more.length === 0;
  return isScheme ? name : undefined;
}
