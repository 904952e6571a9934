/** Values of `enum` and `default` that the type of their own schema does not allow. */
import { dotted, problem } from "../../normalise/node.js";
import type { Draft, Spot } from "./conversion.js";

/**
 * Makes what `enum` and `default` list values of the schema's type: YAML reads an unquoted `1` as a number where a
 * text was meant, and quotes make texts of numbers. Left as written nothing would be allowed at all. What can't be
 * read as the type is left out; each change is a warning.
 *
 * `spotOf` tells where a keyword stands.
 */
export function fitValues(draft: Draft, spotOf: (keyword: string) => Spot): void {
  const allowed = typesOf(draft["type"]);
  if (allowed === undefined) return;
  if (draft["enum"] !== undefined) fitEnum(draft, allowed, spotOf("enum"));
  if (draft["default"] !== undefined) fitDefault(draft, allowed, spotOf("default"));
}

function fitEnum(draft: Draft, allowed: readonly string[], at: Spot): void {
  const written = draft["enum"] as readonly unknown[];
  // `null` beside a type that has none allows nothing, and is a habit rather than a mistake.
  const values = written.filter((value) => value !== null || allowed.includes("null"));
  if (values.every((value) => fits(value, allowed))) {
    if (values.length > 0) draft["enum"] = values;
    return;
  }
  const read = values.map((value) => readAs(value, allowed));
  const kept = [...new Set(read.filter((value) => value !== undefined))];
  if (kept.length === 0) delete draft["enum"];
  else draft["enum"] = kept;
  const fate: Fate = kept.length === 0 ? "none" : read.includes(undefined) ? "some" : "all";
  warn(at, allowed, "has values that are", fate);
}

function fitDefault(draft: Draft, allowed: readonly string[], at: Spot): void {
  const value = draft["default"];
  if (fits(value, allowed)) return;
  const read = readAs(value, allowed);
  if (read === undefined) delete draft["default"];
  else draft["default"] = read;
  // Where null is no value, it says that there is no default.
  if (value !== null) warn(at, allowed, "is", read === undefined ? "none" : "all");
}

/** How many of the values could be read as the type. */
type Fate = "all" | "some" | "none";

const fates: Readonly<Record<Fate, string>> = {
  all: "read as such",
  some: "read as such where they can be, else left out",
  none: "left out",
};

function warn(at: Spot, allowed: readonly string[], what: string, fate: Fate): void {
  const { conversion, pointer } = at;
  const place = { file: conversion.file, pointer };
  const message = `${dotted(pointer)} ${what} not of type ${allowed.join(" or ")}; ${fates[fate]}.`;
  const hint = fate === "all" ? "Quote what is a text, and nothing else." : undefined;
  conversion.problems.push(problem("warning", "invalid-schema", place, message, hint));
}

function typesOf(type: unknown): readonly string[] | undefined {
  if (type === undefined) return undefined;
  return Array.isArray(type) ? (type as string[]) : [type as string];
}

function fits(value: unknown, allowed: readonly string[]): boolean {
  return allowed.some((type) => isOfType(value, type));
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object")
    return typeof value === "object" && value !== null && !Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

/** The value as one of the types, where that says the same; undefined where it does not. */
function readAs(value: unknown, allowed: readonly string[]): unknown {
  if (fits(value, allowed)) return value;
  if (allowed.includes("string") && (typeof value === "number" || typeof value === "boolean")) {
    return String(value);
  }
  if (typeof value !== "string") return undefined;
  if (allowed.includes("boolean") && (value === "true" || value === "false")) {
    return value === "true";
  }
  const number = Number(value);
  const isNumeral = String(number) === value && Number.isFinite(number);
  return isNumeral && fits(number, allowed) ? number : undefined;
}
