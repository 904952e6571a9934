import { copyDigits, exactInteger, withBigInts } from "../../protocol/exact-integers.js";
import { member } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { ParameterBinding } from "../../contract/operation.js";

/** What a tool is called with. */
export type Arguments = Readonly<Record<string, unknown>>;

/**
 * An argument's value; undefined when it is not given, also for names that every object inherits. Integers that numbers
 * can't hold are `bigint`s, in objects and arrays too.
 *
 * @throws ToolError when such an integer has lost its digits
 */
export function argument(args: Arguments, name: string): unknown {
  const value = member(args, name);
  if (typeof value === "object") return withBigInts(value);
  if (typeof value !== "number" || Number.isSafeInteger(value) || !Number.isInteger(value)) {
    return value;
  }
  return exactInteger(args, name) ?? refuseGuess(value);
}

/** Arguments with another value for one of them; the others keep their digits. */
export function withArgument(args: Arguments, name: string, value: unknown): Arguments {
  const all = { ...args, [name]: value };
  copyDigits(args, all);
  return all;
}

/**
 * A number, unless it is an integer that may once have been another one. From 10^21 on numbers are written with an
 * exponent, and nobody takes them for exact.
 *
 * @throws ToolError
 */
export function refuseGuess(value: number): number {
  if (!Number.isInteger(value) || Math.abs(value) < 2 ** 53 || Math.abs(value) >= 1e21)
    return value;
  throw new ToolError(
    `An argument holds the integer ${value}, whose last digits may be lost: numbers are exact up to 9007199254740991. Give it with all its digits, in code as a bigint.`,
  );
}

/** The name of the argument that carries a parameter. */
export function argumentOf(binding: ParameterBinding): string {
  return binding.arg ?? binding.name;
}
