/**
 * Reads the operations of a document without the generator's code, as swagger-client gets them. Follows references
 * between files only.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";

export type Mapping = Readonly<Record<string, unknown>>;

/** A value and its file, which its references are relative to. */
interface Located {
  readonly value: unknown;
  readonly file: string;
}

export interface RawParameter extends Mapping {
  readonly name: string;
  readonly in: string;
}

export interface RawOperation {
  readonly method: string;
  readonly path: string;
  /** Parameters of the path item and the operation, merged. References are resolved, a few levels deep in schemas. */
  readonly parameters: readonly RawParameter[];
  /** Its `content` without schemas; references are resolved. */
  readonly requestBody?: { readonly content: Readonly<Record<string, Mapping>> };
  /** Without schemas and examples. */
  readonly responses: Mapping;
  readonly servers?: unknown;
  readonly consumes?: readonly string[];
  readonly produces?: unknown;
  readonly schemes?: readonly string[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
/** Depth of references resolved below a parameter: its value and its members. */
const depth = 6;

export class RawDocument {
  readonly #root: Located;
  readonly #files = new Map<string, unknown>();

  constructor(file: string) {
    this.#root = { value: this.#read(file), file };
  }

  get root(): Mapping {
    return mapping(this.#root.value);
  }

  get isSwagger2(): boolean {
    return this.root["swagger"] !== undefined;
  }

  /** @param key `GET /pets/{petId}` */
  operation(key: string): RawOperation | undefined {
    const [method = "", route = ""] = split(key);
    const paths = this.#follow(this.#at(this.#root, "paths"));
    const written = mapping(paths?.value);
    const name = [route, route.slice(1)].find((each) => Object.hasOwn(written, each));
    if (!paths || name === undefined) return undefined;
    const item = this.#item({ value: written[name], file: paths.file });
    const lower = method.toLowerCase();
    const found = methods.includes(lower)
      ? this.#member(item, lower)
      : this.#at(this.#member(item, "additionalOperations"), method);
    const operation = this.#follow(found);
    if (!operation) return undefined;
    const own = mapping(operation.value);
    const body = this.#body(this.#at(operation, "requestBody"));
    const servers = own["servers"] ?? this.#member(item, "servers")?.value;
    return {
      method,
      path: name,
      parameters: this.#parameters([
        this.#member(item, "parameters"),
        this.#at(operation, "parameters"),
      ]),
      ...(body && { requestBody: body }),
      responses: this.#responses(this.#at(operation, "responses")),
      ...(servers !== undefined && { servers }),
      ...(this.isSwagger2 && {
        consumes: (own["consumes"] ?? this.root["consumes"] ?? []) as string[],
      }),
      produces: own["produces"] ?? this.root["produces"],
      ...(Array.isArray(this.root["schemes"]) && { schemes: this.root["schemes"] as string[] }),
    };
  }

  #parameters(lists: readonly (Located | undefined)[]): readonly RawParameter[] {
    const merged = new Map<string, RawParameter>();
    for (const list of lists) {
      const found = this.#follow(list);
      if (!found || !Array.isArray(found.value)) continue;
      for (const value of found.value as unknown[]) {
        const parameter = this.#resolved({ value, file: found.file }, depth) as RawParameter;
        if (typeof parameter?.name !== "string") continue;
        const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
        merged.set(`${parameter.in} ${name}`, parameter);
      }
    }
    return [...merged.values()];
  }

  #body(written: Located | undefined): RawOperation["requestBody"] {
    const body = this.#follow(written);
    const content = this.#follow(body && this.#at(body, "content"));
    if (!content) return undefined;
    const types = Object.keys(mapping(content.value)).map((type) => {
      const media = this.#follow(this.#at(content, type));
      const encoding = media && this.#at(media, "encoding");
      return [type, encoding ? { encoding: this.#resolved(encoding, depth) } : {}] as const;
    });
    return { content: Object.fromEntries(types) };
  }

  #responses(written: Located | undefined): Mapping {
    const responses = this.#follow(written);
    if (!responses) return {};
    const all = Object.keys(mapping(responses.value)).map((status) => {
      const response = this.#follow(this.#at(responses, status));
      const content = this.#follow(response && this.#at(response, "content"));
      const types = content && Object.keys(mapping(content.value));
      const bare = types && Object.fromEntries(types.map((type) => [type, {}]));
      const hasSchema = this.#at(response, "schema") !== undefined;
      return [status, { ...(bare && { content: bare }), ...(hasSchema && { hasSchema }) }] as const;
    });
    return Object.fromEntries(all);
  }

  /** Yields a path item, then the targets of its `$ref`. */
  #item(written: Located): readonly Located[] {
    const item: Located[] = [];
    for (let next: Located | undefined = written; next && item.length < 10;) {
      item.push(next);
      next = this.#target(next);
    }
    return item;
  }

  #member(item: readonly Located[], key: string): Located | undefined {
    for (const each of item) {
      const found = this.#at(each, key);
      if (found) return found;
    }
    return undefined;
  }

  #at(parent: Located | undefined, key: string): Located | undefined {
    const value = mapping(parent?.value);
    return parent && Object.hasOwn(value, key)
      ? { value: value[key], file: parent.file }
      : undefined;
  }

  /** Returns a value, or the target of its reference if there is one. */
  #follow(written: Located | undefined): Located | undefined {
    let found = written;
    for (let hops = 0; found && hops < 20; hops++) {
      const next = typeof mapping(found.value)["$ref"] === "string" ? this.#target(found) : found;
      if (next === found) return found;
      found = next;
    }
    return undefined;
  }

  /** Returns a copy with references replaced by their targets, or by `{}` beyond the depth. */
  #resolved(written: Located, left: number): unknown {
    const found = this.#follow(written);
    if (!found || left < 0) return {};
    const { value, file } = found;
    const next = found === written ? left : left - 1;
    if (Array.isArray(value)) {
      return (value as unknown[]).map((item) => this.#resolved({ value: item, file }, next));
    }
    if (!isMapping(value)) return value;
    const entries = Object.entries(value)
      .filter(([name]) => name !== "example" && name !== "examples" && name !== "default")
      .map(([name, member]) => [name, this.#resolved({ value: member, file }, next)] as const);
    return Object.fromEntries(entries);
  }

  #target({ value, file }: Located): Located | undefined {
    const ref = mapping(value)["$ref"];
    if (typeof ref !== "string" || /^https?:/.test(ref)) return undefined;
    const [target = "", fragment = ""] = ref.split("#");
    const other = target === "" ? file : path.resolve(path.dirname(file), decodeURI(target));
    let found: unknown;
    try {
      found = this.#read(other);
    } catch {
      return undefined;
    }
    for (const token of fragment.split("/").slice(1)) {
      const name = decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
      found = Array.isArray(found) ? found[Number(name)] : mapping(found)[name];
    }
    return found === undefined ? undefined : { value: found, file: other };
  }

  #read(file: string): unknown {
    if (!this.#files.has(file)) {
      const text = readFileSync(file, "utf8");
      this.#files.set(file, file.endsWith(".json") ? JSON.parse(text) : load(text));
    }
    return this.#files.get(file);
  }
}

function split(key: string): readonly string[] {
  const space = key.indexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
}

export function mapping(value: unknown): Mapping {
  return isMapping(value) ? value : {};
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
