import type { JsonObject } from "../../protocol/json.js";
import { andThen, type MaybePromise } from "../../protocol/maybe-promise.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { ReadSchema } from "../../schema/standard-schema.js";
import type { CompiledSchema } from "../../schema/compiled-schema.js";
import { compileSchema } from "../../schema/validator.js";
import type { Validate } from "../../schema/violation.js";
import type { ToolArguments } from "../types/definitions.js";

/**
 * Checks arguments against their schema.
 *
 * @returns the arguments for the handler
 * @throws ToolError that begins with `what`, names each invalid argument and says what was expected
 */
export type CheckArguments = (args: ToolArguments, what: string) => MaybePromise<ToolArguments>;

/** Returns arguments that mean the same and that `validate` accepts; undefined if there are none. */
export type Mend = (args: ToolArguments, validate: Validate) => Promise<ToolArguments | undefined>;

export const wrongArguments = "The arguments are not right, so nothing was called";

/**
 * Makes the check of a tool's arguments. A JSON Schema is compiled on the first call.
 *
 * @param schemaOf makes the schema including `$defs`; called once
 * @param library the check of a schema library, which replaces JSON Schema
 * @param mend called with arguments that the schema does not allow
 */
export function argumentCheck(
  schemaOf: () => JsonObject | Promise<JsonObject>,
  library?: Pick<ReadSchema, "validate">,
  mend?: Mend,
): CheckArguments {
  const validate = library?.validate;
  if (validate) {
    return async (args, what) => {
      const outcome = await validate(args);
      if ("issues" in outcome) throw new ToolError(`${what}:\n${outcome.issues}`);
      return outcome.value as ToolArguments;
    };
  }
  let compiled: CompiledSchema | undefined;
  let compiling: Promise<CompiledSchema> | undefined;
  const check = (
    args: ToolArguments,
    what: string,
    schema: CompiledSchema,
  ): MaybePromise<ToolArguments> => {
    const violations = schema.validate(args);
    if (violations.length === 0) return args;
    return andThen(mend?.(args, schema.thorough()), (mended) => {
      if (mended) return mended;
      throw new ToolError(`${what}:\n${schema.explain(violations)}`);
    });
  };
  return (args, what) => {
    if (compiled) return check(args, what, compiled);
    compiling ??= compile(schemaOf).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ToolError(
        `The arguments can't be checked, because their schema is unusable: ${reason}`,
      );
    });
    return compiling.then((ready) => {
      compiled = ready;
      return check(args, what, ready);
    });
  };
}

async function compile(schemaOf: () => JsonObject | Promise<JsonObject>): Promise<CompiledSchema> {
  return compileSchema(await schemaOf());
}
