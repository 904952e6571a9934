import type { NamedSchemas, Schema } from "../operations/model.js";
import { isLeftOut } from "../surface/schema/directions.js";
import { Random } from "./random.js";
import type { Words } from "./scalars.js";
import { ValueMaker } from "./value-maker.js";

export interface AnswerOptions {
  readonly seed: string;
  /** Which optional properties to include; default all. */
  readonly optional?: "none" | "some" | "all";
  readonly words?: Exclude<Words, "header">;
}

/**
 * Makes a body for a schema of the model, without `writeOnly` properties; undefined if none was found. The result is not
 * validated, because schemas of answers can be very large.
 */
export function sampleAnswer(
  schema: Schema,
  schemas: NamedSchemas,
  { seed, optional = "all", words = "plain" }: AnswerOptions,
): unknown {
  const find = (ref: string): Schema | undefined =>
    schemas.get(ref.replace(/^#\/\$defs\//, ""))?.schema;
  const maker = new ValueMaker(find, new Random(seed), {
    optional,
    words,
    leaveOut: (property) => isLeftOut(property, "output", schemas),
  });
  return maker.make([schema]);
}
