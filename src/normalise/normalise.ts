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
 * Reads a document of any accepted version as one shape.
 *
 * `document` is absent when there is nothing to go on with: `not-openapi`, `unsupported-version`, `no-operations`.
 * What is wrong with one operation stays with that operation.
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

  const info = child(root, "info");
  const faults: Diagnostic[] = [];
  const infoNode = info && follow(reading, info, faults);
  for (const fault of faults) diagnostics.push(asWarning(fault));
  const description = infoNode && textIn(reading, infoNode, "description", diagnostics);
  const security = child(root, "security");
  const components = child(root, "components");
  const document: NormalDocument = {
    version,
    url: sources.root.url,
    baseUrl: selfOf(root, version) ?? sources.root.url,
    title: (infoNode && textIn(reading, infoNode, "title", diagnostics)) ?? "",
    apiVersion: (infoNode && textIn(reading, infoNode, "version", diagnostics)) ?? "",
    ...defined({ description }),
    extensions: extensionsOf(root.value),
    servers:
      version === "2.0"
        ? swaggerServers(root, diagnostics)
        : (serversIn(reading, child(root, "servers"), diagnostics) ?? []),
    ...defined({ security }),
    securitySchemes:
      version === "2.0"
        ? swaggerSecuritySchemes(reading, root, diagnostics)
        : securitySchemes(reading, components, diagnostics),
    schemas:
      version === "2.0"
        ? namedNodes(reading, root, "definitions")
        : namedNodes(reading, components, "schemas"),
    operations,
    lostPaths,
  };
  return { document, diagnostics };
}

/** @see OpenAPI 3.2 OpenAPI Object, `$self`: only an absolute URL says more than where the document was found */
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
      ? `; its ${count} webhook${count === 1 ? " is" : "s are"} what the API sends, not what it can be asked`
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

/** `definitions`, `components.schemas`: the named schemas, references not followed. */
function namedNodes(reading: Reading, holder: Node | undefined, key: string): readonly NamedNode[] {
  if (holder === undefined || !isObjectNode(holder)) return [];
  return entriesIn(reading, holder, key, []).map(([name, node]) => ({ name, node }));
}
