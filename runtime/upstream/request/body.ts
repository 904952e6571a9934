import { ToolError } from "../../protocol/tool-error.js";
import { argument, type Arguments } from "./arguments.js";
import { isFieldValue } from "../../protocol/text/field-value.js";
import { otherCharset } from "./charset.js";
import { planForm } from "./form-body.js";
import { jsonText } from "./json-text.js";
import {
  essenceOf,
  isJsonType,
  isTextType,
  isXmlType,
  isYamlType,
  jsonSequence,
} from "../../contract/media-type.js";
import type { BodyBinding } from "../../contract/operation.js";
import { scalarText } from "./value-shape.js";
import { declareCharset } from "../text/xml-declaration.js";

/** A request's body and its `Content-Type`. */
export interface RequestBody {
  readonly type: string;
  readonly content: string | Uint8Array;
}

/** Writes the body; undefined when it is not required and no argument for it is given. */
export type BodyPlan = (args: Arguments) => RequestBody | undefined;

/** Prepares a request body. @see OpenAPI 3.2 Request Body Object and Media Type Object */
export function planBody(binding: BodyBinding): BodyPlan {
  if (binding.choice) {
    const choose = chooser(binding, planBody);
    return (args) => choose(args)(args);
  }
  const collect = bodyValue(binding);
  const write = bodyWriter(binding);
  return (args) => {
    const value = collect(args);
    return value === undefined ? undefined : write(value);
  };
}

/** Returns a function that picks the plan whose media type the arguments choose, else the first. */
export function chooser<Plan>(
  binding: BodyBinding,
  plan: (one: BodyBinding) => Plan,
): (args: Arguments) => Plan {
  const { choice, ...first } = binding;
  const own = plan(first);
  const others = new Map(choice?.others.map((one) => [one.type, plan(one)]));
  return (args) => {
    const type = choice && argument(args, choice.arg);
    return (typeof type === "string" ? others.get(type) : undefined) ?? own;
  };
}

/**
 * Whether `planLazyBody` prepares a body, rather than `planBody`: bodies that may contain files, and kinds that few
 * operations have.
 */
export function isLazyBody(binding: BodyBinding): boolean {
  const { type, file, xml, choice, encoding, contentEncoding } = binding;
  if (choice?.others.some(isLazyBody) || contentEncoding !== undefined) return true;
  if (file === true || xml !== undefined || otherCharset(type) !== undefined) return true;
  return essenceOf(type).startsWith("multipart/") || isLazyForm(encoding);
}

/** Whether a property of a form is written as XML, or has lists within lists of Swagger 2.0. */
export function isLazyForm(encoding: BodyBinding["encoding"]): boolean {
  return Object.values(encoding ?? {}).some(({ xml, itemDelimiters }) => xml ?? itemDelimiters);
}

/** Returns a function that collects the body as a JSON value. Defaults are left to the API. */
export function bodyValue(binding: BodyBinding): (args: Arguments) => unknown {
  const { arg, restExcept } = binding;
  if (arg !== undefined) return (args) => argument(args, arg);
  const fields = (binding.fields ?? []).map((field) =>
    typeof field === "string" ? ([field, field] as const) : field,
  );
  const known = restExcept && new Set([...restExcept, ...fields.map(([from]) => from)]);
  return (args) => {
    const entries: [string, unknown][] = [];
    for (const [from, property] of known ? [...fields, ...further(args, known)] : fields) {
      const value = argument(args, from);
      if (value !== undefined) entries.push([property, value]);
    }
    return entries.length === 0 && !binding.required ? undefined : Object.fromEntries(entries);
  };
}

/** Returns the arguments that are members of an open body by their own names. */
function further(args: Arguments, known: ReadonlySet<string>): (readonly [string, string])[] {
  return Object.keys(args).flatMap((name) => (known.has(name) ? [] : [[name, name] as const]));
}

function bodyWriter(binding: BodyBinding): (value: unknown) => RequestBody {
  const essence = essenceOf(binding.type);
  if (!isFieldValue(binding.type)) {
    return () => {
      throw new ToolError(
        "The body's media type is not a valid header value, so nothing was sent.",
      );
    };
  }
  if (isJsonType(essence)) {
    return (value) => ({ type: binding.type, content: jsonText(value) });
  }
  if (essence === "application/x-www-form-urlencoded") {
    const write = planForm(binding.encoding ?? {});
    return (value) => ({ type: binding.type, content: write(value) });
  }
  if (essence.includes("*")) {
    const text = isTextType(essence);
    return (value) =>
      text && typeof value === "string"
        ? { type: "text/plain", content: value }
        : { type: "application/json", content: jsonText(value) };
  }
  const items = jsonSequence(essence);
  if (items) return (value) => ({ type: binding.type, content: sequenceText(value, items) });
  const isYaml = isYamlType(essence);
  const isXml = isXmlType(essence);
  return (value) => {
    // JSON is valid YAML, and unambiguous.
    if (isYaml && typeof value !== "string")
      return { type: binding.type, content: jsonText(value) };
    if (typeof value === "object" && value !== null) {
      throw new ToolError(`An object or array can't be sent as ${essence}.`);
    }
    const text = scalarText(value) ?? "";
    const content =
      isXml && otherCharset(binding.type) === undefined ? declareCharset(text, "UTF-8") : text;
    return { type: binding.type, content };
  };
}

/** Writes the items of a sequence; a string is sent unchanged. */
export function sequenceText(value: unknown, separated: "lines" | "records"): string {
  if (typeof value === "string") return value;
  const prefix = separated === "records" ? "\x1e" : "";
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => `${prefix}${jsonText(item)}\n`).join("");
}
