import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { WritePlan } from "./plan.js";

/** What a kind of file says about an output that has such files below a folder. */
interface SplitKind {
  readonly pattern: RegExp;
  /** The file that has it all otherwise. */
  readonly whole: RegExp;
  readonly split: Pick<Diagnostic, "message" | "hint">;
  readonly joined: Pick<Diagnostic, "message" | "hint">;
}

const kinds: readonly SplitKind[] = [
  {
    pattern: /^(?:src\/generated\/)?operations\/[^/]+\.ts$/,
    whole: /^(?:src\/generated\/)?operations\.ts$/,
    split: {
      message:
        "The operations and types of each tag move to files of their own, below operations/ and types/.",
      hint: "Your imports stay as they are. To keep one file each, generate with --split none.",
    },
    joined: {
      message:
        "The operations and types of all tags move to one file each, operations.ts and types.ts.",
      hint: "Your imports stay as they are. To keep a file per tag, generate with --split tag.",
    },
  },
  {
    pattern: /^(?:src\/generated\/)?server\/[^/]+\.ts$/,
    whole: /^(?:src\/generated\/)?server\.ts$/,
    split: {
      message: "The methods of the class move to files of their own, below server/.",
      hint: "Your classes and imports stay as they are. To keep one file, generate with --split tag.",
    },
    joined: {
      message: "The methods of the class move to one file, server.ts.",
      hint: "Your classes and imports stay as they are. To keep several files, generate with --split methods.",
    },
  },
];

/**
 * Tells that operations move to files of their tags, or back, and so with the methods. A document that grows or shrinks past a
 * limit of `--split auto` would otherwise change every file without a word.
 */
export function splitChange({ steps }: WritePlan): readonly Diagnostic[] {
  return kinds.flatMap(({ pattern, whole, split, joined }): readonly Diagnostic[] => {
    const inFiles = steps.filter(({ path, role }) => role === "generated" && pattern.test(path));
    const isSplit = inFiles.some(({ action }) => action !== "remove");
    const wasSplit = inFiles.some(({ action }) => action !== "create");
    const hadOutput = steps.some(({ path, action }) => whole.test(path) && action === "update");
    if (!hadOutput || isSplit === wasSplit) return [];
    return [{ code: "split-changed", severity: "warning", ...(isSplit ? split : joined) }];
  });
}
