import { argument, argumentOf, withArgument, type Arguments } from "./arguments.js";
import { planForm } from "./form-body.js";
import { joinItemLists } from "./item-lists.js";
import type { ParameterBinding } from "../../contract/operation.js";
import { xmlText } from "./xml.js";

/** Replaces arguments by texts that their parameters send. */
export type ParameterTexts = (args: Arguments) => Arguments;

/**
 * Prepares the parameters that contain XML, or lists within lists of Swagger 2.0. This module is loaded for the first
 * operation with one.
 */
export function planLazyParameters(bindings: readonly ParameterBinding[]): ParameterTexts {
  const plans = bindings.map((binding) => ({ arg: argumentOf(binding), write: textOf(binding) }));
  return (args) => {
    let all = args;
    for (const { arg, write } of plans) {
      const value = argument(args, arg);
      if (typeof value === "object" && value !== null) all = withArgument(all, arg, write(value));
    }
    return all;
  };
}

function textOf(binding: ParameterBinding): (value: unknown) => unknown {
  const { xml, encoding = {}, itemDelimiters } = binding;
  if (itemDelimiters) return (value) => joinItemLists(value, itemDelimiters);
  return xml ? (value) => xmlText(xml, value) : planForm(encoding, xmlText);
}
