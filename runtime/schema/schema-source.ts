import type { JsonObject } from "../protocol/json.js";

/**
 * A schema of a library that implements Standard Schema and can write itself as JSON Schema, such as zod 4, ArkType and
 * Valibot.
 *
 * @see https://standardschema.dev
 */
export interface StandardSchema {
  /** The members that Standard Schema defines: the vendor, the check, and the JSON Schema. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
    /** For the compiler only: the types before and after the schema's transforms. */
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One way in which a value does not conform to a library's schema. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** JSON Schema of the dialect that `$schema` names, 2020-12 without it, or a library's schema that can write itself as JSON Schema. */
export type SchemaSource = JsonObject | StandardSchema;

/**
 * The type of a handler's input: the output of the library's schema, or any object for JSON Schema. It reads one member
 * of the library's type only, so that the compiler's work does not grow with that type.
 */
export type InferOutput<S> = [S] extends [StandardSchema]
  ? NonNullable<S["~standard"]["types"]>["output"]
  : { readonly [name: string]: unknown };

/** The type of the values that a library's schema accepts, before its transforms and defaults. */
export type InferInput<S> = [S] extends [StandardSchema]
  ? NonNullable<S["~standard"]["types"]>["input"]
  : unknown;
