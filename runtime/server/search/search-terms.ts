/** Words as the index keeps them and as queries are read. */

/** Words that questions have and that tell operations apart no further. */
const emptyWords: ReadonlySet<string> = new Set(
  "a an and are as at be by can do does for from how i in into is it its me my of on or our please that the their them there this to up want was we what when where which who with you your".split(
    " ",
  ),
);

/** Scripts that put no space between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Longer words are none. */
const maxTerm = 40;

/** The terms of a text, or of a name: `listPets` and "Lists the pets" share two of them. */
export function termsOf(text: string): string[] {
  const words = text
    .normalize("NFKC")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return (words ?? []).flatMap((word) => (unspaced.test(word) ? pairsOf(word) : termOf(word)));
}

/** A question, read. */
export interface QueryTerms {
  /** What an operation should have, all of it if it can. */
  readonly wanted: readonly string[];
  /** What may tell operations apart besides. */
  readonly hints: readonly string[];
}

/** Whoever says "my" means what APIs call the current or the authenticated user. */
const ownWords: ReadonlySet<string> = new Set(["i", "me", "my", "am"]);
const ownHints: readonly string[] = ["authenticat", "current", "me", "user"];

/** The terms of a question: without those that say nothing, unless it has no others. */
export function queryTermsOf(query: string): QueryTerms {
  const terms = [...new Set(termsOf(query))].slice(0, maxQueryTerms);
  const wanted = tellingTerms(terms);
  const hints = terms.some((term) => ownWords.has(term)) ? ownHints : [];
  if (wanted.length > 0) return { wanted, hints };
  return { wanted: hints.length > 0 ? hints : terms, hints: [] };
}

/** Those that tell operations apart. */
export function tellingTerms(terms: Iterable<string>): readonly string[] {
  return [...terms].filter((term) => !emptyWords.has(term) && !ownWords.has(term));
}

const maxQueryTerms = 24;

/** What does not tell its words apart is known by each two of its characters. */
function pairsOf(word: string): string[] {
  const characters = Array.from(word.slice(0, 400));
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Short forms that APIs use for words that people write out, and the other way round. */
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
 * An English word without its ending, cut rather than analysed: both sides are cut alike, and terms also match by their
 * beginnings. `creates`, `created` and `creating` are `creat`.
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
