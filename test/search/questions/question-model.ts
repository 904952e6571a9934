/** A question in a user's words, and the operations that are right, each as `METHOD /path`. */
export type Question = readonly [text: string, right: string, ...others: string[]];

/** The questions that one document is judged by. All but the later ones were written before the ranking was tuned. */
export interface QuestionSet {
  /** Questions that were looked at while the ranking was tuned. */
  readonly tuning: readonly Question[];
  /** Questions that were not looked at before the tuning was over. */
  readonly aside: readonly Question[];
  /** Questions that were written when both had been looked at. */
  readonly later?: readonly Question[];
}
