/**
 * Rewrites a `pattern` to be valid with the `u` flag, which JSON Schema recommends and validators require. Returns
 * undefined if that is impossible.
 *
 * Patterns for engines without the flag escape characters needlessly (`[\w\-\@]`) or leave braces unescaped; these are
 * rewritten with the same meaning. Escaped letters that JavaScript does not know (`\A`, `\z`) are not rewritten, because
 * their author did not mean the letter.
 * @see JSON Schema 2020-12 core section 6.4, ECMA-262 section 22.2.1 and annex B.1.2
 */
export function unicodePattern(pattern: string): string | undefined {
  if (compiles(pattern, "u")) return pattern;
  if (!compiles(pattern, "")) return undefined;
  const rewritten = rewrite(pattern);
  return compiles(rewritten, "u") ? rewritten : undefined;
}

/**
 * Returns what is between the slashes of a pattern that is written as a literal of JavaScript, Perl or PHP, such as
 * `/^[a-z]+$/i`. As it is, it can match nothing: before `^` and behind `$` there is a slash. Such a pattern is not
 * enforced, because its author's meaning is a guess: the flags have no counterpart in JSON Schema.
 *
 * A pattern such as `/v1/`, for a part of a path, may well be meant.
 *
 * @see JSON Schema 2020-12 validation section 6.3.3
 */
export function literalBody(pattern: string): string | undefined {
  const [, body] = /^\/(.+)\/[a-z]{0,8}$/s.exec(pattern) ?? [];
  if (body === undefined) return undefined;
  const isAnchored = /^(\^|\\A)|[^\\](\$|\\[zZ])$/.test(body);
  return isAnchored ? body : undefined;
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
