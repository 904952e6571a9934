import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { WritePlan } from "./plan.js";

/** Generated files that only an output with one file per tag has. */
const ofTag = /^(?:src\/generated\/)?operations\/[^/]+\.ts$/;

/**
 * Tells that operations move to files of their tags, or back. A document that grows or shrinks past the limit of
 * `--split auto` would otherwise change every file without a word.
 */
export function splitChange({ steps }: WritePlan): readonly Diagnostic[] {
  const inFiles = steps.filter(({ path, role }) => role === "generated" && ofTag.test(path));
  const isSplit = inFiles.some(({ action }) => action !== "remove");
  const wasSplit = inFiles.some(({ action }) => action !== "create");
  const hadOutput = steps.some(
    ({ path, action }) => /^(?:src\/generated\/)?operations\.ts$/.test(path) && action === "update",
  );
  if (!hadOutput || isSplit === wasSplit) return [];
  return [
    {
      code: "split-changed",
      severity: "warning",
      message: isSplit
        ? "The operations and types of each tag move to files of their own, below operations/ and types/."
        : "The operations and types of all tags move to one file each, operations.ts and types.ts.",
      hint: isSplit
        ? "Your imports stay as they are. To keep one file each, generate with --split none."
        : "Your imports stay as they are. To keep a file per tag, generate with --split tag.",
    },
  ];
}
