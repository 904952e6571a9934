/** Parses documents with readers of its own: `JSON.parse`, and for YAML the package `yaml`; the generator uses js-yaml. */
import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { isAlias, isMap, isScalar, isSeq, parseDocument, type YAMLMap } from "yaml";

export function readDocument(file: string): unknown {
  const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // YAML's flow style begins with a brace, too.
    }
  }
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false });
  // `yaml` rejects a multi-line scalar that is indented too little, in documents that people publish.
  return document.errors.length > 0 ? load(text) : new Plain().value(document.contents);
}

/** Converts YAML nodes to values, with keys as they are written: `200`, `1.10` and `on` are texts. */
class Plain {
  /** Values by the names of their anchors. An alias refers to the last one before it. */
  readonly #anchored = new Map<string, unknown>();

  value(node: unknown): unknown {
    if (isAlias(node)) return this.#anchored.get(node.source);
    if (isScalar(node)) {
      if (node.anchor !== undefined) this.#anchored.set(node.anchor, node.value);
      return node.value;
    }
    if (isSeq(node)) {
      const list: unknown[] = [];
      if (node.anchor !== undefined) this.#anchored.set(node.anchor, list);
      for (const item of node.items) list.push(this.value(item));
      return list;
    }
    return isMap(node) ? this.#mapping(node) : undefined;
  }

  #mapping(node: YAMLMap): unknown {
    const made: Record<string, unknown> = {};
    if (node.anchor !== undefined) this.#anchored.set(node.anchor, made);
    const merged: unknown[] = [];
    for (const { key, value } of node.items) {
      const name = keyText(key);
      if (name === "<<" && isScalar(key) && key.type === "PLAIN") merged.push(this.value(value));
      else define(made, name, this.value(value));
    }
    for (const source of merged.flat()) {
      for (const [name, value] of Object.entries(source as object)) {
        if (!Object.hasOwn(made, name)) define(made, name, value);
      }
    }
    return made;
  }
}

function keyText(key: unknown): string {
  if (!isScalar(key)) return "";
  return typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
}

/** Also defines a member named `__proto__`. */
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
