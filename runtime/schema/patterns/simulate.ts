import type { Automaton, Look, State } from "./automaton.js";
import { asciiSize } from "./character-set.js";
import type { StepBudget } from "./step-budget.js";

/** At which places of a text each look holds. */
type Looks = ReadonlyMap<Look, Uint8Array>;

/** Maximum number of sets of states that a run remembers. */
const mostKept = 256;

/** The code points of a text, or its code units, as the flags of the pattern ask. */
export function charactersOf(text: string, unicode: boolean): Uint32Array {
  const codes = new Uint32Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const code = unicode ? text.codePointAt(index)! : text.charCodeAt(index);
    codes[length++] = code;
    if (code > 0xffff) index++;
  }
  return codes.subarray(0, length);
}

/**
 * Tells whether an automaton matches anywhere in a text: all its states advance together, so that no text is read twice.
 *
 * @returns undefined when the budget is used up
 */
export function matchesAnywhere(
  automaton: Automaton,
  text: Uint32Array,
  budget: StepBudget,
): boolean | undefined {
  const looks = lookPlaces(automaton, text, budget);
  return looks && new Run(automaton, text, budget, looks, false).advance(() => true);
}

/** Finds where the looks of an automaton hold. Each takes one pass over the text, those inside it come first. */
function lookPlaces(
  automaton: Automaton,
  text: Uint32Array,
  budget: StepBudget,
): Looks | undefined {
  const places = new Map<Look, Uint8Array>();
  for (const look of automaton.looks) {
    const inner = lookPlaces(look.automaton, text, budget);
    if (!inner) return undefined;
    const found = new Uint8Array(text.length + 1).fill(look.negative ? 1 : 0);
    const run = new Run(look.automaton, text, budget, inner, !look.behind);
    const ended = run.advance((place) => {
      found[place] = look.negative ? 0 : 1;
      return false;
    });
    if (ended === undefined) return undefined;
    places.set(look, found);
  }
  return places;
}

/** The states between two characters of a text. */
interface Between {
  /** Those that wait for the next character. */
  readonly waiting: readonly number[];
  readonly isMatch: boolean;
  /** What an ASCII character inside the text leads to, where the run remembers it. */
  next?: (Between | undefined)[];
}

class Run {
  readonly #automaton: Automaton;
  readonly #states: readonly State[];
  readonly #text: Uint32Array;
  readonly #budget: StepBudget;
  readonly #looks: Looks;
  readonly #isBackwards: boolean;
  /** The place at which a state was last entered, so that it is entered once at each. */
  readonly #entered: Int32Array;
  readonly #open: number[] = [];
  readonly #kept = new Map<string, Between>();
  #waiting: number[] = [];
  #isMatch = false;

  constructor(
    automaton: Automaton,
    text: Uint32Array,
    budget: StepBudget,
    looks: Looks,
    isBackwards: boolean,
  ) {
    this.#automaton = automaton;
    this.#states = automaton.states;
    this.#text = text;
    this.#budget = budget;
    this.#looks = looks;
    this.#isBackwards = isBackwards;
    this.#entered = new Int32Array(automaton.states.length).fill(-1);
  }

  /**
   * Begins a match at each place of the text, and calls `onMatch` with each place where one ends.
   *
   * @returns true if `onMatch` returned it, false at the end of the text
   */
  advance(onMatch: (place: number) => boolean): boolean | undefined {
    const text = this.#text;
    const { length } = text;
    const isBackwards = this.#isBackwards;
    let current = this.#enterAll(undefined, 0, isBackwards ? length : 0);
    for (let count = 0; ; count++) {
      const place = isBackwards ? length - count : count;
      if (--this.#budget.left <= 0) return undefined;
      if (current.isMatch && onMatch(place)) return true;
      if (count === length) return false;
      const code = text[isBackwards ? place - 1 : place]!;
      const to = isBackwards ? place - 1 : place + 1;
      // Inside a text, the next character alone says what follows, unless the automaton looks around.
      const isAlike = this.#automaton.isLocal && code < asciiSize && count + 1 < length;
      current = isAlike ? this.#follow(current, code, to) : this.#enterAll(current, code, to);
    }
  }

  #follow(current: Between, code: number, place: number): Between {
    const known = current.next?.[code];
    if (known) return known;
    const made = this.#enterAll(current, code, place);
    const key = `${made.waiting.join()} ${made.isMatch}`;
    const kept = this.#kept.get(key);
    if (!kept && this.#kept.size < mostKept) {
      made.next = [];
      this.#kept.set(key, made);
    }
    const next = kept ?? made;
    if (current.next && next.next) current.next[code] = next;
    return next;
  }

  #enterAll(from: Between | undefined, code: number, place: number): Between {
    this.#waiting = [];
    this.#isMatch = false;
    this.#enter(this.#automaton.start, place);
    for (const index of from?.waiting ?? []) {
      const state = this.#states[index] as Extract<State, { kind: "character" }>;
      if (state.set.has(code)) this.#enter(state.next, place);
    }
    this.#budget.left -= from?.waiting.length ?? 0;
    return { waiting: this.#waiting, isMatch: this.#isMatch };
  }

  /** Enters a state and all that follow it without a character. */
  #enter(first: number, place: number): void {
    const open = this.#open;
    open.push(first);
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (this.#entered[index] === place) continue;
      this.#entered[index] = place;
      this.#budget.left--;
      const state = this.#states[index]!;
      if (state.kind === "character") this.#waiting.push(index);
      else if (state.kind === "match") this.#isMatch = true;
      else if (state.kind === "split") open.push(...state.next);
      else if (this.#holds(state, place)) open.push(state.next);
    }
  }

  #holds(state: Extract<State, { kind: "edge" | "look" }>, place: number): boolean {
    if (state.kind === "look") return this.#looks.get(state.look)![place] === 1;
    if (state.at === "start") return place === 0;
    if (state.at === "end") return place === this.#text.length;
    const differs = isWord(this.#text[place - 1]) !== isWord(this.#text[place]);
    return differs === (state.at === "word");
  }
}

/** @see ECMA-262 section 22.2.2.4.1, IsWordChar */
function isWord(code: number | undefined): boolean {
  return code !== undefined && code < asciiSize && /\w/.test(String.fromCharCode(code));
}
