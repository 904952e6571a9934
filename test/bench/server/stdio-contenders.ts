/** The stdio servers that are measured against each other. */
import type { Era } from "./requests.js";
import { program } from "./server-process.js";

export type StdioName = "ours" | "SDK v2" | "SDK v1" | "limit";

export interface StdioContender {
  readonly name: StdioName;
  readonly eras: readonly Era[];
  readonly file: string;
}

export const stdioContenders: readonly StdioContender[] = [
  { name: "ours", eras: ["2025-11-25", "2026-07-28"], file: program("ours-stdio.js") },
  { name: "SDK v2", eras: ["2025-11-25", "2026-07-28"], file: program("sdk-v2-stdio.js") },
  { name: "SDK v1", eras: ["2025-11-25"], file: program("sdk-v1-stdio.js") },
  { name: "limit", eras: ["2025-11-25", "2026-07-28"], file: program("limit-stdio.js") },
];
