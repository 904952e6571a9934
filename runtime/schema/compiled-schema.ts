import type { JsonObject } from "../protocol/json.js";
import { compileChecker, isUnchecked, type Checker } from "./check/compile.js";
import { conform, maxRemoved } from "./conform.js";
import { explainViolations } from "./explain.js";
import { NearestForm } from "./nearest-form.js";
import { violationNote } from "./violation-note.js";
import type { Validate, Violation } from "./violation.js";

/** Steps to find all that has to be removed or converted. */
const repairSteps = 2_500_000;

/** A schema that checks values, with the ways to report or remove what violates it. */
export class CompiledSchema {
  readonly validate: Validate;
  readonly #checker: Checker;
  readonly #schema: JsonObject;
  readonly #nearest: NearestForm;

  /** @throws Error when the schema is not a usable JSON Schema */
  constructor(schema: JsonObject) {
    const checker = (this.#checker = compileChecker(schema));
    this.validate = checker.validate;
    this.#schema = schema;
    this.#nearest = new NearestForm(schema, checker);
  }

  /** Returns a check that tells all violations, to repair a value in a few rounds. Together they have a limit of work. */
  thorough(most?: number): Validate {
    return this.#checker.thorough({ left: repairSteps }, most);
  }

  /** Explains violations to a model, so that it can correct the value. */
  explain(violations: readonly Violation[]): string {
    return explainViolations(this.#nearest.explain(violations), this.#schema);
  }

  /** Whether the value could not be checked, and so may conform. */
  isUnchecked(violations: readonly Violation[]): boolean {
    return isUnchecked(violations);
  }

  /** Returns a sentence that says where a response differs from the output schema. */
  note(violations: readonly Violation[], wrapped: boolean): string {
    return violationNote(violations, wrapped);
  }

  /** Returns the part of a value that the schema allows; also more than that if it takes too much work to tell. */
  conform(value: JsonObject, violations: readonly Violation[]): JsonObject {
    if (isUnchecked(violations)) return value;
    return conform(value, this.thorough(maxRemoved + 1));
  }
}
