/** Checks of values that came from the other side, before they are taken for a type. */
import { isObject, member } from "../json.js";

/** What is wrong with a value and where in it, such as `.tools[3].name must be a string`; undefined if nothing is. */
export type Fault = string | undefined;
export type Check = (value: unknown) => Fault;

/** A message that breaks the protocol. */
export class MalformedMessage extends Error {
  override readonly name = "MalformedMessage";
}

/** @throws MalformedMessage with the fault, after the name of the value */
export function assertShape(value: unknown, check: Check, name = "result"): void {
  const fault = check(value);
  if (fault !== undefined) throw new MalformedMessage(name + fault);
}

export const string: Check = (value) =>
  typeof value === "string" ? undefined : " must be a string";

export const number: Check = (value) =>
  typeof value === "number" ? undefined : " must be a number";

export const boolean: Check = (value) =>
  typeof value === "boolean" ? undefined : " must be true or false";

export const object: Check = (value) => (isObject(value) ? undefined : " must be an object");

export function oneOf(...values: readonly string[]): Check {
  return (value) =>
    values.includes(value as string) ? undefined : ` must be one of ${values.join(", ")}`;
}

export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return " must be an array";
    for (let index = 0; index < value.length; index += 1) {
      const fault = check(value[index]);
      if (fault !== undefined) return `[${index}]${fault}`;
    }
    return undefined;
  };
}

/** Returns the check of an object's members. Others than these may have any value. */
export function shape(
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  const needed = Object.entries(required);
  const allowed = Object.entries(optional);
  return (value) => {
    if (!isObject(value)) return " must be an object";
    for (const [name, check] of needed) {
      const fault = check(member(value, name));
      if (fault !== undefined) return `.${name}${fault}`;
    }
    for (const [name, check] of allowed) {
      const found = member(value, name);
      // Many languages write what is absent as null.
      if (found === undefined || found === null) continue;
      const fault = check(found);
      if (fault !== undefined) return `.${name}${fault}`;
    }
    return undefined;
  };
}
