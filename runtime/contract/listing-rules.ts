/**
 * What a client accepts in a listed schema. The rest is listed in another form or left out; calls are still checked against
 * the complete schema.
 */
export interface ListingRules {
  /** Accepted keywords. Absent: all. */
  readonly keywords?: readonly string[];
  /** Accepted formats. Absent: all. */
  readonly formats?: readonly string[];
  /** Replace references by their targets, and circular ones by the target's type. */
  readonly inline?: true;
  /** Give every array `items`. */
  readonly arrayItems?: true;
  /** Give every schema one type, with `nullable` for null. */
  readonly oneType?: true;
  /** Use `enum` for strings only. */
  readonly stringEnums?: true;
}
