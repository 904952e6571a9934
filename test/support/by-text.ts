/** Compares two values by their text, for `sort`. */
export function byText(a: unknown, b: unknown): number {
  const [one, other] = [String(a), String(b)];
  return one < other ? -1 : Number(one > other);
}
