import type { ErrorObject } from "ajv/dist/2020.js";

/** One way in which a value does not conform to its schema, as ajv reports it. */
export type Violation = ErrorObject;

/** Checks a value. @returns every violation; an empty list when the value conforms */
export type Validate = (value: unknown) => readonly Violation[];
