/**
 * Reads the operations of an OpenAPI document as it is written: versions 2.0, 3.0, 3.1 and 3.2, JSON or YAML, several
 * files. Uses no code of the generator or the runtime, so that a fault there can't hide here.
 */
import type {
  RawBody,
  RawMediaType,
  RawOperation,
  RawParameter,
  RawResponse,
  RawVersion,
} from "./model.js";
import { asMapping, isMapping, member, members, RawFiles, type RawNode } from "./nodes.js";
import {
  bodyParameter,
  formParameters,
  rawParameter,
  serversOfSwagger,
  undeclared,
} from "./parts.js";

const methods: Readonly<Record<RawVersion, readonly string[]>> = {
  "2.0": ["get", "put", "post", "delete", "options", "head", "patch"],
  "3.0": ["get", "put", "post", "delete", "options", "head", "patch", "trace"],
  "3.1": ["get", "put", "post", "delete", "options", "head", "patch", "trace"],
  "3.2": ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"],
};

export class RawDocument {
  readonly version: RawVersion;
  readonly root: RawNode;
  readonly files = new RawFiles();
  /** Security Scheme Objects by name. */
  readonly securitySchemes: ReadonlyMap<string, RawNode>;
  #operations: ReadonlyMap<string, RawOperation> | undefined;

  constructor(file: string) {
    this.root = this.files.root(file);
    const { swagger, openapi } = asMapping(this.root.value);
    const written = String(openapi ?? swagger ?? "");
    this.version = written.startsWith("2")
      ? "2.0"
      : ((["3.2", "3.1"] as const).find((each) => written.startsWith(each)) ?? "3.0");
    const schemes =
      member(this.root, "securityDefinitions") ??
      this.#get(member(this.root, "components"), "securitySchemes");
    this.securitySchemes = new Map(
      members(schemes).flatMap(([name, each]) => {
        const scheme = this.files.follow(each);
        return scheme ? [[name, scheme] as const] : [];
      }),
    );
  }

  /** All operations below `paths`, in document order. */
  get operations(): readonly RawOperation[] {
    return [...this.#byKey.values()];
  }

  /** @param key `GET /pets/{petId}` */
  operation(key: string): RawOperation | undefined {
    return this.#byKey.get(key);
  }

  get #byKey(): ReadonlyMap<string, RawOperation> {
    return (this.#operations ??= new Map(this.#list().map((each) => [each.key, each])));
  }

  #list(): readonly RawOperation[] {
    return members(this.#get(this.root, "paths")).flatMap(([path, written]) => {
      if (path.startsWith("x-")) return [];
      const item = this.#itemOf(written);
      const known = methods[this.version].map((name) => [name.toUpperCase(), item(name)] as const);
      const additional = this.version === "3.2" ? members(item("additionalOperations")) : [];
      return [...known, ...additional].flatMap(([method, node]) =>
        node && isMapping(node.value) ? [this.#operation(method, path, node, item)] : [],
      );
    });
  }

  #operation(
    method: string,
    path: string,
    node: RawNode,
    item: (name: string) => RawNode | undefined,
  ): RawOperation {
    const declared = this.#parameters([item("parameters"), this.#get(node, "parameters")]);
    const body =
      this.version === "2.0" ? this.#bodyOfSwagger(node, declared) : this.#requestBody(node);
    const security = member(node, "security") ?? member(this.root, "security");
    return {
      key: `${method} ${path.startsWith("/") ? path : `/${path}`}`,
      method,
      path,
      node,
      parameters: [...declared, ...undeclared(node, path, declared)]
        .filter((each) => !["body", "formData"].includes(String(asMapping(each.value)["in"])))
        .map((each) => rawParameter(each, this.version, (object) => this.#contents(object))),
      ...(body && { body }),
      responses: this.#responses(node),
      security: (security?.value ?? []) as RawOperation["security"],
      servers: this.#servers(node, item),
    };
  }

  /** Returns a reader of a path item's members: its own first, then those of the targets of its `$ref`. */
  #itemOf(written: RawNode): (name: string) => RawNode | undefined {
    const items: RawNode[] = [];
    for (let next: RawNode | undefined = written; next && items.length < 10;) {
      items.push(next);
      const ref: unknown = asMapping(next.value)["$ref"];
      next = typeof ref === "string" ? this.files.target(next, ref) : undefined;
    }
    return (name) => {
      for (const each of items) {
        const found = this.#get(each, name);
        if (found) return found;
      }
      return undefined;
    };
  }

  /** Merges lists of parameters: a later one replaces an earlier one of the same name and place. */
  #parameters(lists: readonly (RawNode | undefined)[]): readonly RawNode[] {
    const merged = new Map<string, RawNode>();
    for (const [, written] of lists.flatMap((list) => members(list))) {
      const parameter = this.files.follow(written);
      const { name, in: place } = asMapping(parameter?.value);
      if (!parameter || typeof name !== "string" || typeof place !== "string") continue;
      // @see RFC 9110 section 5.1: names of header fields are the same in any case.
      merged.set(`${place} ${place === "header" ? name.toLowerCase() : name}`, parameter);
    }
    return [...merged.values()];
  }

  #requestBody(operation: RawNode): RawBody | undefined {
    const node = this.#get(operation, "requestBody");
    if (!node) return undefined;
    const required = asMapping(node.value)["required"] === true;
    return { required, node, content: this.#contents(node) };
  }

  #bodyOfSwagger(operation: RawNode, declared: readonly RawNode[]): RawBody | undefined {
    const consumes = (member(operation, "consumes") ?? member(this.root, "consumes"))?.value;
    const types = Array.isArray(consumes) ? (consumes as string[]) : [];
    return bodyParameter(declared, types) ?? formParameters(operation, declared, types);
  }

  #responses(operation: RawNode): readonly RawResponse[] {
    const produces = (member(operation, "produces") ?? member(this.root, "produces"))?.value;
    return members(this.#get(operation, "responses")).flatMap(([status, written]) => {
      const node = this.files.follow(written);
      if (!node || status.startsWith("x-")) return [];
      if (this.version !== "2.0") return [{ status, node, content: this.#contents(node) }];
      const schema = member(node, "schema");
      const types = Array.isArray(produces) ? (produces as string[]) : [];
      const content = schema ? types.map((type) => ({ type, node, schema })) : [];
      return [{ status, node, content }];
    });
  }

  /** Reads the `content` of a body, a response or a parameter. */
  #contents(object: RawNode): readonly RawMediaType[] {
    return members(this.#get(object, "content")).flatMap(([type, written]) => {
      const node = this.files.follow(written);
      if (!node || type.startsWith("x-")) return [];
      const schema = member(node, "schema");
      const itemSchema = member(node, "itemSchema");
      const encoding = member(node, "encoding");
      return [
        {
          type,
          node,
          ...(schema && { schema }),
          ...(itemSchema && { itemSchema }),
          ...(encoding && { encoding }),
        },
      ];
    });
  }

  #servers(operation: RawNode, item: (name: string) => RawNode | undefined): readonly RawNode[] {
    if (this.version === "2.0") return serversOfSwagger(this.root, operation);
    const lists = [member(operation, "servers"), item("servers"), member(this.root, "servers")];
    return members(lists.find((list) => members(list).length > 0)).map(([, server]) => server);
  }

  #get(node: RawNode | undefined, key: string): RawNode | undefined {
    return this.files.follow(member(node, key));
  }
}

export type { RawBody, RawMediaType, RawOperation, RawParameter, RawResponse, RawVersion };
