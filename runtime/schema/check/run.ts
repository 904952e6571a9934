import type { JsonObject } from "../../protocol/json.js";
import type { Violation } from "../violation.js";

/** What a keyword has against a value, made once when the keyword is compiled. */
export interface Fault {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
  readonly schema: unknown;
  readonly parentSchema: JsonObject | undefined;
}

/** Something that checks a value. */
export interface Checking {
  check(value: unknown, run: Run): boolean;
}

/** Thrown when a check would take more steps or a deeper stack than allowed. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly by: "budget" | "depth";

  constructor(by: "budget" | "depth") {
    super(by);
    this.by = by;
  }
}

/** Deepest nesting of schemas that apply to a value and to what it contains. */
const maxDepth = 2_000;
/** What a violation costs that is told. */
const complaintSteps = 4;
/** Steps after which verdicts are remembered. Smaller checks are faster without. */
const rememberAfter = 1_000;

/** Resources that were entered one in another, and the verdicts that were reached there. */
export class Scope {
  /** Outermost first, each once: an inner repetition changes nothing. */
  readonly resources: readonly object[];
  // Most checks need neither, and a map costs more than a small check.
  #inner: Map<object, Scope> | undefined;
  #verdicts: Map<Checking, Map<unknown, boolean>> | undefined;

  constructor(resources: readonly object[] = []) {
    this.resources = resources;
  }

  enter(resource: object): Scope {
    if (this.resources.includes(resource)) return this;
    const known = (this.#inner ??= new Map());
    let inner = known.get(resource);
    if (!inner) known.set(resource, (inner = new Scope([...this.resources, resource])));
    return inner;
  }

  /** Returns the verdicts of a schema by value. */
  verdictsOf(target: Checking): Map<unknown, boolean> {
    const known = (this.#verdicts ??= new Map());
    let verdicts = known.get(target);
    if (!verdicts) known.set(target, (verdicts = new Map()));
    return verdicts;
  }
}

/**
 * One check of a value: the steps that are left, and what was found. A step is a schema, a member, an item or a character
 * of a pattern's text; they are counted instead of measured in time, so that the same value always has the same result.
 */
export class Run {
  /** Steps that are left. */
  left: number;
  /** What was found, while violations are collected; undefined while the check only decides. */
  complaints: Violation[] | undefined;
  /** JSON Pointer to the value, while violations are collected. */
  path = "";
  /** Set while the names of an object are checked. */
  propertyName: string | undefined;
  /** The resources that were entered, if the schema has references that depend on them. */
  scope: Scope;
  readonly #budget: number;
  #active: Map<Checking, Set<unknown>> | undefined;
  readonly #outermost: Scope;
  #depth = 0;
  #most = 0;
  #isFull = false;

  constructor(budget: number, scope = new Scope()) {
    this.left = this.#budget = budget;
    this.scope = this.#outermost = scope;
  }

  /** Begins to collect at most `most` violations, and those of the unions and conditions that contain them. */
  collect(most: number): Violation[] {
    this.#most = most;
    this.#depth = 0;
    this.#isFull = false;
    this.scope = this.#outermost;
    return (this.complaints = []);
  }

  /** Whether enough was collected, so that nothing more is checked. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether a fault ends the check: either it only decides, or enough was collected. */
  get isDone(): boolean {
    return this.complaints === undefined || this.#isFull;
  }

  /** Counts steps. @throws Stopped when too many were made to decide */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left >= 0) return;
    if (this.#most === 0) throw new Stopped("budget");
    this.#isFull = true;
  }

  /** Enters a schema. @throws Stopped when it is nested too deeply */
  enter(): void {
    if (++this.#depth <= maxDepth) return;
    throw new Stopped("depth");
  }

  leave(): void {
    this.#depth--;
  }

  /** Reports a fault. Returns false, the verdict. */
  fails(fault: Fault, value: unknown): false {
    if (this.complaints !== undefined && !this.#isFull) this.#add(fault, value);
    return false;
  }

  /** Reports the fault of a union or condition after those of its parts, also when enough was collected. */
  failsAsWhole(fault: Fault, value: unknown): false {
    if (this.complaints !== undefined) this.#add(fault, value);
    return false;
  }

  #add(fault: Fault, data: unknown): void {
    this.spend(complaintSteps);
    const { propertyName, path: instancePath } = this;
    const { keyword, schemaPath, params, message, schema, parentSchema } = fault;
    this.complaints!.push({
      keyword,
      instancePath,
      schemaPath,
      params,
      message,
      schema,
      parentSchema,
      data,
      propertyName,
    });
    if (this.complaints!.length >= this.#most) this.#isFull = true;
  }

  /** Checks a member or item. */
  into(node: Checking, value: unknown, key: string | number): boolean {
    if (this.complaints === undefined) return node.check(value, this);
    const outer = this.path;
    this.path = `${outer}/${typeof key === "number" ? key : escapeToken(key)}`;
    const valid = node.check(value, this);
    this.path = outer;
    return valid;
  }

  /** Decides without collecting. */
  decides(node: Checking, value: unknown): boolean {
    if (this.complaints === undefined) return node.check(value, this);
    const kept = this.complaints;
    this.complaints = undefined;
    const valid = node.check(value, this);
    this.complaints = kept;
    return valid;
  }

  /**
   * Checks by a schema that is referred to. All recursion goes through references, so it is enough to remember their
   * verdicts.
   *
   * @param recurs whether the schema applies itself to the same value; then it adds nothing the second time
   */
  refer(target: Checking, value: unknown, recurs: boolean): boolean {
    if (recurs) return this.#once(target, value);
    const isLong = this.#budget - this.left > rememberAfter;
    if (!isLong || this.complaints !== undefined) return target.check(value, this);
    const verdicts = this.scope.verdictsOf(target);
    let verdict = verdicts.get(value);
    if (verdict === undefined) {
      verdict = target.check(value, this);
      // A check that was cut short has not decided anything.
      if (!this.#isFull) verdicts.set(value, verdict);
    }
    return verdict;
  }

  #once(target: Checking, value: unknown): boolean {
    const known = (this.#active ??= new Map());
    let active = known.get(target);
    if (!active) known.set(target, (active = new Set()));
    if (active.has(value)) return true;
    active.add(value);
    const valid = target.check(value, this);
    active.delete(value);
    return valid;
  }
}

/** Writes a token of a JSON Pointer. @see RFC 6901 section 3 */
export function escapeToken(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}
