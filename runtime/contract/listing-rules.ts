/**
 * What a client takes of a schema. What it does not take is listed in another way or not at all; calls are checked
 * against the whole schema all the same.
 */
export interface ListingRules {
  /** Keywords that are listed; absent: all. */
  readonly keywords?: readonly string[];
  /** Formats that are listed; absent: all. */
  readonly formats?: readonly string[];
  /** References are written out where they stand, those that lead in circles in outline. */
  readonly inline?: true;
  /** An array says what its items are. */
  readonly arrayItems?: true;
  /** Every schema has one type; `nullable` stands for null. */
  readonly oneType?: true;
  /** Only strings are listed by value. */
  readonly stringEnums?: true;
}
