/** The checker of JSON Schema: no code is made from strings, and each check has a limit of work. */
import type { JsonObject } from "../../protocol/json.js";
import { dialectOf, type Dialect } from "../dialect.js";
import type { Validate, Violation } from "../violation.js";
import { metaSchemaOf } from "./meta-schemas.js";
import { Run, Scope, Stopped } from "./run.js";
import { SchemaDocument } from "./schema-document.js";
import { SchemaNode } from "./schema-node.js";

/** Steps to decide about a value, and to say why it does not conform: together some 100 ms at most. */
const decisionSteps = 1_200_000;
const explanationSteps = 200_000;
/** Most violations that are told. */
const mostViolations = 50;

/** Steps that several checks may take together. */
export interface Work {
  left: number;
}

/** A schema that is ready to check values. */
export class Checker {
  readonly #document: SchemaDocument;
  readonly #root: SchemaNode;
  readonly #parts = new WeakMap<JsonObject, SchemaNode>();

  /** @throws UnusableSchema */
  constructor(schema: JsonObject, dialect: Dialect) {
    this.#document = new SchemaDocument(schema, dialect, metaSchemaOf);
    this.#root = SchemaNode.of(this.#document, this.#document.root);
  }

  /** Checks a value. */
  readonly validate: Validate = (value) =>
    this.#check(this.#root, value, mostViolations, { left: decisionSteps }, explanationSteps);

  /** Makes a check that tells all violations, or as many. All of its calls take their steps from `work`. */
  thorough(work: Work, most = Infinity): Validate {
    return (value) => this.#check(this.#root, value, most, work);
  }

  /** Checks a value by a part of the schema. */
  validatePart(part: JsonObject, value: unknown, work: Work): readonly Violation[] {
    let node = this.#parts.get(part);
    if (!node) this.#parts.set(part, (node = this.#root.part(part)));
    return this.#check(node, value, mostViolations, work);
  }

  /** @param more steps that are left when the value does not conform; absent: those of `work` */
  #check(
    node: SchemaNode,
    value: unknown,
    most: number,
    work: Work,
    more?: number,
  ): readonly Violation[] {
    const run = new Run(work.left, new Scope([this.#document.root.resource]));
    try {
      if (node.check(value, run)) return [];
      if (more !== undefined) run.left = more;
      return explained(node, value, run, most);
    } catch (error) {
      return [violationOf(error)];
    } finally {
      work.left = Math.max(0, run.left);
    }
  }
}

/** Checks a value that does not conform again, and collects why. */
function explained(node: SchemaNode, value: unknown, run: Run, most: number): readonly Violation[] {
  const found = run.collect(most);
  try {
    node.check(value, run);
  } catch (error) {
    // What was found before is told.
    violationOf(error);
  }
  return found.length > 0 ? found : [unexplained];
}

/** @throws UnusableSchema */
export function compileChecker(schema: JsonObject, dialect = dialectOf(schema)): Checker {
  if (!dialect) throw new Error(`the $schema ${JSON.stringify(schema["$schema"])} is not known`);
  return new Checker(schema, dialect);
}

function stoppedBy(keyword: string, message: string): Violation {
  return { keyword, instancePath: "", schemaPath: "", params: {}, message };
}

/** The value is nested deeper than the stack can follow. */
const tooDeep = stoppedBy("depth", "is nested too deeply");
const tooMuch = stoppedBy("budget", "takes too much work to check");
/** It would take too much work to find out why. */
const unexplained = stoppedBy("schema", "does not match its schema");

/** Whether a value could not be checked, and so may conform. */
export function isUnchecked([first]: readonly Violation[]): boolean {
  return first?.keyword === "budget";
}

function violationOf(error: unknown): Violation {
  if (error instanceof RangeError) return tooDeep;
  if (error instanceof Stopped) return error.by === "depth" ? tooDeep : tooMuch;
  throw error;
}
