/**
 * Decides which patterns the engine's own regular expressions match in linear time.
 *
 * The engine backtracks: in the worst case it tries each way to read each beginning of the text. The number of those has a
 * bound if, wherever the pattern repeats, the next character alone decides how to go on, save for ways out of the
 * repetition that end after so many characters. All other patterns count as not linear, although some of them are.
 */
import type { Automaton, State } from "./automaton.js";
import { asciiSize } from "./character-set.js";

/** Maximum number of comparisons that one character of a text may cost. */
const mostCost = 64;
/** Maximum number of steps that are followed between the characters of the pattern. */
const mostSteps = 2_000;

type Character = Extract<State, { kind: "character" }>;

/** The ways from a place in the pattern to the next characters. */
interface Ways {
  /** A character that can be reached in two ways is there twice. */
  readonly next: readonly Character[];
  /** Whether the match may end here, whatever follows in the text. */
  readonly accepts: boolean;
  /** Whether each way leads through the start of the text. */
  readonly isAnchored: boolean;
  readonly steps: number;
}

/** What can happen from a character on. */
interface Bound {
  /** Maximum number of different ways to read as much of any text. */
  readonly count: number;
  /** Maximum number of characters that can be read. */
  readonly length: number;
  /** Maximum number of characters that can be read outside repetitions. */
  readonly lengthBeforeLoop: number;
}

/** @returns what each character of a text costs at most, in comparisons; undefined if there may be no such maximum */
export function backtrackingCost(automaton: Automaton): number | undefined {
  if (automaton.looks.length > 0) return undefined;
  try {
    return new Analysis(automaton).cost();
  } catch (error) {
    if (error instanceof NotLinear) return undefined;
    throw error;
  }
}

class NotLinear extends Error {}

/** One for each character of the pattern that was visited, as Tarjan's search for circles needs it. */
interface Visit {
  readonly order: number;
  lowest: number;
  readonly ways: Ways;
  bound?: Bound;
}

class Analysis {
  readonly #visits = new Map<Character, Visit>();
  readonly #open: Character[] = [];
  #allSteps = 0;
  #mostSteps = 1;
  /** Whether the match is found once any repetition is reached. */
  #acceptsInLoops = true;

  readonly #automaton: Automaton;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
  }

  cost(): number | undefined {
    const first = this.#waysFrom(this.#automaton.start);
    for (const next of first.next) this.#visit(next);
    const { count, lengthBeforeLoop } = this.#sequel(first.next);
    const cost = count * this.#mostSteps;
    // Without an anchor the engine begins anew at each place, and reads as far as it can.
    const isShort = first.isAnchored || this.#acceptsInLoops;
    const all = first.isAnchored ? cost : cost * Math.max(1, lengthBeforeLoop) + first.steps;
    return isShort && all <= mostCost ? all : undefined;
  }

  /** @throws NotLinear if the pattern can come back to a state without a character in between */
  #waysFrom(start: number): Ways {
    const next: Character[] = [];
    const path = new Set<number>();
    let accepts = false;
    let isAnchored = true;
    let steps = 0;
    const follow = (index: number, isAtStart: boolean, isConditional: boolean): void => {
      steps++;
      if (path.has(index) || ++this.#allSteps > mostSteps) throw new NotLinear();
      const state = this.#automaton.states[index]!;
      if (state.kind === "character" || state.kind === "match") {
        isAnchored &&= isAtStart;
        if (state.kind === "character") next.push(state);
        else accepts ||= !isConditional;
        return;
      }
      path.add(index);
      if (state.kind === "split") {
        for (const each of state.next) follow(each, isAtStart, isConditional);
      } else {
        follow(state.next, isAtStart || (state.kind === "edge" && state.at === "start"), true);
      }
      path.delete(index);
    };
    follow(start, false, false);
    return { next, accepts, isAnchored, steps };
  }

  /** @see R. Tarjan, Depth-first search and linear graph algorithms */
  #visit(state: Character): Visit {
    const known = this.#visits.get(state);
    if (known) return known;
    const order = this.#visits.size;
    const ways = this.#waysFrom(state.next);
    const visit: Visit = { order, lowest: order, ways };
    this.#mostSteps = Math.max(this.#mostSteps, ways.steps);
    this.#visits.set(state, visit);
    this.#open.push(state);
    for (const next of ways.next) {
      const other = this.#visit(next);
      if (!other.bound) visit.lowest = Math.min(visit.lowest, other.lowest);
    }
    if (visit.lowest === order) {
      const members = new Set(this.#open.splice(this.#open.indexOf(state)));
      const isLoop = members.size > 1 || ways.next.includes(state);
      const bound = isLoop ? this.#loop(members) : this.#single(ways.next);
      for (const member of members) this.#visits.get(member)!.bound = bound;
    }
    return visit;
  }

  #single(next: readonly Character[]): Bound {
    const { count, length, lengthBeforeLoop } = this.#sequel(next);
    return { count, length: length + 1, lengthBeforeLoop: lengthBeforeLoop + 1 };
  }

  #sequel(next: readonly Character[]): Bound {
    const bounds = next.map((each) => this.#boundOf(each));
    return {
      count: Math.max(1, ...eachCharacter.map((code) => this.#waysBy(code, next))),
      length: Math.max(0, ...bounds.map((bound) => bound.length)),
      lengthBeforeLoop: Math.max(0, ...bounds.map((bound) => bound.lengthBeforeLoop)),
    };
  }

  #loop(members: ReadonlySet<Character>): Bound {
    let left = 1;
    let beside = 0;
    for (const member of members) {
      const { next, accepts } = this.#visits.get(member)!.ways;
      this.#acceptsInLoops &&= accepts;
      const staying = next.filter((each) => members.has(each));
      const leaving = next.filter((each) => !members.has(each));
      const { length } = this.#sequel(leaving);
      for (const code of eachCharacter) {
        const ways = this.#waysBy(code, leaving);
        const stays = staying.filter((each) => takes(each, code)).length;
        if (stays > 1) throw new NotLinear();
        if (stays === 0) left = Math.max(left, ways);
        // Such a way out begins at each character of the text, and so it must end.
        else if (ways > 0) beside = Math.max(beside, ways * length);
      }
    }
    if (beside === Infinity) throw new NotLinear();
    return { count: left + beside, length: Infinity, lengthBeforeLoop: 0 };
  }

  #waysBy(code: number, next: readonly Character[]): number {
    let count = 0;
    for (const each of next) if (takes(each, code)) count += this.#boundOf(each).count;
    return count;
  }

  #boundOf(state: Character): Bound {
    return this.#visits.get(state)!.bound!;
  }
}

/** The ASCII characters, and one for all others together. */
const eachCharacter: readonly number[] = Array.from({ length: asciiSize + 1 }, (_, code) => code);

function takes({ set }: Character, code: number): boolean {
  return code < asciiSize ? set.ascii[code] === 1 : set.beyondAscii;
}
