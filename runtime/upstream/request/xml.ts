import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { XmlMembers, XmlNode, XmlShape } from "../../contract/operation.js";
import { scalarText } from "./value-shape.js";
import { isXmlName } from "../../contract/xml-names.js";

/** Deeper nesting is refused. */
const maxDepth = 200;
const nilNamespace = "http://www.w3.org/2001/XMLSchema-instance";

/**
 * Writes a value as an XML document. Members follow the order of the schema, then come those it does not name. Null
 * becomes an empty element with `xsi:nil`, or no attribute.
 *
 * @throws ToolError when a name or a character is invalid in XML, or the value is nested too deeply
 * @see OpenAPI 3.2 XML Object; XML 1.0
 */
export function xmlText(shape: XmlShape, value: unknown): string {
  const writer = new Writer(shape.types ?? {});
  writer.node(shape, shape.name, value, 0);
  return `<?xml version="1.0" encoding="UTF-8"?>${writer.text()}`;
}

class Writer {
  readonly #types: { readonly [type: string]: XmlMembers };
  readonly #out: string[] = [];

  constructor(types: { readonly [type: string]: XmlMembers }) {
    this.#types = types;
  }

  text(): string {
    return this.#out.join("");
  }

  /** @param inferred the property's name, for a node without its own */
  node(node: XmlNode, inferred: string, value: unknown, depth: number): void {
    if (value === undefined) return;
    if (depth > maxDepth) throw new ToolError("An argument is nested too deeply to be sent.");
    if (Array.isArray(value)) {
      this.#array(node, inferred, value, depth);
      return;
    }
    switch (node.as) {
      case "text":
        this.#out.push(escapeText(scalarText(value) ?? ""));
        return;
      case "cdata":
        this.#out.push(cdata(scalarText(value) ?? ""));
        return;
      case "none":
        this.#content(node, value, depth);
        return;
      case "attribute":
      case undefined:
        this.#element(node, node.name ?? inferred, value, depth);
    }
  }

  #array(node: XmlNode, inferred: string, values: readonly unknown[], depth: number): void {
    const { items = {}, wrapped } = node;
    const name = wrapped ? (node.name ?? inferred) : inferred;
    if (wrapped) this.#out.push(`<${checkedName(name)}${declaration(node, name)}>`);
    for (const each of values) this.node(items, name, each, depth + 1);
    if (wrapped) this.#out.push(`</${name}>`);
  }

  #element(node: XmlNode, name: string, value: unknown, depth: number): void {
    const head = `<${checkedName(name)}${declaration(node, name)}`;
    if (value === null) {
      this.#out.push(`${head} xmlns:xsi="${nilNamespace}" xsi:nil="true"/>`);
      return;
    }
    this.#out.push(
      head,
      isObject(value) ? this.#attributes(this.#membersOf(node), value) : "",
      ">",
    );
    this.#content(node, value, depth);
    this.#out.push(`</${name}>`);
  }

  #content(node: XmlNode, value: unknown, depth: number): void {
    if (!isObject(value)) {
      this.#out.push(escapeText(scalarText(value) ?? ""));
      return;
    }
    const members = this.#membersOf(node);
    for (const [property, each] of inOrder(members, value)) {
      const own = memberNode(members, property);
      if (own.as !== "attribute") this.node(own, property, each, depth + 1);
    }
  }

  #attributes(members: XmlMembers, value: JsonObject): string {
    let text = "";
    for (const [property, each] of inOrder(members, value)) {
      const node = memberNode(members, property);
      // A node without an element gives its attributes to this one.
      if (node.as === "none" && isObject(each)) {
        text += this.#attributes(this.#membersOf(node), each);
        continue;
      }
      const written = node.as === "attribute" ? scalarText(each) : undefined;
      if (written === undefined) continue;
      const name = checkedName(node.name ?? property);
      text += `${declaration(node, name)} ${name}="${escapeAttribute(written)}"`;
    }
    return text;
  }

  #membersOf({ members, type }: XmlNode): XmlMembers {
    if (type === undefined) return members ?? {};
    return Object.hasOwn(this.#types, type) ? (this.#types[type] ?? {}) : {};
  }
}

const plain: XmlNode = {};

function memberNode(members: XmlMembers, property: string): XmlNode {
  return (member(members, property) as XmlNode | undefined) ?? plain;
}

function* inOrder(members: XmlMembers, value: JsonObject): Generator<readonly [string, unknown]> {
  for (const property of Object.keys(members)) {
    if (Object.hasOwn(value, property)) yield [property, value[property]];
  }
  for (const [property, each] of Object.entries(value)) {
    if (!Object.hasOwn(members, property)) yield [property, each];
  }
}

function declaration({ namespace }: XmlNode, name: string): string {
  if (namespace === undefined) return "";
  const colon = name.indexOf(":");
  const prefix = colon === -1 ? "" : `:${name.slice(0, colon)}`;
  return ` xmlns${prefix}="${escapeAttribute(namespace)}"`;
}

function checkedName(name: string): string {
  if (isXmlName(name)) return name;
  throw new ToolError(`"${name.slice(0, 80)}" can't be sent: it is not a valid XML name.`);
}

function escapeText(text: string): string {
  return checkedText(text).replace(/[&<>\r]/g, escaped);
}

function escapeAttribute(text: string): string {
  return checkedText(text).replace(/[&<>"\t\n\r]/g, escaped);
}

function cdata(text: string): string {
  return `<![CDATA[${checkedText(text).replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

function escaped(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** Refuses characters that XML can't hold, escaped or not. @see XML 1.0 section 2.2 */
function checkedText(text: string): string {
  // eslint-disable-next-line no-control-regex
  if (!/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/u.test(text)) return text;
  throw new ToolError("A text holds a character that is not allowed in XML.");
}
