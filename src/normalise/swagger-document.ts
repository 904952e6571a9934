/** Converts the top level of a Swagger 2.0 document to OpenAPI 3.x. */
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import { join, own, problem, type JsonObject } from "./node.js";
import { entriesIn, follow, asWarning, textsIn, type Reading } from "./reading.js";

/**
 * Returns Server Objects made from `schemes`, `host` and `basePath`, https first. Without a host, the API has the host
 * that serves the document; if the document is a file, the URL is relative.
 *
 * @see Swagger 2.0 Swagger Object
 */
export function swaggerServers(
  root: Node<JsonObject>,
  diagnostics: Diagnostic[],
): readonly Node<JsonObject>[] {
  const host = own(root.value, "host") ?? hostOf(root.file);
  const written = own(root.value, "basePath");
  const basePath = typeof written === "string" && written !== "/" ? written : "";
  const path = basePath === "" || basePath.startsWith("/") ? basePath : `/${basePath}`;
  const serverAt = (member: string, url: string): Node<JsonObject> => ({
    value: { url },
    file: root.file,
    pointer: join(root.pointer, member),
  });

  if (typeof host !== "string" || host === "") {
    return path === "" ? [] : [serverAt("basePath", path)];
  }
  const bare = host.replace(/^[a-z]+:\/\//i, "").replace(/(?<!\/)\/+$/, "");
  if (bare !== host) {
    diagnostics.push(
      problem(
        "warning",
        "invalid-object",
        serverAt("host", ""),
        `"host" is more than a host; it is read as ${JSON.stringify(bare)}.`,
        'Put the scheme into "schemes" and a path into "basePath".',
      ),
    );
  }
  const usable = httpSchemes(root);
  const schemes = usable.length > 0 ? usable : [defaultScheme(root.file, bare)];
  return schemes.map((scheme) => serverAt("host", `${scheme}://${bare}${path}`));
}

/**
 * Returns the servers of an operation whose `schemes` lead its requests to another URL than the document's; undefined for
 * other operations.
 *
 * @see Swagger 2.0 Operation Object, `schemes`: the value overrides that of the document
 */
export function swaggerOperationServers(
  root: Node<JsonObject>,
  operation: Node<JsonObject>,
): readonly Node<JsonObject>[] | undefined {
  const schemes = httpSchemes(operation);
  if (schemes.length === 0) return undefined;
  // The problems of the host are those of the document.
  const [usual] = swaggerServers(root, []);
  const servers = swaggerServers({ ...root, value: { ...root.value, schemes } }, []);
  return servers[0]?.value["url"] === usual?.value["url"] ? undefined : servers;
}

/** Returns the schemes that a document or an operation lists, as far as requests can be sent by them, https first. */
function httpSchemes(object: Node<JsonObject>): readonly string[] {
  const given = (textsIn(object, "schemes") ?? []).map((scheme) => scheme.toLowerCase());
  return ["https", "http"].filter((scheme) => given.includes(scheme));
}

/** Returns the default host of Swagger 2.0: the host that serves the document, with its port. */
function hostOf(documentUrl: string): string | undefined {
  return /^https?:/i.test(documentUrl) ? new URL(documentUrl).host : undefined;
}

/** Returns the default scheme of Swagger 2.0: that of the document's URL; for a file, https except for localhost. */
function defaultScheme(documentUrl: string, host: string): string {
  const given = /^(https?):/.exec(documentUrl)?.[1];
  if (given !== undefined) return given;
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host) ? "http" : "https";
}

/**
 * Returns Security Scheme Objects of 3.x by name.
 *
 * @see Swagger 2.0 Security Scheme Object
 */
export function swaggerSecuritySchemes(
  reading: Reading,
  root: Node<JsonObject>,
  diagnostics: Diagnostic[],
): ReadonlyMap<string, Node<JsonObject>> {
  const schemes = new Map<string, Node<JsonObject>>();
  const faults: Diagnostic[] = [];
  for (const [name, written] of entriesIn(reading, root, "securityDefinitions", faults)) {
    const node = follow(reading, written, faults);
    if (node === undefined) continue;
    schemes.set(name, { ...node, value: modernScheme(node.value) });
  }
  for (const fault of faults) diagnostics.push(asWarning(fault));
  return schemes;
}

/** OpenAPI 3 names of the Swagger 2.0 flows. */
const flowNames = new Map<unknown, string>([
  ["accessCode", "authorizationCode"],
  ["application", "clientCredentials"],
  ["implicit", "implicit"],
  ["password", "password"],
]);

/** Converts a Security Scheme Object of 2.0 to 3.x. */
function modernScheme(scheme: JsonObject): JsonObject {
  const type = own(scheme, "type");
  if (type === "basic") return { type: "http", scheme: "basic" };
  const flow = flowNames.get(own(scheme, "flow"));
  if (type !== "oauth2" || flow === undefined) return scheme;
  const { authorizationUrl, tokenUrl, scopes } = scheme;
  return { type, flows: { [flow]: { authorizationUrl, tokenUrl, scopes } } };
}
