import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { OnceValues } from "./once-values.js";

/** What a call remembers from round to round. It travels to the client and back, sealed. */
export class CallMemory {
  /** How often the call has ended with questions. */
  readonly round: number;
  /** Checked answers, by the key of their question. */
  readonly answers: Map<string, unknown>;
  readonly once: OnceValues;
  /** What the handler gave to remember. */
  readonly state: unknown;

  constructor(kept: JsonObject = {}) {
    const round = member(kept, "round");
    this.round = typeof round === "number" ? round : 0;
    this.answers = new Map(entriesOf(kept, "answers"));
    this.once = new OnceValues(entriesOf(kept, "once") as [string, readonly unknown[]][]);
    this.state = member(kept, "state");
  }

  /** True when there are answers or values that another round needs. */
  get holdsAnything(): boolean {
    return this.answers.size > 0 || this.once.kept.size > 0;
  }

  /** What the next round makes its memory of. */
  toNextRound(state: unknown): JsonObject {
    return {
      round: this.round + 1,
      answers: Object.fromEntries(this.answers),
      once: Object.fromEntries(this.once.kept),
      state,
    };
  }
}

function entriesOf(kept: JsonObject, name: string): [string, unknown][] {
  const value = member(kept, name);
  return isObject(value) ? Object.entries(value) : [];
}
