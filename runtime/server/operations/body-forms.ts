/** Bodies whose media types have different schemas. Loaded for the first call of an operation that has one. */
import type { BodyBinding } from "../../contract/operation.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import { withArgument } from "../../upstream/request/arguments.js";
import type { CheckArguments } from "../results/check-arguments.js";
import type { ToolArguments } from "../types/definitions.js";

interface BodyForm {
  readonly type: string;
  readonly check: CheckArguments;
}

/** The body of an operation, and the values that it presets for arguments. */
interface FormsSource {
  readonly body: BodyBinding;
  readonly preset: { readonly [arg: string]: unknown } | undefined;
  readonly schemaOf: () => Promise<JsonObject>;
  /** Makes a check by a schema. */
  readonly checkBy: (schemaOf: () => Promise<JsonObject>) => CheckArguments;
}

/**
 * Makes a check of arguments that checks the body by the schema of its media type. Without a media type, it adds the first
 * whose schema the body fits.
 *
 * @see OpenAPI 3.2 Media Type Object, `schema`
 */
export function checkByForm({ body, preset, schemaOf, checkBy }: FormsSource): CheckArguments {
  const { arg = "body", choice } = body;
  const anyForm = checkBy(schemaOf);
  const forms = [body, ...(choice?.others ?? [])].map(({ type }, at): BodyForm => ({
    type,
    check: checkBy(async () => withForm(await schemaOf(), arg, choice?.forms?.[at] ?? 0)),
  }));
  return async (args, what) => {
    const given = choice && (member(args, choice.arg) ?? member(preset ?? {}, choice.arg));
    const isOpen = given === undefined && member(args, arg) !== undefined;
    const chosen = forms.find(({ type }) => type === given);
    if (chosen) return checkAs(chosen, args, what);
    if (choice && isOpen) {
      const fitting = await firstFit(forms, choice.arg, args, what);
      if (fitting) return fitting;
    }
    return anyForm(args, what);
  };
}

async function checkAs(form: BodyForm, args: ToolArguments, what: string): Promise<ToolArguments> {
  try {
    return await form.check(args, what);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(`${error.message}\nThe body is checked as ${form.type}.`);
  }
}

async function firstFit(
  forms: readonly BodyForm[],
  choice: string,
  args: ToolArguments,
  what: string,
): Promise<ToolArguments | undefined> {
  for (const { type, check } of forms) {
    try {
      return await check(withArgument(args, choice, type), what);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
  }
  return undefined;
}

/** Returns the schema of the arguments with one of the alternatives of the body. */
function withForm(schema: JsonObject, arg: string, form: number): JsonObject {
  const { properties } = schema;
  const body = isObject(properties) ? member(properties, arg) : undefined;
  if (!isObject(properties) || !isObject(body)) return schema;
  const { anyOf, ...rest } = body;
  const alternative: unknown = Array.isArray(anyOf) ? anyOf[form] : undefined;
  if (!isObject(alternative)) return schema;
  return { ...schema, properties: { ...properties, [arg]: { ...rest, ...alternative } } };
}
