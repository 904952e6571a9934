/** Which alternatives of a union a value may match, by a member that is constant in each. */
import { isObject, type JsonObject } from "../../protocol/json.js";
import { has } from "./objects.js";
import type { Node } from "./node-model.js";

/** A member that has one of a few values. */
interface Constant {
  readonly values: readonly unknown[];
  isRequired: boolean;
}

/** How far schemas are followed through `$ref` and `allOf`. */
const maxHops = 6;
/** More values than this don't tell alternatives apart. */
const maxValues = 100;

/** The alternatives of a union. */
export class Alternatives {
  readonly all: readonly Node[];
  #name: string | undefined;
  /** Those that say that the member may have a value. */
  readonly #byValue = new Map<unknown, number[]>();
  /** Those that don't say what the member is. */
  #others: readonly number[] = [];
  #withoutMember: readonly number[] = [];
  readonly #every: readonly number[];

  constructor(all: readonly Node[]) {
    this.all = all;
    this.#every = all.map((_, at) => at);
    if (all.length > 1) this.#tellApart();
  }

  #tellApart(): void {
    const members = this.all.map((node) => {
      const found = new Map<string, Constant>();
      collectConstants(node, found, 0);
      return found;
    });
    const counts = new Map<string, number>();
    for (const found of members) {
      for (const name of found.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const [name] = [...counts].reduce<readonly [string?, number?]>(
      (most, each) => (each[1] > (most[1] ?? 0) ? each : most),
      [],
    );
    if (name === undefined) return;
    this.#name = name;
    const own = members.map((found) => found.get(name));
    this.#others = this.#every.filter((at) => !own[at]);
    this.#withoutMember = this.#every.filter((at) => !own[at]?.isRequired);
    for (const [at, constant] of own.entries()) {
      // An enum may name a value twice, although it should not. JSON Schema validation 2020-12, 6.1.2.
      for (const value of new Set(constant?.values)) {
        const fitting = this.#byValue.get(value);
        if (fitting) fitting.push(at);
        else this.#byValue.set(value, [at]);
      }
    }
  }

  /** Returns the numbers of the alternatives that a value may match; it matches none of the others. */
  candidates(value: unknown): readonly number[] {
    if (this.#name === undefined || !isObject(value)) return this.#every;
    if (!has(value, this.#name)) return this.#withoutMember;
    const own = this.#byValue.get(value[this.#name]) ?? [];
    if (this.#others.length === 0) return own;
    return own.length === 0 ? this.#others : [...own, ...this.#others];
  }
}

/** Collects the members of a schema that are constant. */
function collectConstants(node: Node, found: Map<string, Constant>, hops: number): void {
  const { keywords } = node;
  if (!keywords || hops > maxHops) return;
  const target = node.referred();
  if (target) collectConstants(target, found, hops + 1);
  if (target && node.ignoresBesideRef) return;
  const { properties, allOf, required } = keywords;
  if (isObject(properties)) collectProperties(node, properties, found);
  if (Array.isArray(allOf)) {
    allOf.forEach((_, at) => collectConstants(node.child("allOf", at), found, hops + 1));
  }
  for (const name of Array.isArray(required) ? (required as string[]) : []) {
    const constant = found.get(name);
    if (constant) constant.isRequired = true;
  }
}

function collectProperties(node: Node, properties: JsonObject, found: Map<string, Constant>): void {
  for (const name of Object.keys(properties)) {
    if (found.has(name) || !isObject(properties[name])) continue;
    const property = node.child("properties", name);
    const values = constantsOf(property) ?? constantsOf(property.referred());
    if (values) found.set(name, { values, isRequired: false });
  }
}

function constantsOf(node: Node | undefined): readonly unknown[] | undefined {
  const keywords = node?.keywords;
  if (!keywords || (node.ignoresBesideRef && keywords["$ref"] !== undefined)) return undefined;
  const { enum: allowed } = keywords;
  let values: readonly unknown[] | undefined;
  if (Array.isArray(allowed)) values = allowed;
  else if (node.dialect !== "draft-04" && keywords["const"] !== undefined) {
    values = [keywords["const"]];
  }
  if (!values || values.length > maxValues) return undefined;
  return values.every((value) => typeof value !== "object" || value === null) ? values : undefined;
}
