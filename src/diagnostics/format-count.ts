/** Formats `1234567` as `1,234,567`, independently of the locale. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
