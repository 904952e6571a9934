/** Splits names and texts into words, and brings words to a common form. */

/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Length to which words are cut, in characters. */
const maxWord = 40;

const ascii = /^[\x20-\x7e\s]*$/;
const asciiWords = /[A-Z]{2,}s(?![a-z])|[A-Z]?[a-z0-9]+|[A-Z][A-Z0-9]*(?![a-z])|[0-9]+/g;

/** Returns the words of a name or a text in lower case: `listPets` has two. */
export function wordsOf(text: string): string[] {
  if (ascii.test(text)) return (text.match(asciiWords) ?? []).map((word) => word.toLowerCase());
  const words = text
    .normalize("NFKC")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return (words ?? []).flatMap((word) => (unspaced.test(word) ? pairsOf(word) : [word]));
}

/** Splits a text whose words are unknown into pairs of characters. */
function pairsOf(word: string): string[] {
  const characters = Array.from(word.slice(0, 400));
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Plurals that no rule finds, and words that look like plurals. */
const singulars: ReadonlyMap<string, string> = new Map(
  Object.entries({
    people: "person",
    children: "child",
    criteria: "criterion",
    indices: "index",
    vertices: "vertex",
    matrices: "matrix",
    analyses: "analysis",
    alias: "alias",
    canvas: "canvas",
    atlas: "atlas",
    bias: "bias",
    ids: "id",
    ips: "ip",
    prs: "pr",
    vms: "vm",
    dbs: "db",
  }),
);

/**
 * Returns the form that all forms of an English word have in common: `creates`, `created`, `creating` and `creation` become
 * `creat`, and British spellings become American ones. Roughly is good enough, because both sides are cut alike.
 */
export function stemOf(word: string): string {
  const cut = word.slice(0, maxWord);
  let stem = american(singulars.get(cut) ?? singularOf(cut));
  if (stem.length > 5 && stem.endsWith("ing")) stem = undoubled(stem.slice(0, -3));
  else if (stem.length > 4 && stem.endsWith("ed")) stem = undoubled(stem.slice(0, -2));
  else if (stem.length > 7 && stem.endsWith("tion")) stem = stem.slice(0, -3);
  else if (stem.length > 9 && stem.endsWith("ment")) stem = stem.slice(0, -4);
  if (stem.length > 4 && stem.endsWith("e")) return stem.slice(0, -1);
  return stem.length > 3 && /[^aeiou]y$/.test(stem) ? `${stem.slice(0, -1)}i` : stem;
}

function singularOf(word: string): string {
  if (word.length < 4 || !word.endsWith("s")) return word;
  if (word.length > 4 && word.endsWith("ies")) return word.slice(0, -1);
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[sui]s$/.test(word) ? word : word.slice(0, -1);
}

function american(word: string): string {
  if (word.length < 5) return word;
  return word
    .replace(/is(e[dr]?|ing|ation)$/, "iz$1")
    .replace(/our(?=$|ed$|ing$|ite$|it$)/, "or")
    .replace(/ence$/, "ense")
    .replace(/ogue$/, "og")
    .replace(/([bt])re$/, "$1er");
}

/** `cancelled` and `canceled`, `stopping` and `stop` have one form. */
function undoubled(stem: string): string {
  return /([bdglmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

/** Whether a word names several things. */
export function isPlural(word: string): boolean {
  return (singulars.get(word) ?? singularOf(word)) !== word;
}
