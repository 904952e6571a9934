/** How schemas differ. */

/**
 * `narrows`: values are refused now, and none is accepted that was not before. `widens`: the reverse. `changes`: both, or
 * not known.
 */
export type Effect = "narrows" | "widens" | "changes";

/** One difference between two schemas. */
export interface SchemaDifference {
  /** Where, from the value's root: `address.street`, `tags[]`; empty for the value itself. */
  readonly at: string;
  readonly effect: Effect;
  /** What is different, as the end of a sentence: `no longer accepts "sold"`. */
  readonly text: string;
}

/** Returns the effect of all differences together; undefined if there are none. */
export function effectOf(differences: readonly SchemaDifference[]): Effect | undefined {
  const [first] = differences;
  if (!first) return undefined;
  return differences.every(({ effect }) => effect === first.effect) ? first.effect : "changes";
}

/** Returns the effect of a difference whose sides are exchanged, or below a `not`. */
export function opposite(effect: Effect): Effect {
  if (effect === "changes") return effect;
  return effect === "narrows" ? "widens" : "narrows";
}
