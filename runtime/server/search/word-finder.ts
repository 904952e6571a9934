/** Finds the terms of an index that a question's words mean. */
import SearchableMap from "minisearch/SearchableMap";
import type { OperationIndex } from "./operation-index.js";
import type { Question, Word } from "./question.js";
import { synonymsOf } from "./synonyms.js";
import { stemOf } from "./words.js";

/** A term, by its number, with how well it says what the question says, from 0 to 1. */
export interface Alternative {
  readonly term: number;
  readonly factor: number;
}

/** A word of a question, with the terms that it may mean. */
export interface Slot {
  readonly alternatives: readonly Alternative[];
  readonly weight: number;
  readonly role: Word["role"];
}

const factors = { doer: 0.65, prefix: 0.7, typo: 0.6 };

/** How much less a word counts that no operation has, but for which others were guessed. */
const trust = 0.6;

/** Most terms that a word with an unknown ending or a typing error may mean. */
const maxGuesses = 6;

/** What APIs call the caller. */
const ownStems = ["me", "myself", "authenticated", "current"].map(stemOf);

/** Finds the terms that the words of questions mean. */
export class WordFinder {
  readonly #index: OperationIndex;
  #map: SearchableMap<number> | undefined;

  constructor(index: OperationIndex) {
    this.#index = index;
  }

  slotsOf({ words }: Question): readonly Slot[] {
    return words.flatMap((word, at) => this.#slotOf(word, at, words));
  }

  #slotOf(word: Word, at: number, words: readonly Word[]): Slot[] {
    const { text, role } = word;
    const stem = stemOf(text);
    if (role === "own") {
      return this.#slot(
        role,
        ownStems.flatMap((each) => this.#known(each, 1)),
        0.35,
      );
    }
    if (role === "plain verb") return this.#slot(role, this.#known(stem, 1), 0.15);
    const exact = [
      ...this.#known(stem, 1),
      ...joinedWith(words, at).flatMap((each) => this.#known(stemOf(each), 1)),
      ...synonymsOf(stem).flatMap((each) => this.#known(each.stem, each.factor)),
      ...doersOf(stem).flatMap((each) => this.#known(each, factors.doer)),
    ];
    if (exact.length > 0 || role === "verb" || isValue(text)) return this.#slot(role, exact);
    const guesses = [...this.#parts(stem), ...this.#guesses(stem)];
    return this.#slot(role, guesses).map((slot) => ({ ...slot, weight: slot.weight * trust }));
  }

  #slot(role: Word["role"], alternatives: readonly Alternative[], fixed?: number): Slot[] {
    if (alternatives.length === 0) return [];
    const { weights } = this.#index;
    const rarity = Math.max(
      ...alternatives.map(({ term, factor }) => (weights[term] ?? 0) * factor),
    );
    return [{ alternatives, role, weight: fixed ?? (0.3 + 0.7 * rarity) * emphasis(role) }];
  }

  #known(stem: string, factor: number): Alternative[] {
    const term = this.#index.terms.get(stem);
    return term === undefined ? [] : [{ term, factor }];
  }

  /** Two known words that are written as one. */
  #parts(stem: string): Alternative[] {
    for (let at = stem.length - 3; at >= 3; at--) {
      const first = this.#known(stemOf(stem.slice(0, at)), 1);
      const second = this.#known(stem.slice(at), 1);
      if (first.length > 0 && second.length > 0) return [...first, ...second];
    }
    return [];
  }

  /** Terms that begin with a stem, or else those that differ from it by one or two letters, the nearest first. */
  #guesses(stem: string): Alternative[] {
    if (stem.length < 3) return [];
    this.#map ??= SearchableMap.from(this.#index.terms);
    const longer = Array.from(this.#map.atPrefix(stem).values(), (term) => ({
      term,
      factor: factors.prefix,
    }));
    if (longer.length > 0) return this.#best(longer);
    if (stem.length < 4) return [];
    const near = this.#map.fuzzyGet(stem, stem.length < 8 ? 1 : 2).values();
    return this.#best(
      Array.from(near, ([term, distance]) => ({ term, factor: factors.typo - 0.1 * distance })),
    );
  }

  #best(guesses: readonly Alternative[]): Alternative[] {
    const uses = ({ term }: Alternative): number => this.#index.postings[term]?.length ?? 0;
    return guesses
      .toSorted((a, b) => b.factor - a.factor || uses(b) - uses(a) || a.term - b.term)
      .slice(0, maxGuesses);
  }
}

function emphasis(role: Word["role"]): number {
  if (role === "means") return 0.4;
  return role === "context" ? 1 : 1.2;
}

/** Who does what a word says, and the other way round: `review` and `reviewer`. */
function doersOf(stem: string): string[] {
  if (stem.length >= 7 && /[eo]r$/.test(stem)) return [stem.slice(0, -2)];
  return stem.length >= 5 ? [`${stem}er`, `${stem}or`] : [];
}

/** Whether a word is a number or an id. */
function isValue(word: string): boolean {
  return /\d/.test(word);
}

/** A word with the one before it and the one after it: an API may write them as one. */
function joinedWith(words: readonly Word[], at: number): string[] {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  return [
    ...(before && word ? [before.text + word.text] : []),
    ...(word && after ? [word.text + after.text] : []),
  ];
}
