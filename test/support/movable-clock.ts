import type { TestContext } from "node:test";

/** Makes `Date.now()` run ahead, so that a test need not wait for what expires. */
export function movableClock(t: TestContext): { forward(ms: number): void } {
  const real = Date.now.bind(Date);
  let ahead = 0;
  t.mock.method(Date, "now", () => real() + ahead);
  return { forward: (ms) => void (ahead += ms) };
}
