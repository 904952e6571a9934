import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import type { NormalDocument } from "../normalise/document.js";
import { setOwn } from "../load/object.js";
import { scalarText } from "../load/written-scalars.js";
import {
  child,
  isObject,
  isObjectNode,
  join,
  own,
  problem,
  type JsonObject,
} from "../normalise/node.js";
import type { Server, ServerVariable } from "./model.js";

/**
 * Returns the servers of a document. The default is the host of the document, if its URL is http(s).
 *
 * @see OpenAPI 3.2 OpenAPI Object, `servers`: the default is one with the URL `/`
 */
export function documentServers(
  { servers, baseUrl }: Pick<NormalDocument, "servers" | "baseUrl">,
  diagnostics: Diagnostic[],
): readonly Server[] {
  if (servers.length > 0 || !/^https?:/i.test(baseUrl)) {
    return readServers(servers, baseUrl, diagnostics);
  }
  const url = resolved("/", baseUrl);
  return url === undefined ? [] : [{ url: withoutSlashes(url), variables: {} }];
}

/**
 * Reads Server Objects. A server that can't be called over HTTP is left out with a warning.
 *
 * @param baseUrl the base of relative URLs, if it is an `http:` or `https:` URL
 * @see OpenAPI 3.2 Server Object, Server Variable Object
 */
export function readServers(
  nodes: readonly Node<JsonObject>[],
  baseUrl: string,
  diagnostics: Diagnostic[],
): readonly Server[] {
  const servers: Server[] = [];
  for (const node of nodes) {
    const server = readServer(node, baseUrl, diagnostics);
    if (server === undefined) continue;
    // Requests go to the first server.
    if (servers.length === 0) reportRelative(server.url, child(node, "url") ?? node, diagnostics);
    servers.push(server);
  }
  return servers;
}

/** Returns the URL that requests go to if no variable is set, and its place. */
export function calledServer(
  nodes: readonly Node<JsonObject>[],
  baseUrl: string,
): { readonly url: URL; readonly node: Node } | undefined {
  const ignored: Diagnostic[] = [];
  for (const node of nodes) {
    const server = readServer(node, baseUrl, ignored);
    if (!server) continue;
    const url = server.url.replace(/\{([^{}]+)\}/g, (_, name: string) => {
      return server.variables[name]?.default ?? "variable";
    });
    return URL.canParse(url) ? { url: new URL(url), node: child(node, "url") ?? node } : undefined;
  }
  return undefined;
}

function readServer(
  node: Node<JsonObject>,
  baseUrl: string,
  diagnostics: Diagnostic[],
): Server | undefined {
  const written = own(node.value, "url");
  const url = typeof written === "string" ? absolute(written.trim(), baseUrl) : undefined;
  if (url === undefined) {
    const message =
      typeof written === "string"
        ? `The server URL ${JSON.stringify(written.slice(0, 80))} is not an HTTP URL; the server is left out.`
        : "The server has no URL; it is left out.";
    diagnostics.push(problem("warning", "server-unusable", node, message));
    return undefined;
  }
  reportShortened(written as string, child(node, "url") ?? node, diagnostics);
  const variables: Record<string, ServerVariable> = {};
  for (const [, name] of url.matchAll(/\{([^{}]+)\}/g)) {
    setOwn(variables, name!, readVariable(node, name!, diagnostics));
  }
  return { url, variables };
}

/** @see OpenAPI 3.2 Server Object, `url`: "Query and fragment MUST NOT be part of this URL" */
function reportShortened(written: string, place: Node, diagnostics: Diagnostic[]): void {
  const part = /[?#]/.exec(written)?.[0];
  if (part === undefined) return;
  const message = `The server URL has a ${part === "?" ? "query" : "fragment"}, which OpenAPI does not allow; it is left out of requests.`;
  const hint =
    part === "?"
      ? "Declare what every request needs as a parameter or an apiKey security scheme, or set the base URL with its query in the environment of the server."
      : undefined;
  diagnostics.push(problem("warning", "server-unusable", place, message, hint));
}

/** @see OpenAPI 3.2 Relative References in API URLs: a server's URL is relative to where the document was loaded from */
function reportRelative(url: string, place: Node, diagnostics: Diagnostic[]): void {
  if (/^(https?:|\{)/i.test(url)) return;
  const message = `The server URL ${JSON.stringify(url || "/")} is relative to the place of the document, which is not an HTTP URL; no request can be sent to it.`;
  const hint =
    "Generate from the document's own URL, replace the server in an overlay, or set the base URL in the environment of the server: its --help names the variable.";
  diagnostics.push(problem("warning", "server-relative", place, message, hint));
}

/**
 * Makes a URL that paths can be appended to: without query, fragment and trailing slashes. Returns undefined if the URL is
 * not one of HTTP.
 */
function absolute(written: string, baseUrl: string): string | undefined {
  const bare = written.replace(/[?#].*$/s, "");
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase();
  const isAbsolute = bare.startsWith("{") || scheme === "http" || scheme === "https";
  if (scheme !== undefined && !isAbsolute) return undefined;
  const url = isAbsolute || !/^https?:/i.test(baseUrl) ? bare : resolved(bare, baseUrl);
  return url === undefined ? undefined : withoutSlashes(url);
}

function withoutSlashes(url: string): string {
  let end = url.length;
  while (end > 0 && url[end - 1] === "/") end--;
  return url.slice(0, end);
}

/** Resolves a URL but keeps the braces of variables, which `URL` escapes in paths and refuses in hosts and ports. */
function resolved(relative: string, baseUrl: string): string | undefined {
  const base = new URL(baseUrl);
  // RFC 3986 section 5.2.2: such a reference takes only the scheme from its base.
  if (/^\/\/[^/]*\{/.test(relative)) return base.protocol + relative;
  base.username = "";
  base.password = "";
  if (!URL.canParse(relative, base.href)) return undefined;
  return new URL(relative, base).href.replace(/%7B/gi, "{").replace(/%7D/gi, "}");
}

function readVariable(
  server: Node<JsonObject>,
  name: string,
  diagnostics: Diagnostic[],
): ServerVariable {
  const variables = child(server, "variables");
  const found = variables && isObjectNode(variables) ? own(variables.value, name) : undefined;
  const variable = isObject(found) ? found : {};
  const description = own(variable, "description");
  const listed = own(variable, "enum");
  const choices = Array.isArray(listed)
    ? listed.flatMap((_, index) => scalarText(listed, index) ?? [])
    : [];
  const written =
    own(variable, "default") === undefined ? undefined : scalarText(variable, "default");
  // One choice leaves no doubt; to guess one of several could send credentials to the wrong host.
  const value = written ?? (choices.length === 1 ? choices[0] : undefined);
  if (written === undefined) {
    const place =
      variables === undefined
        ? server
        : { file: server.file, pointer: join(variables.pointer, name) };
    const consequence =
      value === undefined
        ? "calls fail until its environment variable is set"
        : `its only value, ${JSON.stringify(value)}, is used`;
    const message = `The server variable "${name}" has no default; ${consequence}.`;
    diagnostics.push(problem("warning", "server-unusable", place, message));
  }
  const allowed = value === undefined || choices.includes(value) ? choices : [value, ...choices];
  return defined({
    default: value,
    enum: choices.length > 0 ? allowed : undefined,
    description: typeof description === "string" ? description : undefined,
  });
}
