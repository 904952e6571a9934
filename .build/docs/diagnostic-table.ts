/** The codes of messages, with their meaning. */
import { codes } from "../../src/diagnostics/codes.js";
import { markdownTable } from "./markdown-table.js";

export function diagnosticTable(): string {
  return markdownTable(
    ["code", "meaning"],
    Object.entries(codes).map(([code, meaning]) => [`\`${code}\``, meaning]),
  );
}
