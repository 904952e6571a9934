import type { JsonObject } from "../protocol/json.js";
import { compileWithAjv, type AjvDialect } from "./ajv-compiler.js";
import { conform } from "./conform.js";
import { explainViolations } from "./explain.js";
import { NearestForm } from "./nearest-form.js";
import { violationNote } from "./violation-note.js";
import type { Validate, Violation } from "./violation.js";

/** A schema compiled by ajv, with the ways to report or remove what violates it. */
export class CompiledSchema {
  readonly validate: Validate;
  readonly #schema: JsonObject;
  readonly #nearest: NearestForm;

  /** @throws Error when the schema is not a usable JSON Schema */
  constructor(schema: JsonObject, dialect?: AjvDialect) {
    this.validate = compileWithAjv(schema, dialect);
    this.#schema = schema;
    this.#nearest = new NearestForm(schema, (part) => compileWithAjv(part, dialect));
  }

  /** Explains violations to a model, so that it can correct the value. */
  explain(violations: readonly Violation[]): string {
    return explainViolations(this.#nearest.explain(violations), this.#schema);
  }

  /** Returns a sentence that says where a response differs from the output schema. */
  note(violations: readonly Violation[], wrapped: boolean): string {
    return violationNote(violations, wrapped);
  }

  /** Returns the part of a value that the schema allows. @param violations those of the value */
  conform(value: JsonObject, violations: readonly Violation[]): JsonObject {
    return conform(value, this.validate, violations);
  }
}
