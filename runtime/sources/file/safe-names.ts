/** Names of files that clients may give. */
import { decode } from "../../resources/uri-template.js";

/** Windows gives these another meaning, with any ending: devices, streams, and names that lose their last character. */
const ofWindows = /^(?:con|prn|aux|nul|(?:com|lpt)[\d\xb9\xb2\xb3])(?:\.|$)|[:*?"<>|]|[. ]$/i;

/**
 * Whether a name is that of one file or folder, and of no other by any rule of the system. The replacement character stands for
 * bytes that are no text, so a file with it can't be named.
 */
export function isSafeName(name: string, isWindows = process.platform === "win32"): boolean {
  if (name === "" || name === "." || name === "..") return false;
  if (/[/\\\ufffd]|[\p{Cc}\p{Surrogate}]/u.test(name)) return false;
  return !isWindows || !ofWindows.test(name);
}

/** Returns the names in the path of a URI below a folder; undefined for one that could lead elsewhere. */
export function safeSegments(path: string): readonly string[] | undefined {
  if (/[?#]/.test(path)) return undefined;
  const names = path.split("/").map(decode);
  return names.every((name): name is string => name !== undefined && isSafeName(name))
    ? names
    : undefined;
}

/** Returns the path of a URI for names. */
export function pathOfSegments(segments: readonly string[]): string {
  return segments.map(encodeURIComponent).join("/");
}
