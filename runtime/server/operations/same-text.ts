/** Gives arguments the types of their schemas where that changes nothing in the request. Loaded for refused arguments. */
import { keepDigits } from "../../protocol/exact-integers.js";
import { pointerKeys } from "../../protocol/json.js";
import { copyDigits } from "../../protocol/read-integers.js";
import { essenceOf, isJsonType } from "../../contract/media-type.js";
import type {
  BodyBinding,
  ParameterBinding,
  ParameterStyle,
  PropertyEncoding,
  RequestShape,
} from "../../contract/operation.js";
import type { Validate, Violation } from "../../schema/violation.js";
import { argumentOf, type Arguments } from "../../upstream/request/arguments.js";
import { chooser } from "../../upstream/request/body.js";
import { delimiterOf } from "../../upstream/request/value-shape.js";

/** A list is converted before its items, and a value may fit a later type of a union only. */
const maxRounds = 4;

/**
 * Converts arguments that are sent as text, parameters and fields of forms, to the types that their schemas ask for:
 * `"7"` and 7, `"true"` and true, `"a"` and `["a"]` are the same text in a URL, and so are `"a,b"` and `["a", "b"]` if the
 * items of the list are joined by commas. Members of JSON keep their types, because the API would see the difference.
 *
 * @returns arguments that their schema allows; undefined if there are none with the same text
 */
export function withSameText(
  request: RequestShape,
  args: Arguments,
  validate: Validate,
): Arguments | undefined {
  let current = args;
  let remaining = validate(args);
  for (let round = 0; round < maxRounds; round++) {
    const converted = convert(request, current, remaining);
    if (!converted) return undefined;
    remaining = validate(converted);
    if (remaining.length === 0) return converted;
    current = converted;
  }
  return undefined;
}

/** Converts the values that violate their schemas in a copy. Returns undefined if none can be converted. */
function convert(
  request: RequestShape,
  args: Arguments,
  violations: readonly Violation[],
): Arguments | undefined {
  const body = request.body && chooser(request.body, (one) => one)(args);
  const copies = new Copies(args);
  const done = new Set<string>();
  for (const { instancePath, keyword, params } of violations) {
    if (done.has(instancePath)) continue;
    const path = pointerKeys(instancePath);
    const text = textAt(request.params ?? [], body, path);
    const holder = text && copies.holderOf(path);
    const key = path.at(-1)!;
    if (!holder || !Object.hasOwn(holder, key)) continue;
    if (text.isItem && !Array.isArray(holder)) continue;
    const value = holder[key];
    const wanted = suited(value, keyword, params, text);
    if (wanted === undefined) continue;
    holder[key] = wanted;
    if (typeof value === "string" && typeof wanted === "number" && !Number.isSafeInteger(wanted)) {
      keepDigits(holder, Array.isArray(holder) ? Number(key) : key, value);
    }
    done.add(instancePath);
  }
  return done.size > 0 ? copies.root : undefined;
}

/** A copy of the arguments, in which an object or array is copied when one of its members is changed. */
class Copies {
  readonly root: Record<string, unknown>;
  readonly #copied = new Set<object>();

  constructor(args: Arguments) {
    this.root = this.#copy(args);
  }

  /** Returns the copy of the object or array that has the last key of a path. */
  holderOf(path: readonly string[]): Record<string, unknown> | undefined {
    let holder = this.root;
    for (const key of path.slice(0, -1)) {
      const next = Object.hasOwn(holder, key) ? holder[key] : undefined;
      if (typeof next !== "object" || next === null) return undefined;
      holder = holder[key] = this.#copied.has(next)
        ? (next as Record<string, unknown>)
        : this.#copy(next);
    }
    return holder;
  }

  #copy(value: object): Record<string, unknown> {
    const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    copyDigits(value, copy);
    this.#copied.add(copy);
    return copy as Record<string, unknown>;
  }
}

/** How a value becomes text. */
interface Text {
  /** A list of one item has the text of its item. */
  readonly list: boolean;
  /** Between the items of a list that becomes one text. */
  readonly delimiter?: string;
  /** The value is text as an item of a list, while the members of an object are JSON. */
  readonly isItem?: true;
}

const scalarOnly: Text = { list: false };

/** Returns how the value at a path of the arguments becomes text; undefined if it does not, or as part of JSON. */
function textAt(
  params: readonly ParameterBinding[],
  body: BodyBinding | undefined,
  path: readonly string[],
): Text | undefined {
  const [name, ...inner] = path;
  const param = params.find((each) => argumentOf(each) === name);
  if (param) {
    const { in: place, content, explode } = param;
    const usual = place === "path" || place === "header" ? "simple" : "form";
    return content === undefined ? styled(inner, param.style ?? usual, explode) : undefined;
  }
  if (!body || !isForm(body.type)) return undefined;
  if (body.arg === undefined) return fieldText(body, propertyOf(body, name), inner);
  return body.arg === name ? fieldText(body, inner[0], inner.slice(1)) : undefined;
}

function styled(
  inner: readonly string[],
  style: ParameterStyle,
  explode: boolean | undefined,
): Text | undefined {
  if (style === "deepObject") return inner.length > 0 ? scalarOnly : undefined;
  if (inner.length > 0) return inner.length === 1 ? scalarOnly : undefined;
  const isOneText = style === "simple" || !(explode ?? (style === "form" || style === "cookie"));
  return isOneText ? { list: true, delimiter: delimiterOf(style) } : { list: true };
}

function fieldText(
  body: BodyBinding,
  property: string | undefined,
  inner: readonly string[],
): Text | undefined {
  if (property === undefined) return undefined;
  const { encoding = {}, restEncoding } = body;
  const rules: PropertyEncoding =
    (Object.hasOwn(encoding, property) ? encoding[property] : restEncoding) ?? {};
  const { contentType, style, explode, file, xml, allowReserved } = rules;
  if (file || xml || (contentType !== undefined && isJsonType(essenceOf(contentType)))) {
    return undefined;
  }
  if (style !== undefined || explode !== undefined || allowReserved !== undefined) {
    return styled(inner, style ?? "form", explode);
  }
  if (inner.length > 1) return undefined;
  return inner.length === 1 ? { list: false, isItem: true } : { list: true };
}

function propertyOf({ fields = [] }: BodyBinding, name: string | undefined): string | undefined {
  const field = fields.find((each) => (typeof each === "string" ? each : each[0]) === name);
  return typeof field === "string" ? field : field?.[1];
}

function isForm(type: string): boolean {
  const essence = essenceOf(type);
  return essence === "application/x-www-form-urlencoded" || essence.startsWith("multipart/");
}

/** Returns the value of another type that has the same text and satisfies what the violation asks for. */
function suited(value: unknown, keyword: string, params: object, text: Text): unknown {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
    return undefined;
  }
  const { type, allowedValues, allowedValue } = params as Readonly<Record<string, unknown>>;
  switch (keyword) {
    case "type":
      return ofType(value, Array.isArray(type) ? type : [type], text);
    case "enum":
      return (allowedValues as readonly unknown[]).find((each) => isSameText(each, value));
    case "const":
      return isSameText(allowedValue, value) ? allowedValue : undefined;
    default:
      return undefined;
  }
}

function isSameText(one: unknown, other: unknown): boolean {
  return typeof one !== "object" && typeof one !== typeof other && String(one) === String(other);
}

function ofType(
  value: string | number | boolean,
  types: readonly unknown[],
  { list, delimiter }: Text,
): unknown {
  if (typeof value === "string") {
    const isNumber = types.includes("number") || types.includes("integer");
    if (isNumber && isNumberText(value)) return Number(value);
    if (types.includes("boolean") && /^(true|false)$/.test(value)) return value === "true";
  } else if (types.includes("string") && isExact(value)) return String(value);
  if (!list || !types.includes("array") || value === "") return undefined;
  return typeof value === "string" && delimiter !== undefined ? value.split(delimiter) : [value];
}

/** Whether a text is the one that is sent for its number. */
function isNumberText(text: string): boolean {
  const number = Number(text);
  return /^(0|-?[1-9]\d*)$/.test(text) || (Number.isFinite(number) && String(number) === text);
}

/** Whether the digits of a number are those that its sender wrote. */
function isExact(value: number | boolean): boolean {
  return typeof value === "boolean" || !Number.isInteger(value) || Number.isSafeInteger(value);
}
