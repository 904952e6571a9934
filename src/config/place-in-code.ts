import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { tokensOf } from "../load/pointer.js";

/**
 * Finds the place of a fault in a configuration of code, whose values may come from anywhere: the field, if its name is
 * written as a key exactly once, or else the first line.
 */
export function placeInCode(fault: Diagnostic, text: string): Diagnostic {
  const { place } = fault;
  const field = tokensOf(place?.pointer ?? "")?.findLast((token) => !/^\d*$/.test(token));
  if (!place || field === undefined) return fault;
  const name = field.replace(/[^\w-]/g, "\\$&");
  const key = new RegExp(`(?<![\\w$.-])(?:${name}|"${name}"|'${name}')\\s*:`, "g");
  const [first, ...others] = text.matchAll(key);
  const offset = others.length === 0 ? first?.index : undefined;
  return { ...fault, place: { ...place, ...defined({ offset }) } };
}
