/** @throws TypeError for a limit that is no whole number above 0 */
export function requireCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw new TypeError(`${name} must be a whole number above 0.`);
}
