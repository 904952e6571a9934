import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ReferenceResolver } from "../load/references/resolver.js";
import type { Node, Sources } from "../load/source.js";
import type { NamedNode, NormalDocument, SpecVersion } from "./document.js";
import { child, isObject, isObjectNode, own, problem, type JsonObject } from "./node.js";
import { readPaths, serversIn } from "./paths.js";
import {
  asWarning,
  entriesIn,
  extensionsOf,
  follow,
  textIn,
  textsIn,
  type Reading,
} from "./reading.js";
import { swaggerSecuritySchemes, swaggerServers } from "./swagger-document.js";
import { detectVersion } from "./version.js";

/**
 * Converts a document of any accepted version to one shape.
 *
 * `document` is absent if the input can't be used: `not-openapi`, `unsupported-version`, `no-operations`. Problems of
 * one operation are kept with that operation.
 */
export function normalise(
  sources: Sources,
  resolver: ReferenceResolver,
): { readonly document?: NormalDocument; readonly diagnostics: readonly Diagnostic[] } {
  const { root, version, diagnostics: found } = detectVersion(sources.root);
  const diagnostics = [...found];
  if (root === undefined || version === undefined) return { diagnostics };

  const reading: Reading = {
    version,
    root,
    resolver,
    consumes: (version === "2.0" && textsIn(root, "consumes")) || [],
    produces: (version === "2.0" && textsIn(root, "produces")) || [],
    shared: new Map(),
  };
  const { operations, lostPaths, diagnostics: ofPaths } = readPaths(reading, root);
  for (const each of ofPaths) diagnostics.push(each);
  if (operations.length === 0 && lostPaths.length === 0) {
    if (!ofPaths.some(({ severity }) => severity === "error")) diagnostics.push(noOperations(root));
    return { diagnostics };
  }

  const document: NormalDocument = {
    version,
    url: sources.root.url,
    baseUrl: selfOf(root, version) ?? sources.root.url,
    reach: sources.reach ?? "local",
    ...readInfo(reading, root, diagnostics),
    extensions: extensionsOf(root.value),
    ...defined({ security: child(root, "security") }),
    ...readDeclarations(reading, root, diagnostics),
    operations,
    lostPaths,
  };
  return { document, diagnostics };
}

function readInfo(
  reading: Reading,
  root: Node<JsonObject>,
  diagnostics: Diagnostic[],
): Pick<NormalDocument, "title" | "apiVersion" | "description"> {
  const written = child(root, "info");
  const faults: Diagnostic[] = [];
  const info = written && follow(reading, written, faults);
  for (const fault of faults) diagnostics.push(asWarning(fault));
  if (info === undefined) return { title: "", apiVersion: "" };
  return {
    ...defined({ description: textIn(reading, info, "description", diagnostics) }),
    title: textIn(reading, info, "title", diagnostics) ?? "",
    apiVersion: textIn(reading, info, "version", diagnostics) ?? "",
  };
}

function readDeclarations(
  reading: Reading,
  root: Node<JsonObject>,
  diagnostics: Diagnostic[],
): Pick<NormalDocument, "servers" | "securitySchemes" | "schemas"> {
  if (reading.version === "2.0") {
    return {
      servers: swaggerServers(root, diagnostics),
      securitySchemes: swaggerSecuritySchemes(reading, root, diagnostics),
      schemas: namedNodes(reading, root, "definitions"),
    };
  }
  const components = child(root, "components");
  return {
    servers: serversIn(reading, child(root, "servers"), diagnostics) ?? [],
    securitySchemes: securitySchemes(reading, components, diagnostics),
    schemas: namedNodes(reading, components, "schemas"),
  };
}

/** Only an absolute `$self` adds to where the document was found. @see OpenAPI 3.2 OpenAPI Object, `$self` */
function selfOf(root: Node<JsonObject>, version: SpecVersion): string | undefined {
  const self = version === "3.2" ? own(root.value, "$self") : undefined;
  return typeof self === "string" && /^https?:/i.test(self) && URL.canParse(self)
    ? self
    : undefined;
}

function noOperations(root: Node<JsonObject>): Diagnostic {
  const webhooks = own(root.value, "webhooks");
  const count = isObject(webhooks) ? Object.keys(webhooks).length : 0;
  const besides =
    count > 0
      ? `; its ${count} webhook${count === 1 ? " is a request" : "s are requests"} that the API sends, not receives`
      : "";
  return problem("error", "no-operations", root, `The document has 0 operations${besides}.`);
}

/** @see OpenAPI 3.2 Components Object, `securitySchemes` */
function securitySchemes(
  reading: Reading,
  components: Node | undefined,
  diagnostics: Diagnostic[],
): ReadonlyMap<string, Node<JsonObject>> {
  const schemes = new Map<string, Node<JsonObject>>();
  if (components === undefined || !isObjectNode(components)) return schemes;
  const faults: Diagnostic[] = [];
  for (const [name, written] of entriesIn(reading, components, "securitySchemes", faults)) {
    const node = follow(reading, written, faults);
    if (node !== undefined) schemes.set(name, node);
  }
  for (const fault of faults) diagnostics.push(asWarning(fault));
  return schemes;
}

/** Returns the named schemas (`definitions`, `components.schemas`) without following references. */
function namedNodes(reading: Reading, holder: Node | undefined, key: string): readonly NamedNode[] {
  if (holder === undefined || !isObjectNode(holder)) return [];
  return entriesIn(reading, holder, key, []).map(([name, node]) => ({ name, node }));
}
