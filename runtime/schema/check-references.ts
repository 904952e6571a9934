import { decodeFragment, pointerKeys, valueAt, type JsonObject } from "../protocol/json.js";
import { dialectOf, type Dialect } from "./dialect.js";

/** Keywords whose value is data, not schemas. */
const isData = /^(const|enum|default|examples?|x-.*)$/;
/** Keywords whose value maps names to schemas. */
const isMap = /^((patternP|p)roperties|\$defs|definitions|dependentSchemas|dependencies)$/;
const isReference = /^\$(r|dynamicR|recursiveR)ef$/;
/** The URI of a schema that names none. */
const ownUri = "tool:/";

/**
 * Requires a known dialect, and references that lead to a place in the schema: nothing is ever fetched. A schema that fails
 * here could not check any value.
 *
 * @param subject names the schema in messages
 * @throws TypeError that names the place in the schema
 */
export function checkReferences(schema: JsonObject, subject: () => string): void {
  new ReferenceCheck(dialectOf(schema), subject).run(schema);
}

class ReferenceCheck {
  readonly #dialect: Dialect | undefined;
  readonly #subject: () => string;
  readonly #byUri = new Map<string, JsonObject>();
  readonly #references: (readonly [target: string, place: string, written: unknown])[] = [];

  constructor(dialect: Dialect | undefined, subject: () => string) {
    this.#dialect = dialect;
    this.#subject = subject;
  }

  run(schema: JsonObject): void {
    this.#byUri.set(ownUri, schema);
    this.#visit(schema, "", ownUri, false);
    for (const [target, place, written] of this.#references) {
      if (!this.#leads(target)) {
        this.#fail(place, "leads nowhere in the schema, and nothing is fetched", written);
      }
    }
  }

  /** @param named whether `node` is a map of names to schemas, not a schema */
  #visit(node: JsonObject, place: string, outer: string, named: boolean): void {
    const id = named ? undefined : node[this.#dialect === "draft-04" ? "id" : "$id"];
    const base = typeof id === "string" ? resolve(id, outer).replace(/#.*/, "") : outer;
    if (base !== outer) this.#byUri.set(base, node);
    for (const [key, value] of Object.entries(node)) {
      const at = `${place}/${key}`;
      if (typeof value === "object" && value !== null) {
        if (named || !isData.test(key)) {
          this.#visit(value as JsonObject, at, base, !named && isMap.test(key));
        }
      } else if (!named && isReference.test(key)) {
        this.#references.push([resolve(String(value), base), at, value]);
      } else if (!named && key === "$schema" && this.#isForeign(value)) {
        const known = "draft-04, draft-06, draft-07, 2019-09 or 2020-12, one for the whole schema";
        this.#fail(at, `must be ${known}, not`, value);
      }
    }
  }

  #isForeign($schema: unknown): boolean {
    return !this.#dialect || dialectOf({ $schema }) !== this.#dialect;
  }

  /** Anchors are left to the compiler. */
  #leads(target: string): boolean {
    const [uri = "", fragment = ""] = target.split("#");
    const root = this.#byUri.get(uri);
    if (!root) return !this.#isForeign(uri);
    return (
      !fragment.startsWith("/") ||
      valueAt(root, pointerKeys(decodeFragment(fragment))) !== undefined
    );
  }

  #fail(place: string, why: string, value: unknown): never {
    throw new TypeError(
      `${this.#subject()} can't be used: ${place} ${why}: ${JSON.stringify(value)}.`,
    );
  }
}

function resolve(uri: string, base: string): string {
  return URL.canParse(uri, base) ? new URL(uri, base).href : uri;
}
