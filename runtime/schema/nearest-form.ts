import { isObject, member, type JsonObject } from "../protocol/json.js";
import type { Checker, Work } from "./check/compile.js";
import type { Definitions } from "./definitions.js";
import type { Violation } from "./violation.js";

/** Limits of the work for one explanation. Beyond them a union is explained as a whole. */
const maxUnions = 16;
const maxDepth = 4;
const maxCompared = 24;
const maxSteps = 200_000;

/** Keywords that say that a value is of another kind. */
const ofKind = new Set(["type", "enum", "const", "false schema"]);

/** What an alternative of a union has against a value. */
interface Complaints {
  readonly violations: readonly Violation[];
  /** Counts, most telling first; the nearest alternative has the smallest. */
  readonly distance: readonly number[];
}

/**
 * Replaces the violations of unions. They are those of all alternatives; a model can only act upon those of the one that
 * it meant: the alternative whose constant members match, then the one with the fewest violations.
 */
export class NearestForm {
  readonly #definitions: Definitions;
  readonly #checker: Checker;
  /** By the alternatives of a union. */
  readonly #schemas = new WeakMap<object, Set<unknown>>();
  #unions = 0;
  #work: Work = { left: 0 };

  /** @param root the whole schema */
  constructor(root: JsonObject, checker: Checker) {
    const definitions = member(root, "$defs");
    this.#definitions = isObject(definitions) ? (definitions as Definitions) : {};
    this.#checker = checker;
  }

  /** @param violations those of a whole value */
  explain(violations: readonly Violation[]): readonly Violation[] {
    this.#unions = 0;
    this.#work = { left: maxSteps };
    return this.#explain(violations, 0);
  }

  #explain(violations: readonly Violation[], depth: number): readonly Violation[] {
    const covered = new Set<Violation>();
    const paths = violations.map(pathOf);
    const replaced = new Map<Violation, readonly Violation[]>();
    // A union's violation follows those of its alternatives, so outer unions are last.
    for (const [at, union] of [...violations.entries()].reverse()) {
      if (!isUnmatched(union) || covered.has(union)) continue;
      const within = this.#within(union);
      for (const [index, each] of violations.slice(0, at).entries()) {
        if (within.has(each.parentSchema) && paths[index]!.startsWith(paths[at]!))
          covered.add(each);
      }
      const nearest = depth < maxDepth ? this.#nearest(union) : undefined;
      if (!nearest || nearest.violations.some(isOfKind)) continue;
      const inner = this.#explain(nearest.violations, depth + 1);
      replaced.set(
        union,
        inner.map((each) => ({ ...each, instancePath: union.instancePath + each.instancePath })),
      );
    }
    return violations.flatMap((each) => (covered.has(each) ? [] : (replaced.get(each) ?? [each])));
  }

  /** Returns the schemas within a union's alternatives, also those that they refer to. */
  #within(union: Violation): ReadonlySet<unknown> {
    const alternatives = union.schema as readonly unknown[];
    let schemas = this.#schemas.get(alternatives);
    if (!schemas) {
      schemas = new Set<unknown>(alternatives);
      // Iteration of a set includes elements added meanwhile.
      for (const each of schemas) {
        if (typeof each !== "object" || each === null) continue;
        for (const value of Object.values(each)) {
          if (typeof value === "object" && value !== null) schemas.add(value);
        }
        const target = this.#referred(each as JsonObject);
        if (target !== undefined) schemas.add(target);
      }
      this.#schemas.set(alternatives, schemas);
    }
    return schemas;
  }

  #referred({ $ref }: JsonObject): unknown {
    return typeof $ref === "string"
      ? member(this.#definitions, $ref.replace(/^#\/\$defs\//, ""))
      : undefined;
  }

  #nearest({ schema, data }: Violation): Complaints | undefined {
    const alternatives = (schema as readonly unknown[]).filter(isObject);
    if (++this.#unions > maxUnions) return undefined;
    const rated = alternatives.map((alternative) => ({
      alternative,
      mismatches: this.#mismatches(alternative, data, 0),
    }));
    const fewest = Math.min(...rated.map(({ mismatches }) => mismatches));
    const candidates = rated.filter(({ mismatches }) => mismatches === fewest);
    if (candidates.length > maxCompared) return undefined;
    let nearest: Complaints | undefined;
    for (const { alternative } of candidates) {
      const violations = this.#checker.validatePart(alternative, data, this.#work);
      if (this.#work.left === 0) return undefined;
      const complaints = { violations, distance: distanceOf(violations) };
      if (!nearest || isLess(complaints.distance, nearest.distance)) nearest = complaints;
    }
    return nearest;
  }

  /** Counts how a value's type and its members differ from the constants of a schema. */
  #mismatches(schema: JsonObject, data: unknown, depth: number): number {
    if (depth > maxDepth) return 0;
    let count = matchesType(member(schema, "type"), data) ? 0 : 100;
    const properties = member(schema, "properties");
    if (isObject(properties) && isObject(data)) {
      for (const [name, property] of Object.entries(properties)) {
        const value = member(data, name);
        if (value !== undefined && isObject(property) && !matchesConstant(property, value))
          count += 1;
      }
    }
    const { allOf } = schema;
    const parts = [this.#referred(schema), ...(Array.isArray(allOf) ? (allOf as unknown[]) : [])];
    for (const part of parts) if (isObject(part)) count += this.#mismatches(part, data, depth + 1);
    return count;
  }
}

/** Whether a violation is that of a union of which no alternative matches. */
function isUnmatched({ keyword, schema, params }: Violation): boolean {
  if (keyword !== "anyOf" && keyword !== "oneOf") return false;
  return Array.isArray(schema) && !(params as { passingSchemas?: unknown }).passingSchemas;
}

function isOfKind({ instancePath, keyword }: Violation): boolean {
  return instancePath === "" && ofKind.has(keyword);
}

function distanceOf(violations: readonly Violation[]): readonly number[] {
  const paths = violations.map(pathOf);
  const depths = paths.map((path) => path.split("/").length);
  const unions = paths.filter((_, at) => isUnmatched(violations[at]!));
  // A nested union counts once.
  const own = violations.filter(
    (each, at) => isUnmatched(each) || !unions.some((path) => paths[at]!.startsWith(path)),
  );
  return [Number(violations.some(isOfKind)), own.length, -Math.max(0, ...depths)];
}

/** The path to a value, so that one path begins with another if its value is in the other's. */
function pathOf({ instancePath }: Violation): string {
  return `${instancePath}/`;
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

/** Whether a member has the only value of its schema, or one of those that stand for the alternative. */
function matchesConstant(schema: JsonObject, value: unknown): boolean {
  if (typeof value === "object") return true;
  if (Object.hasOwn(schema, "const")) return schema["const"] === value;
  const { enum: values, examples } = schema;
  if (Array.isArray(values) && values.length === 1) return values[0] === value;
  return !Array.isArray(examples) || examples.includes(value);
}

function matchesType(type: unknown, value: unknown): boolean {
  if (type === undefined) return true;
  return [type].flat().some((each) => {
    if (each === "null") return value === null;
    if (each === "array") return Array.isArray(value);
    if (each === "object") return isObject(value);
    if (each === "integer" || each === "number") return typeof value === "number";
    return typeof value === each;
  });
}
