import type { StandardSchema } from "../../../schema/schema-source.js";
import { readAnswerSchema } from "../../../schema/answer-schema.js";
import type { Checked } from "../../../schema/standard-schema.js";
import type { SchemaAnswer, SchemaQuestion } from "../../types/asking.js";
import type { AskOptions, CallContext } from "../../types/call-context.js";
import { ClientAnswerError } from "../errors.js";
import { nextKey } from "../question-keys.js";
import { schemaForm } from "./schema-form.js";

const maxAttempts = 3;

/**
 * Asks the user with a form made of a library's schema. What the library does not accept is asked again, with the reason.
 *
 * @throws TypeError if the schema is no form; ClientAnswerError if the last answer does not fit either
 */
export async function elicitBySchema(
  ctx: Pick<CallContext, "elicit">,
  { message, schema }: SchemaQuestion<StandardSchema>,
  options: AskOptions,
): Promise<SchemaAnswer<unknown>> {
  const { schema: written, validate } = readAnswerSchema(schema, "The schema of a form");
  if (!validate) throw new TypeError("`schema` must be a schema of a Standard Schema library.");
  const { requestedSchema, nullable } = schemaForm(written);
  let text = message;
  for (let attempt = 1; ; attempt++) {
    const answer = await ctx.elicit({ message: text, requestedSchema }, nextKey(options, attempt));
    if (answer.action !== "accept") return { action: answer.action };
    const missing = nullable.filter((name) => answer.content?.[name] === undefined);
    const nulls = Object.fromEntries(missing.map((name) => [name, null]));
    const outcome: Checked = await validate({ ...answer.content, ...nulls });
    if (!("issues" in outcome)) return { action: "accept", content: outcome.value };
    if (attempt === maxAttempts) {
      throw new ClientAnswerError(`The user's answer does not fit the form:\n${outcome.issues}`);
    }
    text = `${message}\n\n${outcome.issues}`;
  }
}
