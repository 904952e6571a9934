import { pointerKeys } from "../protocol/json.js";
import { isUnchecked } from "./check/compile.js";
import type { Violation } from "./violation.js";

const maxNamed = 3;
const maxLength = 300;

/**
 * Returns a sentence that says where a response differs from the output schema. Every response repeats it, because a
 * process serves many conversations and each sees only its own responses.
 *
 * @param wrapped whether the value is the member `result` of what was checked
 */
export function violationNote(violations: readonly Violation[], wrapped: boolean): string {
  if (isUnchecked(violations)) {
    return "(The response is too much work to check against its output schema, so it is passed on unchecked.)";
  }
  const named = new Map<string, string>();
  for (const violation of violations) {
    const place = placeOf(violation, wrapped);
    if (!named.has(place)) named.set(place, `${place} ${violation.message ?? "is not valid"}`);
  }
  const shown = [...named.values()].slice(0, maxNamed).join("; ");
  const more = named.size > maxNamed ? `; and ${named.size - maxNamed} more` : "";
  const text = shown.length > maxLength ? `${shown.slice(0, maxLength)}…` : shown;
  return `(The response does not match its output schema: ${text}${more}. The text content is complete.)`;
}

/** Writes the path of a violation: `home.rooms[0]`. For the whole value it is `it`. */
function placeOf({ instancePath }: Violation, wrapped: boolean): string {
  const keys = pointerKeys(instancePath);
  if (wrapped) keys.shift();
  let name = "";
  for (const key of keys) {
    if (/^\d+$/.test(key)) name += `[${key}]`;
    else name += name === "" ? key : `.${key}`;
  }
  return name === "" ? "it" : name.slice(0, 100);
}
