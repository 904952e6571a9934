import { argument, argumentOf, withArgument, type Arguments } from "./arguments.js";
import { planForm } from "./form-body.js";
import type { ParameterBinding } from "../../contract/operation.js";
import { xmlText } from "./xml.js";

/** Replaces arguments by their text in the parameter's media type, so that the parameter sends it. */
export type ParameterTexts = (args: Arguments) => Arguments;

/** Prepares the parameters that contain XML. This module and `xml.js` are loaded for the first operation with one. */
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

function textOf({ xml, encoding = {} }: ParameterBinding): (value: unknown) => string {
  return xml ? (value) => xmlText(xml, value) : planForm(encoding, xmlText);
}
