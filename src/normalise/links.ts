import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import type { NormalLink } from "./document.js";
import { isObject, misshapen, own, placeOf, problem, type JsonObject } from "./node.js";
import { asWarning, entriesIn, follow, textIn, type Reading } from "./reading.js";

/**
 * Reads the links of a response, in document order. Problems are warnings, because a call works without links.
 *
 * @see OpenAPI 3.2 Link Object
 */
export function readLinks(
  reading: Reading,
  response: Node<JsonObject>,
  problems: Diagnostic[],
): readonly NormalLink[] {
  const faults: Diagnostic[] = [];
  const links = entriesIn(reading, response, "links", faults).flatMap(([name, node]) => {
    if (name.startsWith("x-")) return [];
    const link = follow(reading, node, faults);
    return link === undefined ? [] : readLink(reading, name, link, faults);
  });
  for (const fault of faults) problems.push(asWarning(fault));
  return links;
}

function readLink(
  reading: Reading,
  name: string,
  node: Node<JsonObject>,
  faults: Diagnostic[],
): readonly NormalLink[] {
  const operationId = textIn(reading, node, "operationId", faults);
  const operationRef = textIn(reading, node, "operationRef", faults);
  const description = textIn(reading, node, "description", faults);
  if ((operationId === undefined) === (operationRef === undefined)) {
    const message = `The link "${name.slice(0, 80)}" needs one of operationId and operationRef; it is left out.`;
    faults.push(problem("warning", "invalid-object", node, message));
    return [];
  }
  const parameters = own(node.value, "parameters") ?? {};
  if (!isObject(parameters)) {
    faults.push(misshapen({ ...node, value: parameters }, "an object"));
    return [];
  }
  const requestBody = own(node.value, "requestBody");
  return [
    {
      name,
      ...(operationId === undefined ? { operationRef: operationRef! } : { operationId }),
      ...defined({ description, requestBody }),
      parameters,
      place: placeOf(node),
    },
  ];
}
