/**
 * Compiles a pattern of a schema with the flag `u`, as JSON Schema asks, or without it; undefined for a text that is no
 * regular expression either way.
 */
export function regexOf(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}
