import type { JsonObject } from "../protocol/json.js";
import { ToolError } from "../protocol/tool-error.js";
import { explainViolations } from "../schema/explain.js";
import { compileSchema, type Validate } from "../schema/validator.js";

/**
 * Checks arguments against their schema, which is compiled for the first call.
 *
 * @throws ToolError that names each wrong argument and what was expected
 */
export class ArgumentCheck {
  readonly #schemaOf: () => JsonObject;
  #schema: JsonObject | undefined;
  #compiling: Promise<Validate> | undefined;
  #validate: Validate | undefined;

  /** @param schemaOf makes the schema, `$defs` included; called once */
  constructor(schemaOf: () => JsonObject) {
    this.#schemaOf = schemaOf;
  }

  async check(args: JsonObject, what: string): Promise<void> {
    this.#schema ??= this.#schemaOf();
    const validate = this.#validate ?? (await this.#compile(this.#schema));
    const violations = validate(args);
    if (violations.length > 0) {
      throw new ToolError(`${what}:\n${explainViolations(violations, this.#schema)}`);
    }
  }

  async #compile(schema: JsonObject): Promise<Validate> {
    this.#compiling ??= compileSchema(schema);
    try {
      this.#validate = await this.#compiling;
      return this.#validate;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ToolError(
        `The arguments can't be checked, because their schema is unusable: ${reason}`,
      );
    }
  }
}
