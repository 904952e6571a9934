/**
 * A `pattern` as a regular expression that is valid with the `u` flag, as JSON Schema recommends and its validators
 * insist on; `undefined` when it can't be made one.
 *
 * Patterns written for engines without that flag escape what needs no escape (`[\w\-\@]`) or leave braces alone;
 * these are rewritten without a change of meaning. Escaped letters JavaScript does not know (`\A`, `\z`) are not:
 * their author meant something else than the letter.
 * @see JSON Schema 2020-12 core section 6.4, ECMA-262 section 22.2.1 and annex B.1.2
 */
export function unicodePattern(pattern: string): string | undefined {
  if (compiles(pattern, "u")) return pattern;
  if (!compiles(pattern, "")) return undefined;
  const rewritten = rewrite(pattern);
  return compiles(rewritten, "u") ? rewritten : undefined;
}

function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

function rewrite(pattern: string): string {
  const quantifier = /\{\d+(?:,\d*)?\}/y;
  let result = "";
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern[index]!;
    if (char === "\\" && index + 1 < pattern.length) {
      const escaped = pattern[++index]!;
      const needless = !/[\w^$\\.*+?()[\]{}|/]/.test(escaped) && !(inClass && escaped === "-");
      result += needless || escaped === "_" ? escaped : char + escaped;
    } else if (inClass) {
      if (char === "]") inClass = false;
      result += char;
    } else if (char === "[") {
      inClass = true;
      result += char;
    } else if (char === "{") {
      quantifier.lastIndex = index;
      const match = quantifier.exec(pattern)?.[0];
      result += match ?? "\\{";
      if (match !== undefined) index += match.length - 1;
    } else {
      result += char === "}" || char === "]" ? `\\${char}` : char;
    }
  }
  return result;
}
