import type { JsonObject } from "../protocol/json.js";
import { compileWithAjv } from "./ajv-compiler.js";
import { conform } from "./conform.js";
import { explainViolations } from "./explain.js";
import { violationNote } from "./violation-note.js";
import type { CompiledSchema, Validate, Violation } from "./validator.js";

/** A schema compiled by ajv, and all that is said of misfits: nothing misfits before the first value is checked. */
export class AjvSchema implements CompiledSchema {
  readonly validate: Validate;
  readonly #schema: JsonObject;

  /** @throws Error when the schema is no usable JSON Schema */
  constructor(schema: JsonObject) {
    this.validate = compileWithAjv(schema);
    this.#schema = schema;
  }

  explain(violations: readonly Violation[]): string {
    return explainViolations(violations, this.#schema);
  }

  note(violations: readonly Violation[], wrapped: boolean): string {
    return violationNote(violations, wrapped);
  }

  conform(value: JsonObject, violations: readonly Violation[]): JsonObject {
    return conform(value, this.validate, violations);
  }
}
