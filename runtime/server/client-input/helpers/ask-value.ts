/** Questions to the user for a single value. */
import { defined } from "../../../protocol/defined.js";
import type { PrimitiveSchema, TitledValue } from "../../../protocol/client-requests.js";
import type { ChoiceOptions, Choices, NumberOptions, TextOptions } from "../../types/asking.js";
import type { AskOptions, CallContext } from "../../types/call-context.js";

type Elicit = Pick<CallContext, "elicit">;

/** The name of the only field. Users see its title. */
const field = "answer";

export function askText(ctx: Elicit, message: string, options: TextOptions) {
  const { title, description, minLength, maxLength, format, default: preset } = options;
  const facts = defined({ title, description, minLength, maxLength, format, default: preset });
  return askField<string>(ctx, message, { type: "string", ...facts }, options);
}

export function askNumber(ctx: Elicit, message: string, options: NumberOptions) {
  const { title, description, integer, minimum, maximum, default: preset } = options;
  const type = integer ? "integer" : "number";
  const facts = defined({ title, description, minimum, maximum, default: preset });
  return askField<number>(ctx, message, { type, ...facts }, options);
}

export function askChoice<T extends string>(
  ctx: Elicit,
  message: string,
  choices: Choices<T>,
  options: ChoiceOptions<T>,
) {
  const { title, description, default: preset } = options;
  const facts = defined({ title, description, default: preset });
  const values = isList(choices) ? { enum: choices } : { oneOf: titled(choices) };
  return askField<T>(ctx, message, { type: "string", ...values, ...facts }, options);
}

export function askChoices<T extends string>(
  ctx: Elicit,
  message: string,
  choices: Choices<T>,
  options: ChoiceOptions<readonly T[]>,
) {
  const { title, description, default: preset } = options;
  const facts = defined({ title, description, default: preset });
  const items = isList(choices)
    ? ({ type: "string", enum: choices } as const)
    : { anyOf: titled(choices) };
  return askField<readonly T[]>(ctx, message, { type: "array", items, ...facts }, options);
}

/** A form without fields: users only agree or decline. */
export async function confirm(ctx: Elicit, message: string, options: AskOptions): Promise<boolean> {
  const requestedSchema = { type: "object", properties: {} } as const;
  const { action } = await ctx.elicit({ message, requestedSchema }, options);
  return action === "accept";
}

export async function visit(
  ctx: Elicit,
  message: string,
  url: string,
  options: AskOptions,
): Promise<boolean> {
  const { action } = await ctx.elicit({ mode: "url", message, url }, options);
  return action === "accept";
}

async function askField<T>(
  ctx: Elicit,
  message: string,
  schema: PrimitiveSchema,
  options: AskOptions,
): Promise<T | undefined> {
  const { key, mustBeAsked, timeoutMs } = options;
  const answer = await ctx.elicit(
    {
      message,
      requestedSchema: { type: "object", properties: { [field]: schema }, required: [field] },
    },
    defined({ key, mustBeAsked, timeoutMs }),
  );
  return answer.action === "accept" ? (answer.content?.[field] as T) : undefined;
}

function isList<T extends string>(choices: Choices<T>): choices is readonly T[] {
  return Array.isArray(choices);
}

function titled(choices: { readonly [value: string]: string }): TitledValue[] {
  return Object.entries(choices).map(([value, title]) => ({ const: value, title }));
}
