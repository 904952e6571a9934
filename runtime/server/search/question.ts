/** Reads a question: what it asks to do, and to what. */
import { isPlainVerb, isVerb, phrasalVerb, verbOf, type Wish } from "./actions.js";
import { longFormOf } from "./synonyms.js";
import { isPlural, wordsOf } from "./words.js";

/** Common words that do not distinguish operations. */
const stopWords: ReadonlySet<string> = new Set(
  "a all am an and any are as authenticated be been can could current did do does done every everyone existing given has have having how i is it its just let like may me mine my myself need new no not now one or our ours please should show some someone somebody so than that the their them then there these they this those to up us want was we were what when where which who whom whose why will with would you your".split(
    " ",
  ),
);

/** Words before the verb of a request. */
const opening: ReadonlySet<string> = new Set(
  "a can could do does have hello help hey how i is let like me need please should there to us want way we would you".split(
    " ",
  ),
);

/** Words between a verb and its object: "refund a charge", "react to a comment". */
const determiners: ReadonlySet<string> = new Set(
  "a all an every my that the these this those to your".split(" "),
);

/** Words that end the object of a question. */
const prepositions: ReadonlySet<string> = new Set(
  "about across against are at between by did do does for from has have i in inside into is named of off on onto out over per that this through to under using via was we which with within".split(
    " ",
  ),
);

const ownWords: ReadonlySet<string> = new Set([
  "am",
  "authenticated",
  "current",
  "i",
  "me",
  "mine",
  "my",
  "myself",
  "our",
]);

/** After these words, `me` says who gets the answer, not whose things are meant: "show me the balance". */
const givers: ReadonlySet<string> = new Set("find for get give help let send show tell".split(" "));

/** Most words of a question that are looked at. */
const maxWords = 24;

/** A word that an operation should have. */
export interface Word {
  readonly text: string;
  readonly role: "verb" | "head" | "object" | "context" | "means" | "plain verb" | "own";
}

/** A question, read. */
export interface Question {
  /** What is to be done. Absent: the question has no verb. */
  readonly wish: Wish | undefined;
  readonly words: readonly Word[];
  /** The things of the caller are meant. */
  readonly isOwn: boolean;
}

/** Reads a question. Ids, addresses and quoted names in it are not looked at, unless it has nothing else. */
export function readQuestion(text: string): Question {
  const bare = withoutValues(withoutParticles(text));
  const question = read(wordsOf(bare).slice(0, maxWords));
  if (question.words.length > 0 || bare === text) return question;
  return read(wordsOf(text).slice(0, maxWords));
}

/** Removes what names one thing: texts in quotes, addresses, and numbers with a hash. */
function withoutValues(text: string): string {
  return text
    .replace(/"[^"]*"|`[^`]*`|“[^”]*”|«[^»]*»|(?<=^|\s)'[^']*'(?=$|[\s.,;:?!])/gu, " ")
    .replace(/(?<=^|\s)(?:#\d+|[a-z]+:\/\/\S+|[^\s@]+@\S+)/giu, " ")
    .replace(/['’]s?(?=\s|$)/gu, " ");
}

/** Writes "sign-in", "log out" and "check in" as one word, because their second half is no preposition. */
function withoutParticles(text: string): string {
  return text.replace(
    /\b(sign|log|check|plug|opt|built|add)[- ](ins?|ons?|outs?|ups?)\b/giu,
    "$1$2",
  );
}

function read(all: readonly string[]): Question {
  const start = Math.max(
    0,
    all.findIndex((word) => isVerb(word) || !opening.has(word)),
  );
  const words = withoutPhrasalVerb(all.slice(start));
  const [first = "", second = ""] = words;
  const verb = isVerb(first) || determiners.has(second) ? first : undefined;
  const named = namedBy(verb === undefined ? words : words.slice(1));
  const isOwn = words.some((word, at) => ownWords.has(word) && !isReceiver(words, at));
  const wish = verb === undefined ? undefined : verbOf(verb);
  const head = named.find(({ role }) => role === "head");
  return {
    wish: wishOf(wish, head),
    words: [
      ...(verb === undefined
        ? []
        : [{ text: verb, role: isPlainVerb(verb) ? "plain verb" : "verb" } as const]),
      ...(isOwn ? [{ text: "me", role: "own" } as const] : []),
      ...named,
    ],
    isOwn,
  };
}

/** Whether the word there, `me`, says who gets the answer. */
function isReceiver(words: readonly string[], at: number): boolean {
  return words[at] === "me" && givers.has(words[at - 1] ?? "");
}

/** Writes "turn on the light" and "sign the user out" as verbs of one word. */
function withoutPhrasalVerb(words: readonly string[]): readonly string[] {
  const [first = ""] = words;
  for (let at = 1; at < words.length; at++) {
    const verb = phrasalVerb(first, words[at] as string);
    if (verb !== undefined) return [verb, ...words.slice(1, at), ...words.slice(at + 1)];
  }
  return words;
}

/** Words before what something is found by, which is rather an argument: "get a user by email". */
const means: ReadonlySet<string> = new Set("by called named using via with".split(" "));

/** The words for things. The last one before a preposition is what the question is about. */
function namedBy(words: readonly string[]): readonly Word[] {
  const end = words.findIndex((word, at) => at > 0 && prepositions.has(word));
  const by = words.findIndex((word, at) => at > 0 && means.has(word));
  const roleAt = (at: number): "object" | "means" | "context" => {
    if (end === -1 || at < end) return "object";
    return by !== -1 && at > by ? "means" : "context";
  };
  const named = words.flatMap((word, at) =>
    stopWords.has(word) || prepositions.has(word)
      ? []
      : (longFormOf(word) ?? [word]).map((text) => ({ text, role: roleAt(at) })),
  );
  const head = named.findLastIndex(({ role }) => role === "object");
  return named.map((word, at) => (at === head ? { ...word, role: "head" } : word));
}

/** Several things are rather listed, one is rather read. */
function wishOf(
  verb: { readonly wish: Wish } | undefined,
  head: Word | undefined,
): Wish | undefined {
  if (verb === undefined || head === undefined || !isPlural(head.text)) return verb?.wish;
  const { wish } = verb;
  if ((wish.read ?? 0) > (wish.list ?? 0)) return { ...wish, list: 1, read: 0.75 };
  return wish.delete === 1 ? { ...wish, clear: 1, delete: 0.9 } : wish;
}
