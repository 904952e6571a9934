import { contentHash, type FileRecord } from "./manifest.js";
import { meaningHash } from "./meaning.js";

/** Whether a run wrote the content, which a formatter may have changed since. */
export function isRecorded(
  path: string,
  content: string,
  records: readonly FileRecord[] | undefined,
): boolean {
  return records?.some((record) => matches(path, content, record)) ?? false;
}

function matches(path: string, content: string, { hash, meaning }: FileRecord): boolean {
  if (hash === contentHash(content)) return true;
  return meaning !== undefined && meaning === meaningHash(path, content);
}
