import { CharacterSet } from "./character-set.js";
import type { Edge, PatternNode } from "./pattern-syntax.js";

export type State =
  | { readonly kind: "character"; readonly set: CharacterSet; readonly next: number }
  | { readonly kind: "split"; next: readonly number[] }
  | { readonly kind: "edge"; readonly at: Edge; readonly next: number }
  | { readonly kind: "look"; readonly look: Look; readonly next: number }
  | { readonly kind: "match" };

export interface Look {
  readonly behind: boolean;
  readonly negative: boolean;
  /** Reads the text towards the place from which the pattern looks. */
  readonly automaton: Automaton;
}

/** A non-deterministic automaton, without a state for anything that needs memory. */
export interface Automaton {
  readonly states: readonly State[];
  readonly start: number;
  /** The looks of the states, inner ones in their own automata. */
  readonly looks: readonly Look[];
  /** Whether nothing but the start, the end and the next character tells what matches. */
  readonly isLocal: boolean;
}

export interface AutomatonLimits {
  /** Maximum number of states, those of looks included. */
  readonly states: number;
  /** A single character that may repeat more often than this becomes one that may repeat without end. */
  readonly repeats: number;
}

/** Returns undefined if the automaton needs more states than allowed. */
export function buildAutomaton(
  node: PatternNode,
  flags: string,
  limits: AutomatonLimits,
): Automaton | undefined {
  try {
    return new Builder({
      flags,
      sets: new Map(),
      repeats: limits.repeats,
      room: limits.states,
    }).build(node, false);
  } catch (error) {
    if (error instanceof TooManyStates) return undefined;
    throw error;
  }
}

class TooManyStates extends Error {}

/** What the automata of a pattern and of its looks share while they are built. */
interface Shared {
  readonly flags: string;
  readonly sets: Map<string, CharacterSet>;
  readonly repeats: number;
  /** How many more states there may be. */
  room: number;
}

class Builder {
  readonly #states: State[] = [{ kind: "match" }];
  readonly #looks: Look[] = [];

  readonly #shared: Shared;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  build(node: PatternNode, backwards: boolean): Automaton {
    const start = this.#add(node, 0, backwards);
    const looksAround = this.#states.some(
      (state) => state.kind === "look" || (state.kind === "edge" && /word/.test(state.at)),
    );
    return { states: this.#states, start, looks: this.#looks, isLocal: !looksAround };
  }

  /** Adds the states that match a node and then go on at `next`. Returns the first of them. */
  #add(node: PatternNode, next: number, backwards: boolean): number {
    switch (node.kind) {
      case "character":
        return this.#state({ kind: "character", set: this.#set(node.text), next });
      case "edge":
        return this.#state({ kind: "edge", at: node.at, next });
      case "look":
        return this.#state({ kind: "look", look: this.#look(node), next });
      case "sequence": {
        const parts = backwards ? node.parts : node.parts.toReversed();
        return parts.reduce((then, part) => this.#add(part, then, backwards), next);
      }
      case "choice":
        return this.#state({
          kind: "split",
          next: node.parts.map((part) => this.#add(part, next, backwards)),
        });
      case "repeat":
        return this.#repeat(node, next, backwards);
    }
  }

  #repeat(
    { body, least, most }: Extract<PatternNode, { kind: "repeat" }>,
    next: number,
    backwards: boolean,
  ): number {
    const isEndless = body.kind === "character" && most > this.#shared.repeats;
    const copies = isEndless ? Math.min(least, 1) : least;
    let entry = next;
    if (isEndless || most === Infinity) {
      const loop = { kind: "split" as const, next: [next] as readonly number[] };
      entry = this.#state(loop);
      loop.next = [this.#add(body, entry, backwards), next];
    } else {
      for (let count = least; count < most; count++) {
        entry = this.#state({ kind: "split", next: [this.#add(body, entry, backwards), next] });
      }
    }
    for (let count = 0; count < copies; count++) {
      const copy = this.#add(body, entry, backwards);
      // Without states of its own the body is empty, however often it is repeated.
      if (copy === entry) break;
      entry = copy;
    }
    return entry;
  }

  #look({ behind, negative, body }: Extract<PatternNode, { kind: "look" }>): Look {
    const inner = new Builder(this.#shared);
    const look = { behind, negative, automaton: inner.build(body, !behind) };
    this.#looks.push(look);
    return look;
  }

  #state(state: State): number {
    if (--this.#shared.room < 0) throw new TooManyStates();
    return this.#states.push(state) - 1;
  }

  #set(text: string): CharacterSet {
    const { sets, flags } = this.#shared;
    let set = sets.get(text);
    if (!set) sets.set(text, (set = new CharacterSet(text, flags)));
    return set;
  }
}
