import type { JsonObject } from "../protocol/json.js";

/**
 * A schema of any library that follows Standard Schema and can write itself as JSON Schema: zod 4, ArkType, Valibot.
 *
 * @see https://standardschema.dev
 */
export interface StandardSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
    /** Only in the types: what the library makes of what. */
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

/** Something about a value that a library's schema does not allow. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** JSON Schema 2020-12, or a schema that can write itself as such. */
export type SchemaSource = JsonObject | StandardSchema;

/**
 * What a handler gets for a schema: the library's output, or any object where the schema is JSON Schema. One look at
 * one member, whatever the library: the compiler's work must not grow with the library's types.
 */
export type InferOutput<S> = [S] extends [StandardSchema]
  ? NonNullable<S["~standard"]["types"]>["output"]
  : { readonly [name: string]: unknown };
