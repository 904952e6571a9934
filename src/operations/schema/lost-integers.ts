/** Integers of a document that JavaScript numbers can't hold. */
import { lostInteger, lostIntegerWithin } from "../../load/written-scalars.js";
import { dotted, problem } from "../../normalise/node.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Schema } from "../model.js";
import type { Draft, Spot } from "./conversion.js";

/** Most values that a description lists. */
const maxListed = 50;

/**
 * Drops values that would be listed, checked or sent as their neighbours: 9007199254740993 as 9007199254740992. The
 * description says instead what they are, so that a model can send them: arguments keep their digits. Limits stay, because
 * a neighbour makes no difference to nearly all values.
 *
 * @see RFC 8259 section 6
 */
export function dropLostIntegers(draft: Draft, spotOf: (keyword: string) => Spot): void {
  const said: string[] = [];
  for (const [keyword, noteOf] of described) {
    const note = draft[keyword] === undefined ? undefined : noteOf(draft, spotOf(keyword));
    if (note !== undefined) said.push(note);
  }
  if (draft["examples"] !== undefined) dropExamples(draft, spotOf);
  for (const keyword of limits) {
    if (draft[keyword] !== undefined) reportLimit(draft, spotOf(keyword), keyword);
  }
  if (said.length === 0) return;
  const note = said.join("\n\n");
  notes.set(draft, note);
  draft["description"] = withNote(draft["description"], note);
}

/** Notes by the schema whose values they describe. */
const notes = new WeakMap<object, string>();

/** Adds what a schema's description says of its large integers to the description of its parameter, which replaces it. */
export function withLostIntegers(
  description: string | undefined,
  schema: Schema,
): string | undefined {
  const note = typeof schema === "object" ? notes.get(schema) : undefined;
  return note === undefined || description === undefined
    ? description
    : withNote(description, note);
}

function withNote(description: unknown, note: string): string {
  return typeof description === "string" && description !== "" ? `${description}\n\n${note}` : note;
}

const limits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

const described = [
  ["enum", noteOfEnum],
  ["const", noteOfConst],
  ["default", noteOfDefault],
] as const;

function noteOfEnum(draft: Draft, at: Spot): string | undefined {
  const { source } = at;
  const written = source["enum"];
  if (!Array.isArray(written)) return undefined;
  const lost = lostValue(written, draft["enum"]);
  if (lost === undefined) return undefined;
  delete draft["enum"];
  report(at, lost, "the values are described, but not checked");
  const shown = written.slice(0, maxListed).map((value, i) => textAt(written, i, value));
  const more = written.length > maxListed ? ` and ${written.length - maxListed} more` : "";
  return `One of: ${shown.join(", ")}${more}.`;
}

function noteOfConst(draft: Draft, at: Spot): string | undefined {
  const lost = lostMember(draft, at, "const");
  if (lost === undefined) return undefined;
  delete draft["const"];
  report(at, lost, "the value is described, but not checked");
  return `Always ${textAt(at.source, "const", at.source["const"])}.`;
}

function noteOfDefault(draft: Draft, at: Spot): string | undefined {
  const lost = lostMember(draft, at, "default");
  if (lost === undefined) return undefined;
  delete draft["default"];
  report(at, lost, "the default is only described");
  return `Default: ${textAt(at.source, "default", at.source["default"])}.`;
}

function dropExamples(draft: Draft, spotOf: (keyword: string) => Spot): void {
  const examples = draft["examples"];
  if (!Array.isArray(examples)) return;
  const keyword = Object.hasOwn(spotOf("examples").source, "examples") ? "examples" : "example";
  const at = spotOf(keyword);
  const written = keyword === "examples" ? (at.source["examples"] as unknown) : undefined;
  const lost = Array.isArray(written)
    ? lostValue(written, examples)
    : examples.some((value) => typeof value !== "string")
      ? lostAt(at.source, keyword)
      : undefined;
  if (lost === undefined) return;
  delete draft["examples"];
  report(at, lost, `${keyword} is left out`, "info");
}

function reportLimit(draft: Draft, at: Spot, keyword: string): void {
  const lost = lostInteger(at.source, keyword);
  if (lost === undefined) return;
  if (keyword === "multipleOf") {
    delete draft[keyword];
    report(at, lost, "it is left out");
  } else report(at, lost, `${String(draft[keyword])} is the limit`, "info");
}

/** Returns the integer that a keyword's value loses, unless its type made it a text. */
function lostMember(draft: Draft, at: Spot, keyword: string): string | undefined {
  return typeof draft[keyword] === "string" ? undefined : lostAt(at.source, keyword);
}

function lostAt(container: object, key: string | number): string | undefined {
  const value = (container as { readonly [key: string]: unknown })[key];
  return lostInteger(container, key) ?? lostIntegerWithin(value);
}

/** Returns the first integer that a list loses, unless its values were made texts. */
function lostValue(written: readonly unknown[], read: unknown): string | undefined {
  if (Array.isArray(read) && read.every((value) => typeof value === "string")) return undefined;
  return lostIntegerWithin(written);
}

function textAt(container: object, key: string | number, value: unknown): string {
  const lost = lostInteger(container, key);
  if (lost !== undefined) return lost;
  const marked = JSON.stringify(value, function (this: object, name: string, each: unknown) {
    const inner = typeof each === "number" ? lostInteger(this, name) : undefined;
    return inner === undefined ? each : `\0${inner}`;
  });
  return marked.replace(/"\\u0000(-?\d+)"/g, "$1");
}

function report(
  { conversion, pointer }: Spot,
  lost: string,
  fate: string,
  severity: Diagnostic["severity"] = "warning",
): void {
  const shown = lost.length > 60 ? `${lost.slice(0, 60)}…` : lost;
  const message = `${dotted(pointer)} has the integer ${shown}, which JavaScript numbers can't hold; ${fate}.`;
  const hint =
    severity === "warning"
      ? "Declare integers beyond 9007199254740991 as type string with format int64, if the API takes them so."
      : undefined;
  const place = { file: conversion.file, pointer };
  conversion.problems.push(problem(severity, "integer-inexact", place, message, hint));
}
