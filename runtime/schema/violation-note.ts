import { pointerKeys } from "../protocol/json.js";
import type { Violation } from "./validator.js";

const maxNamed = 3;
const maxLength = 300;

/**
 * Says in a sentence where an answer differs from what its schema promises. Each answer says it anew: a process has many
 * conversations, and what one of them was told the others never heard.
 */
export function violationNote(violations: readonly Violation[], wrapped: boolean): string {
  const named = new Map<string, string>();
  for (const violation of violations) {
    const place = placeOf(violation, wrapped);
    if (!named.has(place)) named.set(place, `${place} ${violation.message ?? "is not valid"}`);
  }
  const shown = [...named.values()].slice(0, maxNamed).join("; ");
  const more = named.size > maxNamed ? `; and ${named.size - maxNamed} more` : "";
  const text = shown.length > maxLength ? `${shown.slice(0, maxLength)}…` : shown;
  return `(The answer does not fit its schema: ${text}${more}. All of it is in the text.)`;
}

/** `home.rooms[0]`, or what stands for all of it. */
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
