const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Converts `5s`, `500ms`, `2m`, `1h` or a number of milliseconds to milliseconds, at most the maximum of a timer. */
export function milliseconds(duration: string | number): number {
  if (typeof duration === "number") return duration;
  const [, amount = "", unit = "ms"] = /^([0-9.]+)(ms|s|m|h)$/.exec(duration) ?? [];
  const exact = Number(amount) * units[unit as keyof typeof units];
  return Math.min(Math.max(Math.round(exact), 1), 2_147_483_647);
}
