/** Rules of other tools that match by tags, in their usual forms. */
import type { MigratedOperation, MigratedRule } from "./migrate-model.js";
import type { Expose } from "../routes/route-map.js";

/** Matches operations with one of these tags. */
export function byTag(tags: readonly string[], expose: Expose): MigratedRule {
  return {
    matches: (operation) => operation.tags.some((tag) => tags.includes(tag)),
    match: { tag: tags },
    expose,
  };
}

/** Returns the pattern as a regular expression; undefined if it is none here. */
export function regexOf(pattern: string, flags = ""): RegExp | undefined {
  try {
    return new RegExp(pattern, flags.replace(/[gy]/g, ""));
  } catch {
    return undefined;
  }
}

/** Matches operations by what `texts` gives of them. */
export function byPattern(
  regex: RegExp,
  texts: (operation: MigratedOperation) => readonly string[],
  expose: Expose,
  match?: MigratedRule["match"],
): MigratedRule {
  return {
    matches: (operation) => texts(operation).some((text) => regex.test(text)),
    ...(match && { match }),
    expose,
  };
}
