import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { problem } from "../normalise/node.js";
import type { ApiModel, Operation } from "./model.js";

/**
 * Removes the parameters that carry an API key of the operation's security; some documents declare a key as both.
 * A key comes from the environment, never from a model.
 */
export function withoutCredentials(
  operation: Operation,
  schemes: ApiModel["securitySchemes"],
  problems: Diagnostic[],
): Operation {
  const keys = new Map<string, string>();
  for (const name of operation.security.flatMap((requirement) => Object.keys(requirement))) {
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
    if (scheme?.type === "apiKey") keys.set(placeOfKey(scheme), name);
  }
  if (keys.size === 0) return operation;
  const parameters = operation.parameters.filter((parameter) => {
    const scheme = keys.get(placeOfKey(parameter));
    if (scheme === undefined) return true;
    const message = `The ${parameter.in} parameter "${parameter.name}" is the key of the security scheme "${scheme}"; it is not an argument.`;
    problems.push(problem("info", "parameter-ignored", parameter.place, message));
    return false;
  });
  return parameters.length === operation.parameters.length
    ? operation
    : { ...operation, parameters };
}

function placeOfKey({
  in: location,
  name,
}: {
  readonly in: string;
  readonly name: string;
}): string {
  return `${location} ${location === "header" ? name.toLowerCase() : name}`;
}
