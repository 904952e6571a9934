/**
 * Checks a limit among the options of a program. Every comparison with `NaN` is false, so that a limit of
 * `Number(process.env.LIMIT)` would be none at all while the variable is not set.
 *
 * @param name of the option, for the message
 * @param value undefined if the option is absent
 * @returns the value
 * @throws RangeError if it is less than `least` or not a number
 */
export function atLeast<T extends number | undefined>(least: number, name: string, value: T): T {
  if (value === undefined || (typeof value === "number" && value >= least)) return value;
  const shown = typeof value === "number" ? value : `a value of type ${typeof value}`;
  throw new RangeError(`${name} must be at least ${least}, not ${shown}.`);
}

/**
 * Checks a time that is stored or sent, where nothing stands for `Infinity`.
 *
 * @throws RangeError as `atLeast`, and if it is infinite
 */
export function finiteAtLeast<T extends number | undefined>(
  least: number,
  name: string,
  value: T,
): T {
  if (value === Infinity) throw new RangeError(`${name} must be finite.`);
  return atLeast(least, name, value);
}
