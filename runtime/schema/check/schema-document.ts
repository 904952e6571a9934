/** A schema with all that it refers to. */
import { decodeFragment, isObject, unescapeToken } from "../../protocol/json.js";
import { dialectOf, type Dialect } from "../dialect.js";
import { formsOf, isOlder, type Form } from "./dialects.js";
import { UnusableSchema, type Located, type Node, type Resource } from "./node-model.js";
import { placeToken, resolveUri, survey, type Surveyed } from "./survey.js";

/** What a reference leads to. */
export type Found = Located & { readonly document: SchemaDocument };

export class SchemaDocument {
  readonly dialect: Dialect;
  readonly forms: ReadonlyMap<string, Form>;
  readonly ignoresBesideRef: boolean;
  readonly root: Located;
  /** Whether a reference depends on the resources that were entered. */
  readonly isDynamic: boolean;
  /** Those of schemas that are referred to. */
  readonly nodes = new Map<unknown, Node>();
  readonly acyclic = new Set<unknown>();
  readonly #surveyed: Surveyed;
  readonly #makeMeta: ((dialect: Dialect) => SchemaDocument) | undefined;
  #meta: SchemaDocument | undefined;

  /**
   * @param makeMeta makes the document of the dialect's meta-schema, to which the schema may refer
   * @throws UnusableSchema if a keyword can't be used or a reference leads nowhere
   */
  constructor(
    schema: unknown,
    dialect: Dialect,
    makeMeta?: (dialect: Dialect) => SchemaDocument,
    uri?: string,
  ) {
    this.dialect = dialect;
    this.forms = formsOf[dialect];
    this.ignoresBesideRef = isOlder(dialect);
    this.#surveyed = survey(schema, dialect, uri);
    this.#makeMeta = makeMeta;
    this.root = this.#surveyed.root;
    const { referring } = this.#surveyed;
    for (const each of referring) this.#requireTargets(each);
    const has = (name: string): boolean =>
      this.forms.has(name) && referring.some((each) => Object.hasOwn(each.schema as object, name));
    this.isDynamic = this.#meta !== undefined || has("$dynamicRef") || has("$recursiveRef");
  }

  #requireTargets(from: Located): void {
    for (const name of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      const reference = (from.schema as Readonly<Record<string, unknown>>)[name];
      if (typeof reference !== "string" || !this.forms.has(name)) continue;
      if (this.find(reference, from.resource)) continue;
      throw new UnusableSchema(
        `${name} at ${from.place} leads nowhere: ${JSON.stringify(reference)}`,
      );
    }
  }

  /** Returns the resource that a schema is the root of, or else the one that it is in. */
  resourceOf(schema: unknown, outer: Resource): Resource {
    return this.#surveyed.byRoot.get(schema) ?? outer;
  }

  /** Finds what a reference leads to, here or in the meta-schema. */
  find(reference: string, base: Resource): Found | undefined {
    const uri = reference.startsWith("#")
      ? `${base.uri}${reference}`
      : resolveUri(reference, base.uri);
    const [file = "", fragment = ""] = uri.split("#");
    const resource = file === base.uri ? base : this.#surveyed.byUri.get(file);
    if (!resource) return this.#findInMeta(uri, file);
    const located = this.#at(resource, decodeFragment(fragment));
    return located && { ...located, document: this };
  }

  #findInMeta(uri: string, file: string): Found | undefined {
    if (!this.#makeMeta || dialectOf({ $schema: file }) !== this.dialect) return undefined;
    this.#meta ??= this.#makeMeta(this.dialect);
    const [, fragment = ""] = uri.split("#");
    return this.#meta.find(`#${fragment}`, this.#meta.root.resource);
  }

  #at(resource: Resource, fragment: string): Located | undefined {
    const start = { schema: resource.root, resource, place: this.#placeOf(resource) };
    if (fragment === "") return start;
    if (!fragment.startsWith("/")) return resource.anchors.get(fragment);
    let found: Located = start;
    for (const token of fragment.slice(1).split("/")) {
      const key = unescapeToken(token);
      const schema = memberOf(found.schema, key);
      if (schema === undefined) return undefined;
      const place = `${found.place}/${placeToken(key)}`;
      found = { schema, resource: this.resourceOf(schema, found.resource), place };
    }
    return found;
  }

  /** A schema within another begins with its URI. */
  #placeOf(resource: Resource): string {
    return resource === this.root.resource ? "#" : `${resource.uri}#`;
  }
}

function memberOf(holder: unknown, key: string): unknown {
  if (Array.isArray(holder)) return /^\d{1,9}$/.test(key) ? holder[Number(key)] : undefined;
  return isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
}
