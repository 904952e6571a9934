/**
 * Parses a number of tokens: `20000`, `20k`, `1.5k`.
 *
 * @throws RangeError for anything else
 */
export function readTokenCount(text: string): number {
  const [, digits, thousands] = /^(\d{1,9}(?:\.\d{1,3})?)(k?)$/i.exec(text.trim()) ?? [];
  const count = Number(digits) * (thousands ? 1000 : 1);
  if (Number.isInteger(count) && count > 0) return count;
  throw new RangeError(
    `Expected a number of tokens, such as 20000 or 20k, not ${text.slice(0, 40)}.`,
  );
}
