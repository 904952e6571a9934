/** The codes of messages, with their meaning and what to do. */
import { codes, type Code } from "../../src/diagnostics/codes.js";
import { markdownTable } from "./markdown-table.js";
import { nextSteps } from "./next-steps.js";

export function diagnosticTable(): string {
  return markdownTable(
    ["code", "meaning", "what to do"],
    Object.entries(codes).map(([code, meaning]) => [
      `\`${code}\``,
      meaning,
      nextSteps[code as Code] ?? "",
    ]),
  );
}
