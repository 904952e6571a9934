/** Splits operations and queries into the terms of the index. */

/** Common words of queries that do not distinguish operations. */
const stopWords: ReadonlySet<string> = new Set(
  "a an and are as at be by can do does for from how i in into is it its me my of on or our please that the their them there this to up want was we what when where which who with you your".split(
    " ",
  ),
);

/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Length to which words are cut, in characters. */
const maxTerm = 40;

/** Returns the terms of a text or a name: `listPets` and "Lists the pets" have two in common. */
export function termsOf(text: string): string[] {
  const words = text
    .normalize("NFKC")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return (words ?? []).flatMap((word) => (unspaced.test(word) ? pairsOf(word) : termOf(word)));
}

/** The terms of a query. */
export interface QueryTerms {
  /** Terms that an operation should match, ideally all of them. */
  readonly wanted: readonly string[];
  /** Further terms that raise the score of an operation. */
  readonly hints: readonly string[];
}

/** "My" in a query means what APIs call the current or the authenticated user. */
const userWords: ReadonlySet<string> = new Set(["i", "me", "my", "am"]);
const userHints: readonly string[] = ["authenticat", "current", "me", "user"];

/** Returns the terms of a query, without common words unless it has no others. */
export function queryTermsOf(query: string): QueryTerms {
  const terms = [...new Set(termsOf(query))].slice(0, maxQueryTerms);
  const wanted = distinctiveTerms(terms);
  const hints = terms.some((term) => userWords.has(term)) ? userHints : [];
  if (wanted.length > 0) return { wanted, hints };
  return { wanted: hints.length > 0 ? hints : terms, hints: [] };
}

/** Returns the terms that distinguish operations. */
export function distinctiveTerms(terms: Iterable<string>): readonly string[] {
  return [...terms].filter((term) => !stopWords.has(term) && !userWords.has(term));
}

const maxQueryTerms = 24;

/** Splits a text whose words are unknown into pairs of characters. */
function pairsOf(word: string): string[] {
  const characters = Array.from(word.slice(0, 400));
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Abbreviations and variants, each with the word that the index has in its place. */
const longForms: ReadonlyMap<string, string> = new Map([
  ["repo", "repository"],
  ["org", "organization"],
  ["organisation", "organization"],
  ["config", "configuration"],
  ["info", "information"],
  ["db", "database"],
  ["env", "environment"],
  ["msg", "message"],
  ["k8s", "kubernetes"],
]);

/**
 * Cuts the ending off an English word: `creates`, `created` and `creating` become `creat`. Roughly is good enough, because
 * both sides are cut alike and terms also match by prefix.
 */
function termOf(word: string): string {
  const single = singularOf(word.slice(0, maxTerm));
  let term = longForms.get(single) ?? single;
  if (term.length > 6 && term.endsWith("ing")) term = term.slice(0, -3);
  else if (term.length > 5 && term.endsWith("ed")) term = term.slice(0, -2);
  return term.length > 4 && term.endsWith("e") ? term.slice(0, -1) : term;
}

function singularOf(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}
