import { isObject, type JsonObject } from "../../protocol/json.js";
import type { Dialect } from "../dialect.js";
import { arrayKeywords } from "./arrays.js";
import { FalseFault } from "./fault.js";
import type { Check, Keyword, Kind, Located, Node, Resource } from "./node-model.js";
import { numberKeywords } from "./numbers.js";
import { objectKeywords } from "./objects.js";
import { referenceKeywords } from "./references.js";
import type { Run, Scope } from "./run.js";
import type { SchemaDocument } from "./schema-document.js";
import { stringKeywords } from "./strings.js";
import { placeToken } from "./survey.js";
import { unevaluatedKeywords } from "./unevaluated.js";
import { unionKeywords } from "./unions.js";
import { typeCheck, valueKeywords } from "./values.js";

/** Cheap keywords first, so that a value that is not meant is refused soon. */
const keywordsInOrder: readonly Keyword[] = [
  ...valueKeywords,
  ...numberKeywords,
  ...stringKeywords,
  ...objectKeywords,
  ...arrayKeywords,
  ...referenceKeywords,
  ...unionKeywords,
  ...unevaluatedKeywords,
];

interface Checks {
  readonly list: readonly Check[];
  /** Whether values come here from another resource, which dynamic references depend on. */
  readonly opens: boolean;
}

/** The schema that contains another, and the steps to that one. */
interface Within {
  readonly parent: SchemaNode;
  readonly keyword: string;
  readonly key: string | number | undefined;
}

/** A schema at its place. Its checks are made for each kind of value when the first one comes. */
export class SchemaNode implements Node {
  readonly schema: unknown;
  readonly resource: Resource;
  readonly keywords: JsonObject | undefined;
  readonly #document: SchemaDocument;
  readonly #from: Within | string;
  readonly #children = new Map<string, SchemaNode>();
  #dynamic: WeakMap<Scope, SchemaNode> | undefined;
  #target: SchemaNode | undefined;
  #string: Checks | undefined;
  #number: Checks | undefined;
  #array: Checks | undefined;
  #object: Checks | undefined;
  #rare: Map<Kind, Checks> | undefined;

  private constructor(
    document: SchemaDocument,
    schema: unknown,
    resource: Resource,
    from: Within | string,
  ) {
    this.#document = document;
    this.schema = schema;
    this.resource = resource;
    this.keywords = isObject(schema) ? schema : undefined;
    this.#from = from;
  }

  /** Returns the same node for the same schema of a document. */
  static of(document: SchemaDocument, { schema, resource, place }: Located): SchemaNode {
    let node = document.nodes.get(schema) as SchemaNode | undefined;
    if (!node) {
      node = new SchemaNode(document, schema, resource, place);
      if (isObject(schema)) document.nodes.set(schema, node);
    }
    return node;
  }

  /** Returns the node of a part of a schema, which only explanations check by itself. */
  part(schema: JsonObject): SchemaNode {
    return new SchemaNode(this.#document, schema, this.resource, "#");
  }

  get dialect(): Dialect {
    return this.#document.dialect;
  }

  get ignoresBesideRef(): boolean {
    return this.#document.ignoresBesideRef;
  }

  get acyclic(): Set<unknown> {
    return this.#document.acyclic;
  }

  isKnown(keyword: string): boolean {
    return this.#document.forms.has(keyword);
  }

  get place(): string {
    const from = this.#from;
    if (typeof from === "string") return from;
    const step = from.key === undefined ? "" : `/${placeToken(from.key)}`;
    return `${from.parent.place}/${from.keyword}${step}`;
  }

  child(keyword: string, key?: string | number): SchemaNode {
    const name = key === undefined ? keyword : `${keyword}/${key}`;
    let child = this.#children.get(name);
    if (!child) {
      const stated = this.keywords![keyword];
      const schema = key === undefined ? stated : (stated as Record<string, unknown>)[key];
      const resource = this.#document.resourceOf(schema, this.resource);
      child = new SchemaNode(this.#document, schema, resource, { parent: this, keyword, key });
      this.#children.set(name, child);
    }
    return child;
  }

  referred(): SchemaNode | undefined {
    const reference = this.keywords?.["$ref"];
    if (typeof reference !== "string") return undefined;
    return (this.#target ??= this.#follow(reference));
  }

  #follow(reference: string): SchemaNode {
    const found = this.#document.find(reference, this.resource)!;
    return SchemaNode.of(found.document, found);
  }

  dynamic(keyword: string, scope: Scope): SchemaNode {
    this.#dynamic ??= new WeakMap();
    let target = this.#dynamic.get(scope);
    if (!target) this.#dynamic.set(scope, (target = this.#followIn(keyword, scope)));
    return target;
  }

  #followIn(keyword: string, scope: Scope): SchemaNode {
    const reference = this.keywords![keyword] as string;
    const found = this.#document.find(reference, this.resource)!;
    const outermost = (scope.resources as readonly Resource[])
      .map((resource) => dynamicTarget(keyword, reference, found, resource))
      .find((each) => each !== undefined);
    return SchemaNode.of(found.document, outermost ?? found);
  }

  check(value: unknown, run: Run): boolean {
    // Nothing more is looked at; what is collected was found before.
    if (run.isFull) return run.complaints !== undefined;
    const { list, opens } = this.#checksOf(value);
    run.spend(1 + list.length);
    run.enter();
    const outer = run.scope;
    if (opens) run.scope = outer.enter(this.resource);
    let valid = true;
    for (let at = 0; at < list.length; at++) {
      if (list[at]!(value, run)) continue;
      valid = false;
      if (run.complaints === undefined) break;
    }
    run.scope = outer;
    run.leave();
    return valid;
  }

  #checksOf(value: unknown): Checks {
    switch (typeof value) {
      case "string":
        return (this.#string ??= this.#compile("string"));
      case "number":
        return (this.#number ??= this.#compile("number"));
      case "object":
        if (Array.isArray(value)) return (this.#array ??= this.#compile("array"));
        if (value !== null) return (this.#object ??= this.#compile("object"));
        return this.#rarely("null");
      case "boolean":
        return this.#rarely("boolean");
      default:
        return this.#rarely("other");
    }
  }

  #rarely(kind: Kind): Checks {
    this.#rare ??= new Map();
    let checks = this.#rare.get(kind);
    if (!checks) this.#rare.set(kind, (checks = this.#compile(kind)));
    return checks;
  }

  #compile(kind: Kind): Checks {
    const { keywords, schema, resource } = this;
    const isEntered = resource.root === schema || typeof this.#from === "string";
    const opens = this.#document.isDynamic && isEntered;
    if (schema === false) {
      const fault = new FalseFault(this);
      return { list: [(value, run) => run.fails(fault, value)], opens };
    }
    if (!keywords) return { list: [], opens };
    const isReplaced = this.ignoresBesideRef && keywords["$ref"] !== undefined;
    const type = isReplaced ? undefined : typeCheck(this, kind);
    const list = type ? [type] : [];
    for (const keyword of keywordsInOrder) {
      const { name } = keyword;
      const stated = keywords[name];
      if (stated === undefined || !Object.hasOwn(keywords, name)) continue;
      if (keyword.kind !== undefined && keyword.kind !== kind) continue;
      if (isReplaced ? name !== "$ref" : !this.isKnown(name)) continue;
      const check = keyword.compile(this, stated);
      if (check) list.push(check);
    }
    return { list, opens };
  }
}

/**
 * Returns what a dynamic reference leads to in a resource that was entered; undefined if that does not take part.
 *
 * @see JSON Schema 2020-12, 8.2.3.2, and 2019-09, 8.2.4.2
 */
function dynamicTarget(
  keyword: string,
  reference: string,
  initial: Located,
  entered: Resource,
): Located | undefined {
  if (keyword === "$recursiveRef") {
    const { resource } = initial;
    const root = { schema: entered.root, resource: entered, place: "#" };
    return isRecursive(resource) && isRecursive(entered) ? root : undefined;
  }
  const name = reference.slice(reference.indexOf("#") + 1);
  const bookend = initial.resource.dynamicAnchors.get(name);
  return bookend?.schema === initial.schema ? entered.dynamicAnchors.get(name) : undefined;
}

function isRecursive({ root }: Resource): boolean {
  return isObject(root) && root["$recursiveAnchor"] === true;
}
