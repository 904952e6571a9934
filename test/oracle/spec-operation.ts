/** An operation in the form that swagger-client reads: one object without references. */
import { asMapping, isMapping, members, type Mapping, type RawNode } from "./raw/nodes.js";
import type { RawDocument, RawOperation } from "./raw/raw-document.js";

export interface SpecParameter extends Mapping {
  readonly name: string;
  readonly in: string;
}

export interface SpecOperation {
  readonly method: string;
  /** Template of the path as written. */
  readonly path: string;
  readonly parameters: readonly SpecParameter[];
  /** Without schemas. */
  readonly requestBody?: { readonly content: Readonly<Record<string, Mapping>> };
  /** Without schemas and examples. */
  readonly responses: Mapping;
  readonly servers?: readonly unknown[];
  /** Only in Swagger 2.0. */
  readonly consumes?: readonly string[];
  readonly produces?: unknown;
  readonly schemes?: readonly string[];
}

/** Depth of references that are replaced below a parameter: its value and its members. */
const depth = 4;

export function specOperation(document: RawDocument, operation: RawOperation): SpecOperation {
  const { method, path, body } = operation;
  const root = asMapping(document.root.value);
  const own = asMapping(operation.node.value);
  const isSwagger2 = document.version === "2.0";
  const shown = (node: RawNode): unknown => resolved(document, node, depth);
  const parameters = [
    ...operation.parameters.map(({ node }) => node),
    ...(isSwagger2 && body ? bodyParameters(body.node) : []),
  ].map((node) => shown(node) as SpecParameter);
  const content = body?.content.map(({ type, encoding }) => {
    return [type, encoding ? { encoding: shown(encoding) } : {}] as const;
  });
  return {
    method,
    path,
    parameters,
    ...(!isSwagger2 && content && { requestBody: { content: Object.fromEntries(content) } }),
    responses: Object.fromEntries(
      operation.responses.map(({ status, node, content: types }) => {
        const hasSchema = asMapping(node.value)["schema"] !== undefined;
        const bare = Object.fromEntries(types.map(({ type }) => [type, {}]));
        const isWithout = types.length === 0 || isSwagger2;
        return [status, { ...(!isWithout && { content: bare }), ...(hasSchema && { hasSchema }) }];
      }),
    ),
    servers: operation.servers.map(({ value }) => value),
    ...(isSwagger2 && { consumes: body?.content.map(({ type }) => type) ?? [] }),
    produces: own["produces"] ?? root["produces"],
    ...(Array.isArray(root["schemes"]) && { schemes: root["schemes"] as string[] }),
  };
}

/** In Swagger 2.0 bodies are parameters: one in `body`, or fields of a form. */
function bodyParameters(node: RawNode): readonly RawNode[] {
  const { in: place, properties } = asMapping(node.value);
  if (place === "body") return [{ ...node, value: { ...asMapping(node.value), schema: {} } }];
  return Object.values(asMapping(properties)).map((value) => ({ ...node, value }));
}

/** Returns a copy with references replaced by their targets, or by `{}` beyond the depth. */
function resolved(document: RawDocument, written: RawNode, left: number): unknown {
  const found = document.files.follow(written);
  if (!found || left < 0) return {};
  const { value } = found;
  const next = found === written ? left : left - 1;
  if (Array.isArray(value)) {
    return members(found).map(([, item]) => resolved(document, item, next));
  }
  if (!isMapping(value)) return value;
  const entries = members(found)
    .filter(([name]) => name !== "example" && name !== "examples" && name !== "default")
    .map(([name, each]) => [name, resolved(document, each, next)] as const);
  return Object.fromEntries(entries);
}
