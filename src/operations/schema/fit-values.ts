/** Mends values of `enum` and `default` that the `type` of their own schema does not allow. */
import { writtenIn } from "../../load/written-scalars.js";
import { dotted, own, problem, type JsonObject } from "../../normalise/node.js";
import type { Draft, Spot } from "./conversion.js";

/**
 * Converts the values of `enum` and `default` to the schema's type. YAML reads an unquoted `1` as a number where a
 * text was meant, and a quoted number as a text; left as written, the schema would allow nothing. Values that can't be
 * converted are left out. Each change is a warning.
 */
export function fitValues(draft: Draft, spotOf: (keyword: string) => Spot): void {
  const allowed = typesOf(draft["type"]);
  if (allowed === undefined) return;
  if (draft["enum"] !== undefined) fitEnum(draft, allowed, spotOf("enum"));
  if (draft["const"] !== undefined) fitValue("const", draft, allowed, spotOf("const"));
  if (draft["default"] !== undefined) fitValue("default", draft, allowed, spotOf("default"));
  if (draft["examples"] !== undefined) fitExamples(draft, allowed, spotOf("examples").source);
}

function fitEnum(draft: Draft, allowed: readonly string[], at: Spot): void {
  const written = at.source["enum"] as readonly unknown[];
  // A `null` that the type does not allow has no effect. It is a common habit, so there is no warning.
  const isMeant = (value: unknown): boolean => value !== null || allowed.includes("null");
  const values = [...new Set(written.filter(isMeant))];
  if (values.every((value) => fits(value, allowed))) {
    if (values.length > 0) draft["enum"] = values;
    return;
  }
  const read = written.flatMap((value, index) =>
    isMeant(value) ? [readAs(value, allowed, writtenIn(written, index))] : [],
  );
  const kept = [...new Set(read.filter((value) => value !== undefined))];
  if (kept.length === 0) delete draft["enum"];
  else draft["enum"] = kept;
  const fate: Fate = kept.length === 0 ? "none" : read.includes(undefined) ? "some" : "all";
  warn(at, allowed, "has values that are", fate);
}

function fitValue(
  key: "const" | "default",
  draft: Draft,
  allowed: readonly string[],
  at: Spot,
): void {
  const value = draft[key];
  if (fits(value, allowed)) return;
  const read = readAs(value, allowed, writtenIn(at.source, key));
  if (read === undefined && key === "const") return;
  if (read === undefined) delete draft[key];
  else draft[key] = read;
  // A null that the type does not allow means that there is no default.
  if (value !== null) warn(at, allowed, "is", read === undefined ? "none" : "all");
}

/** Examples are only shown, so there is no warning; values of other types stay as they are. */
function fitExamples(draft: Draft, allowed: readonly string[], source: JsonObject): void {
  if (!allowed.includes("string")) return;
  const written = own(source, "examples");
  const list = Array.isArray(written) ? written : undefined;
  const examples = draft["examples"] as readonly unknown[];
  draft["examples"] = examples.map(
    (value, index) =>
      readAs(
        value,
        allowed,
        list === undefined ? writtenIn(source, "example") : writtenIn(list, index),
      ) ?? value,
  );
}

/** How many of the values could be converted to the type. */
type Fate = "all" | "some" | "none";

const fates: Readonly<Record<Fate, string>> = {
  all: "converted to that type",
  some: "converted where possible, otherwise left out",
  none: "left out",
};

function warn(at: Spot, allowed: readonly string[], what: string, fate: Fate): void {
  const { conversion, pointer } = at;
  const place = { file: conversion.file, pointer };
  const message = `${dotted(pointer)} ${what} not of type ${allowed.join(" or ")}; ${fates[fate]}.`;
  const hint = fate === "all" ? "Quote strings, and no other values." : undefined;
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

/**
 * Converts a value to one of the types without changing its meaning; undefined if that is impossible.
 *
 * @param written the text of a number or boolean in the document, if it is not that of the value
 */
function readAs(value: unknown, allowed: readonly string[], written: string | undefined): unknown {
  if (fits(value, allowed)) return value;
  if (allowed.includes("string") && (typeof value === "number" || typeof value === "boolean")) {
    return written ?? String(value);
  }
  if (typeof value !== "string") return undefined;
  if (allowed.includes("boolean") && (value === "true" || value === "false")) {
    return value === "true";
  }
  const number = Number(value);
  const isNumeral = String(number) === value && Number.isFinite(number);
  return isNumeral && fits(number, allowed) ? number : undefined;
}
