/** Reads a local file that a document refers to. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  statSync,
} from "node:fs";
import { linked } from "./file-rules.js";
import type { Policy } from "./policy.js";
import {
  explainFileError,
  readOpenFile,
  unreadable,
  type GuardedReadResult,
} from "./read-bytes.js";

/** No link at the end of the path, which has none, and no wait for the writer of a pipe. Windows has neither flag. */
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK }: Partial<typeof constants> = constants;
const flags = (O_RDONLY ?? 0) | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);

/**
 * Reads a file if the policy allows it. The open file is judged, not its path, which may lead elsewhere between a check
 * and the opening.
 */
export function readReferenced(url: string, policy: Policy, maxBytes: number): GuardedReadResult {
  try {
    const located = policy.locate(url);
    if (typeof located !== "string") return { kind: "refused", refusal: located };
    // Opening some devices has effects.
    const problem = problemOf(statSync(located));
    if (problem !== undefined) return unreadable(problem);
    const file = openSync(located, flags);
    try {
      const stat = fstatSync(file);
      const opened = openedPath(file) ?? samePath(located, stat);
      if (opened === undefined) return unreadable("was replaced while it was read");
      const refusal = policy.judge(opened);
      if (refusal) return { kind: "refused", refusal };
      const opening = problemOf(stat);
      if (opening !== undefined) return unreadable(opening);
      const isListed = policy.isListed(opened);
      if (stat.nlink > 1 && !isListed) return { kind: "refused", refusal: linked };
      const read = readOpenFile(file, stat.size, maxBytes);
      return isListed && read.kind === "text" ? { ...read, isListed } : read;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return unreadable(explainFileError(error));
  }
}

type Stat = ReturnType<typeof fstatSync>;

function problemOf(stat: Stat): string | undefined {
  if (stat.isDirectory()) return "is a folder";
  return stat.isFile() ? undefined : "is not a regular file";
}

/** Returns the path of an open file where the system tells it (Linux). */
function openedPath(file: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return undefined;
  }
}

/** Returns the path if it still is that of the open file. */
function samePath(located: string, stat: Stat): string | undefined {
  const named = lstatSync(located);
  return named.dev === stat.dev && named.ino === stat.ino ? located : undefined;
}
