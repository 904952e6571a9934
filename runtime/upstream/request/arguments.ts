import { copyDigits, exactInteger, withBigInts } from "../../protocol/read-integers.js";
import { member } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { Operation, ParameterBinding } from "../../contract/operation.js";

/** The arguments of a call. */
export type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns an argument's value; undefined when it is not given, even if every object inherits its name. Integers that
 * numbers can't hold are `bigint`s, in objects and arrays too.
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

/** Copies the arguments with another value for one of them; the others keep their digits. */
export function withArgument(args: Arguments, name: string, value: unknown): Arguments {
  const all = { ...args, [name]: value };
  copyDigits(args, all);
  return all;
}

/**
 * Returns the number, unless it is an integer that may have lost digits. From 10^21 on, numbers are written with an
 * exponent, which does not look exact.
 *
 * @throws ToolError when digits may be lost
 */
export function refuseGuess(value: number): number {
  if (!Number.isInteger(value) || Math.abs(value) < 2 ** 53 || Math.abs(value) >= 1e21)
    return value;
  throw new ToolError(
    `An argument holds the integer ${value}, whose last digits may be lost: JavaScript numbers are exact up to 9007199254740991. Give all digits, in code as a bigint.`,
  );
}

/** Returns the name of the argument that carries a parameter. */
export function argumentOf(binding: ParameterBinding): string {
  return binding.arg ?? binding.name;
}

/** Adds preset arguments that the caller does not give. */
export function withPreset({ preset }: Operation, args: Arguments): Arguments {
  if (preset === undefined) return args;
  const all: Record<string, unknown> = { ...args };
  for (const [name, value] of Object.entries(preset)) {
    if (member(args, name) === undefined) all[name] = value;
  }
  copyDigits(args, all);
  return all;
}
