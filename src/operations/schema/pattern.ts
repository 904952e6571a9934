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
  const tokens = /\\.|\[\^?(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[{}\]]/gs;
  return pattern.replace(tokens, (token) => {
    if (token.startsWith("\\")) return withoutNeedlessEscape(token, false);
    if (token.startsWith("[")) return rewriteClass(token);
    return token.length === 1 ? `\\${token}` : token;
  });
}

/**
 * Rewrites a character class. Without the flag, a hyphen beside an escape such as `\w` is a hyphen and no range, and what
 * follows both begins anew: `[\d-a-z]` has digits, a hyphen, `a` and `z`. With the flag, such hyphens must be escaped.
 *
 * @see ECMA-262 annex B.1.2, CharacterRangeOrUnion
 */
function rewriteClass(written: string): string {
  const start = written.startsWith("[^") ? 2 : 1;
  const atoms = written.slice(start, -1).match(/\\(?:u[\da-f]{4}|x[\da-f]{2}|c[a-z]|.)|./gis) ?? [];
  let result = written.slice(0, start);
  let isBehindUnion = false;
  for (let index = 0; index < atoms.length; index++) {
    const [first = "", hyphen, last] = atoms.slice(index, index + 3);
    const isPair = hyphen === "-" && last !== undefined;
    const isUnion = isPair && (isSet.test(first) || isSet.test(last));
    result += rewriteAtom(first, isBehindUnion);
    if (isPair) {
      result += (isUnion ? "\\-" : "-") + rewriteAtom(last, isUnion);
      index += 2;
    }
    isBehindUnion = isUnion;
  }
  return `${result}]`;
}

/** Escapes that stand for many characters. */
const isSet = /^\\[dswpDSWP]/;

function rewriteAtom(atom: string, escapesHyphen: boolean): string {
  return atom === "-" && escapesHyphen ? "\\-" : withoutNeedlessEscape(atom, true);
}

/** Leaves out the backslash before a character that means itself without one. */
function withoutNeedlessEscape(token: string, inClass: boolean): string {
  const [backslash, char = ""] = token;
  if (backslash !== "\\") return token;
  const isNeeded = /[\w^$\\.*+?()[\]{}|/]/.test(char) || (inClass && char === "-");
  return isNeeded && char !== "_" ? token : token.slice(1);
}
