/**
 * Whether a number is a multiple of another in decimal: 0.3 is a multiple of 0.1, although the quotient of the doubles is
 * not whole.
 *
 * @see JSON Schema validation 6.2.1
 */
export function isMultipleOf(value: number, step: number): boolean {
  if (!Number.isFinite(value) || !(step > 0)) return true;
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const [digits, places] = decimalOf(value);
  const [stepDigits, stepPlaces] = decimalOf(step);
  const common = Math.max(places, stepPlaces);
  return (digits * power(common - places)) % (stepDigits * power(common - stepPlaces)) === 0n;
}

/** Returns digits and decimal places: 125 and 9 for `1.25e-7`. Places are negative for large numbers. */
function decimalOf(value: number): readonly [bigint, number] {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), fraction.length - Number(exponent)];
}

/** The decimal places of two doubles differ by at most about 650. */
function power(places: number): bigint {
  return 10n ** BigInt(places);
}
