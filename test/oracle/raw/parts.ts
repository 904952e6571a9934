/** Reads Parameter Objects, and what Swagger 2.0 writes as parameters. */
import { collectionFormats, type ListFormat } from "./collection-formats.js";
import type { RawBody, RawMediaType, RawParameter, RawVersion } from "./model.js";
import { asMapping, member, type RawNode } from "./nodes.js";

/** @param contents reads the `content` of the object */
export function rawParameter(
  node: RawNode,
  version: RawVersion,
  contents: (object: RawNode) => readonly RawMediaType[],
): RawParameter {
  const written = asMapping(node.value);
  const place = written["in"] as string;
  const schema = version === "2.0" ? node : member(node, "schema");
  const [content] = version === "2.0" ? [] : contents(node);
  return {
    name: written["name"] as string,
    in: place,
    required: written["required"] === true,
    node,
    ...(schema && { schema }),
    ...(content && { content }),
    ...formatOf(written, place, version),
    allowReserved: written["allowReserved"] === true,
  };
}

function formatOf(
  written: Readonly<Record<string, unknown>>,
  place: string,
  version: RawVersion,
): ListFormat {
  if (version === "2.0") {
    const format = collectionFormats[String(written["collectionFormat"] ?? "csv")];
    return format ?? { style: "form", explode: false };
  }
  const usual = place === "query" || place === "cookie" ? "form" : "simple";
  const style = typeof written["style"] === "string" ? written["style"] : usual;
  const explode = written["explode"] ?? (style === "form" || style === "cookie");
  return { style, explode: explode === true };
}

/** Template expressions that no parameter declares are required strings. */
export function undeclared(
  operation: RawNode,
  path: string,
  declared: readonly RawNode[],
): readonly RawNode[] {
  const names = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!));
  for (const { value } of declared) {
    const { in: place, name } = asMapping(value);
    if (place === "path") names.delete(name as string);
  }
  return [...names].map((name) => ({
    // Its schema is beside the parameter in Swagger 2.0, and below it otherwise.
    value: { name, in: "path", required: true, type: "string", schema: { type: "string" } },
    file: operation.file,
    pointer: `${operation.pointer}/parameters/${name}`,
  }));
}

/** @see Swagger 2.0 Parameter Object: `in: body` */
export function bodyParameter(
  declared: readonly RawNode[],
  consumes: readonly string[],
): RawBody | undefined {
  const node = declared.find((each) => asMapping(each.value)["in"] === "body");
  if (!node) return undefined;
  const schema = member(node, "schema");
  const types = consumes.length > 0 ? consumes : ["application/json"];
  return {
    required: asMapping(node.value)["required"] === true,
    node,
    content: types.map((type) => ({ type, node, ...(schema && { schema }) })),
  };
}

/** Parameters in `formData` as the properties of one object. @see Swagger 2.0 Parameter Object: `in: formData` */
export function formParameters(
  operation: RawNode,
  declared: readonly RawNode[],
  consumes: readonly string[],
): RawBody | undefined {
  const fields = declared
    .map((each) => asMapping(each.value))
    .filter((each) => each["in"] === "formData");
  if (fields.length === 0) return undefined;
  const required = fields.filter((each) => each["required"] === true).map((each) => each["name"]);
  const node: RawNode = {
    value: {
      type: "object",
      properties: Object.fromEntries(fields.map((each) => [String(each["name"]), each])),
      ...(required.length > 0 && { required }),
    },
    file: operation.file,
    pointer: `${operation.pointer}/parameters`,
  };
  const hasFile = fields.some((each) => each["type"] === "file");
  const usual = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const forms = consumes.filter((type) => /^(multipart\/|application\/x-www-form-)/i.test(type));
  const content = (forms.length > 0 ? forms : [usual]).map((type) => ({
    type,
    node,
    schema: node,
  }));
  return { required: required.length > 0, node, content };
}

/** @see Swagger 2.0 Swagger Object: `host`, `basePath`, `schemes` */
export function serversOfSwagger(root: RawNode, operation: RawNode): readonly RawNode[] {
  const { host, basePath = "/" } = asMapping(root.value);
  const schemes = member(operation, "schemes") ?? member(root, "schemes");
  if (typeof host !== "string") {
    return [{ value: { url: basePath }, file: root.file, pointer: "/basePath" }];
  }
  const written = Array.isArray(schemes?.value) ? (schemes.value as string[]) : [];
  return (written.length > 0 ? written : ["https"]).map((scheme) => ({
    value: { url: `${scheme}://${host}${basePath as string}` },
    file: root.file,
    pointer: schemes?.pointer ?? "/host",
  }));
}
