import { member, type JsonObject } from "../json.js";
import type { ElicitFormParams, ElicitResult } from "../client-requests.js";
import { valueProblem } from "./form-field.js";

/**
 * Fills in what an accepted form leaves out with the defaults of its fields, as clients do. A default that does not fit its
 * own field is left out.
 *
 * @see MCP 2026-07-28, Elicitation, Requested Schema: defaults
 */
export function withDefaults(
  { requestedSchema: { properties } }: ElicitFormParams,
  answer: ElicitResult,
): ElicitResult {
  if (answer.action !== "accept") return answer;
  const { content = {} } = answer;
  const missing: [string, unknown][] = [];
  for (const [name, each] of Object.entries(properties)) {
    const field = each as unknown as JsonObject;
    const value = member(field, "default");
    if (value === undefined || member(content, name) !== undefined) continue;
    if (valueProblem(field, value) === undefined) missing.push([name, value]);
  }
  if (missing.length === 0) return answer;
  // Entries, because a field may be called __proto__.
  const filled = [...Object.entries(content), ...missing];
  return { ...answer, content: Object.fromEntries(filled) as NonNullable<ElicitResult["content"]> };
}
