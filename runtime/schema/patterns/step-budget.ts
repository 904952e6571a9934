/** What a check may still spend. One step is about one comparison of a character or a value. */
export interface StepBudget {
  left: number;
}
