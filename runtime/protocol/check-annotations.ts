import type { Annotations, ToolHints } from "./model.js";

const iso8601 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

type Rule = readonly [isValid: (value: unknown) => boolean, what: string];

const isRole = (value: unknown): boolean => value === "user" || value === "assistant";
const isShare = (value: unknown): boolean => typeof value === "number" && value >= 0 && value <= 1;
const isTime = (value: unknown): boolean =>
  iso8601.test(String(value)) && !Number.isNaN(Date.parse(String(value)));

const hint: Rule = [(value) => typeof value === "boolean", "true or false"];
const rules = new Map<string, Rule>([
  ["audience", [(list) => Array.isArray(list) && list.every(isRole), "a list of user, assistant"]],
  ["priority", [isShare, "a number from 0 to 1"]],
  ["lastModified", [isTime, "an ISO 8601 time, such as 2025-01-12T15:00:58Z"]],
]);

/**
 * Checks the annotations of a resource or a tool: many clients refuse a whole list for one that is wrong.
 *
 * @throws TypeError
 * @see MCP 2026-07-28, Annotations and ToolAnnotations
 */
export function checkAnnotations(owner: string, given: Annotations | ToolHints | undefined): void {
  const wrong = given && wrongAnnotation(given);
  if (!wrong) return;
  const [name, what] = wrong;
  throw new TypeError(`The annotation ${name} of ${owner} must be ${what}.`);
}

/** Returns the name of an annotation with a wrong value, and what it must be; undefined if all are right. */
export function wrongAnnotation(given: object): readonly [name: string, what: string] | undefined {
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    const [isValid, what] = (name.endsWith("Hint") ? hint : rules.get(name)) ?? [];
    if (value !== undefined && isValid && what && !isValid(value)) return [name, what];
  }
  return undefined;
}
