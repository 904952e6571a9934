/** The outcome of the examples of one document. */
export interface ExamplesResult {
  readonly name: string;
  readonly examples: number;
  /** Examples that were sent with every member. */
  readonly accepted: number;
  /** Examples that the raw schema allows. */
  readonly valid: number;
  /** Of these, those that were sent with every member. */
  readonly validAccepted: number;
  /** Examples that are texts of JSON where something else is meant. */
  readonly texts: number;
  /** Places of the refused examples that the raw schema does not allow, by reason. */
  readonly refused: Readonly<Record<string, readonly string[]>>;
  /** Valid examples that were refused or changed, one line each. */
  readonly problems: readonly string[];
  readonly seconds: number;
}
